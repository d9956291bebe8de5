import { formatMoney, productName } from '#app/domain/core/catalogue/products.ts';
import type { listPrices, MapPriceForm, mappingChoices } from '#app/domain/selling/adoption/prices.server.ts';
import { ProviderField } from '#app/routes/admin/payments/adopt/provider-field.tsx';
import type { formFields } from '#app/routes/http/form-fields.ts';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { SelectField, TextField } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';

/** The prices of the operator's account and what each is taken for, with the form that adds one. */
export function MappedPrices({
  prices,
  choices,
  form,
}: {
  prices: Awaited<ReturnType<typeof listPrices>>;
  choices: ReturnType<typeof mappingChoices>;
  form: ReturnType<typeof formFields<MapPriceForm>>;
}) {
  const nameOf = (key: string) => choices.providers.find((provider) => provider.key === key)?.name ?? key;
  return (
    <section aria-labelledby="prices" className="grid grid-cols-1 gap-4">
      <h2 id="prices" className="text-xl">
        1. Choose the prices to take over
      </h2>
      {prices.length === 0 ? (
        <EmptyState title="No prices yet">
          We adopt only subscriptions at prices in this list, and leave everything else in your account alone.
        </EmptyState>
      ) : (
        <DataTable
          caption="Mapped prices"
          rows={prices}
          keyOf={({ provider, priceId }) => `${provider} ${priceId}`}
          columns={[
            {
              label: 'Price or plan',
              className: 'wrap-anywhere',
              cell: ({ priceId }) => <bdi>{priceId}</bdi>,
            },
            { label: 'Provider', cell: ({ provider }) => nameOf(provider) },
            {
              label: 'Amount',
              cell: ({ amountCents, currency, interval }) =>
                `${formatMoney(amountCents, currency)} a ${interval}`,
            },
            { label: 'Product here', cell: ({ product }) => productName(product) },
            {
              label: 'Remove',
              isHidden: true,
              cell: ({ provider, priceId }) => (
                <form method="post">
                  <input type="hidden" name="provider" value={provider} />
                  <input type="hidden" name="priceId" value={priceId} />
                  <SubmitButton
                    intent="unmap"
                    variant="secondary"
                    pendingLabel="Removing..."
                    aria-label={`Remove ${priceId}`}
                  >
                    Remove
                  </SubmitButton>
                </form>
              ),
            },
          ]}
        />
      )}
      <Card className="max-w-3xl">
        <form method="post" noValidate id={form.id} className="grid gap-4">
          <FormErrors id={form.errorId} errors={form.errors} />
          <ProviderField {...form.field('provider')} providers={choices.providers} />
          <TextField
            {...form.field('priceId')}
            label="ID of the price or plan"
            hint="From your provider’s dashboard. Starts with price_ at Stripe and P- at PayPal."
            required
            autoComplete="off"
            spellCheck={false}
          />
          <SelectField {...form.field('product')} label="Product here">
            {choices.products.map(({ key, name }) => (
              <option key={key} value={key}>
                {name}
              </option>
            ))}
          </SelectField>
          <SubmitButton intent="map" pendingLabel="Saving..." className="justify-self-start">
            Map this price
          </SubmitButton>
        </form>
      </Card>
    </section>
  );
}
