import { ProvisionBadge } from '#app/routes/admin/products/product-badges.tsx';
import { Part } from '#app/routes/admin/users/facts.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { DataTable } from '#app/ui/data-table.tsx';

interface ListedPrice {
  key: string;
  currency: string;
  /** In the currency that every price has: with it the others are archived. */
  isBase: boolean;
  version: number;
  text: string;
  isArchived: boolean;
  providers: readonly { title: string; state: string; problem: string | null }[];
}

/** What a product costs today, and how far each price is at the payment providers. */
export function PriceTable({
  path,
  name,
  prices,
  mayChange,
}: {
  path: string;
  name: string;
  prices: readonly ListedPrice[];
  mayChange: boolean;
}) {
  const hasFailed = prices.some(({ providers }) => providers.some(({ state }) => state === 'failed'));
  const offered = prices.filter(({ isBase, isArchived }) => isBase && !isArchived).length;
  return (
    <Part
      id="prices"
      title="Prices"
      actions={
        hasFailed && mayChange ? (
          <form method="post" action={path}>
            <SubmitButton intent="retry" variant="secondary" pendingLabel="Trying...">
              Try the providers again
            </SubmitButton>
          </form>
        ) : null
      }
    >
      <DataTable
        caption={`Prices of ${name}`}
        rows={prices}
        keyOf={({ key, currency }) => `${key} ${currency}`}
        columns={[
          { label: 'Price', cell: ({ text }) => text },
          { label: 'Version', isFigure: true, cell: ({ version }) => version },
          {
            label: 'State',
            cell: ({ isArchived }) =>
              isArchived ? <Badge>Archived</Badge> : <Badge tone="good">For sale</Badge>,
          },
          {
            label: 'Payment providers',
            cell: ({ providers }) =>
              providers.length === 0 ? (
                <ProvisionBadge states={[]} />
              ) : (
                <ul className="grid gap-1">
                  {providers.map(({ title, state, problem }) => (
                    <li key={title}>
                      {title} <ProvisionBadge states={[state]} />
                      {problem && state === 'failed' ? (
                        <span className="block text-xs text-danger">{problem}</span>
                      ) : null}
                    </li>
                  ))}
                </ul>
              ),
          },
          {
            label: 'Change',
            isHidden: true,
            isShown: mayChange && prices.filter(({ isBase }) => isBase).length > 1,
            cell: ({ key, isBase, text, isArchived }) =>
              isBase && (isArchived || offered > 1) ? (
                <form method="post" action={path}>
                  <input type="hidden" name="price" value={key} />
                  <SubmitButton
                    intent={isArchived ? 'restore-price' : 'archive-price'}
                    variant="secondary"
                    pendingLabel="Saving..."
                  >
                    {isArchived ? `Sell at ${text} again` : `Archive ${text}`}
                  </SubmitButton>
                </form>
              ) : null,
          },
        ]}
      />
    </Part>
  );
}
