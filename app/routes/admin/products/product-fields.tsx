import type { ReactNode } from 'react';
import {
  commissionLabels,
  intervals,
  type NewProduct,
  type ProductEdit,
  type UnlockKind,
} from '#app/domain/operating/products/product-forms.ts';
import type { formFields } from '#app/routes/http/form-fields.ts';
import { CheckboxField, SelectField, TextArea, TextField } from '#app/ui/field.tsx';

type Form = ReturnType<typeof formFields<Record<keyof NewProduct | keyof ProductEdit, string>>>;

/** Fields that belong together, under a name; a line parts them from those before. */
function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="grid min-w-0 gap-4 border-t border-line pt-5 first-of-type:border-0 first-of-type:pt-0">
      <legend className="float-left mb-1 w-full font-display text-lg">{title}</legend>
      {children}
    </fieldset>
  );
}

/** What is said of a product, as the forms that add one and change one ask for it. */
export function ProductFields({
  form,
  kind,
  others,
  address,
  unlocks,
  price,
}: {
  form: Form;
  kind: UnlockKind | null;
  /** Products after which it can be offered. */
  others: readonly { key: string; name: string }[];
  /** What a new product is asked for besides: its address, what it unlocks and its price. */
  address?: ReactNode;
  unlocks?: ReactNode;
  price?: ReactNode;
}) {
  const isTicked = (name: 'guides' | 'isGuaranteed') => form.field(name).defaultValue === 'on';
  const isNew = kind === null;
  const isSelection = isNew || kind === 'selection';
  const isTeam = isNew || kind === 'team';
  const noOther = [
    <option key="" value="">
      No other product
    </option>,
    ...others.map(({ key, name }) => (
      <option key={key} value={key}>
        {name}
      </option>
    )),
  ];
  return (
    <>
      <Group title="Product">
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField {...form.field('name')} label="Name" required maxLength={80} autoComplete="off" />
          <TextField
            {...form.field('noun')}
            label="Name within a sentence"
            hint="Completes “your …” in emails and receipts, such as: SEO bundle."
            required
            maxLength={60}
            autoComplete="off"
          />
          {address}
        </div>
      </Group>
      {isSelection || isTeam ? (
        <Group title="Access">
          {unlocks}
          {isSelection ? (
            <>
              <TextArea
                {...form.field('courses')}
                label={isNew ? 'Courses (selected content only)' : 'Courses'}
                hint="One on each line, as in the course’s address: seo for /courses/seo."
                rows={3}
              />
              <CheckboxField
                {...boxOf(form, 'guides')}
                defaultChecked={isTicked('guides')}
                label={
                  isNew ? 'All guides and playbooks (selected content only)' : 'All guides and playbooks'
                }
              />
            </>
          ) : null}
          {isTeam ? (
            <div className="grid items-start gap-4 sm:grid-cols-2">
              <TextField
                {...form.field('minSeats')}
                label="Fewest seats (teams only)"
                hint="In one subscription. Leave empty for 2."
                inputMode="numeric"
                autoComplete="off"
              />
              <TextField
                {...form.field('maxSeats')}
                label="Most seats (teams only)"
                hint="Leave empty for 100."
                inputMode="numeric"
                autoComplete="off"
              />
            </div>
          ) : null}
        </Group>
      ) : null}
      {price ? <Group title="Price">{price}</Group> : null}
      <Group title="Sales page">
        <TextField
          {...form.field('tagline')}
          label="Tagline (optional)"
          hint="One sentence, shown on the sales page and at checkout."
          maxLength={200}
          autoComplete="off"
        />
        <TextArea
          {...form.field('description')}
          label="Sales page text (optional)"
          hint="Markdown: ## headings, - lists, **bold**, [links](/courses). Shown until you publish a page of blocks."
          rows={8}
          maxLength={20_000}
        />
      </Group>
      {isSelection || kind === 'reseller' ? (
        <Group title="Offers">
          <SelectField
            {...form.field('bumpFor')}
            label="Offer it on the checkout of (optional)"
            hint="A checkbox beside the total adds it to the same payment by card. It is never ticked beforehand."
          >
            {noOther}
          </SelectField>
          <SelectField {...form.field('offeredAfter')} label="Offer it after a purchase of (optional)">
            {noOther}
          </SelectField>
        </Group>
      ) : null}
      <Group title={isNew || kind === 'everything' ? 'Commission and guarantee' : 'Commission'}>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <SelectField {...form.field('commission')} label="Who earns commission">
            {Object.entries(commissionLabels).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
          <TextField
            {...form.field('commissionPercent')}
            label="Commission rate in percent (optional)"
            hint="The same for every seller. Leave empty to pay each seller’s own rate."
            inputMode="numeric"
            autoComplete="off"
          />
        </div>
        {isNew || kind === 'everything' ? (
          <CheckboxField
            {...boxOf(form, 'isGuaranteed')}
            defaultChecked={isTicked('isGuaranteed')}
            label="Cover the first payment with the money-back guarantee (memberships only)"
          />
        ) : null}
      </Group>
      <Group title="Availability">
        <div className="grid items-start gap-4 sm:grid-cols-3">
          <TextField
            {...form.field('saleStartsAt')}
            label="On sale from (optional)"
            hint="UTC. Leave empty to start now."
            type="datetime-local"
          />
          <TextField
            {...form.field('saleEndsAt')}
            label="On sale until (optional)"
            hint="UTC. Leave empty for no end."
            type="datetime-local"
          />
          <TextField
            {...form.field('stock')}
            label="Units for sale (optional)"
            hint="Leave empty for no limit."
            inputMode="numeric"
            autoComplete="off"
          />
        </div>
      </Group>
    </>
  );
}

const boxOf = (form: Form, name: 'guides' | 'isGuaranteed') => {
  const { id, errors } = form.field(name);
  return { id, name, errors };
};

/** How much, and how often. */
export function PriceFields({ form }: { form: Pick<Form, 'field'> }) {
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <TextField
        {...form.field('amount')}
        label="Price in USD"
        hint="Before tax, such as 97 or 97.50. For a team, the price of one seat. 0 makes a one-time purchase free."
        inputMode="decimal"
        required
        autoComplete="off"
      />
      <SelectField {...form.field('interval')} label="How often it is paid">
        {Object.entries(intervals).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <TextField
        {...form.field('installments')}
        label="Number of installments (optional)"
        hint="From 2 to 24 monthly payments of the price above. Only for selected content, and paid by card: PayPal doesn’t offer installments here."
        inputMode="numeric"
        autoComplete="off"
      />
    </div>
  );
}
