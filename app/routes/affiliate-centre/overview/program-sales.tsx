import { productName } from '#app/domain/core/catalogue/products.ts';
import { ledgerCurrency } from '#app/domain/core/catalogue/programme.ts';
import type { ProgramSales as Sales } from '#app/domain/programme/affiliates/program-sales.server.ts';
import type { affiliateCommissionsCopy } from '#app/domain/site/site-copy/affiliate-commissions.server.ts';
import { exactMoney } from '#app/routes/affiliate-centre/ledger-table.tsx';
import { Table } from '#app/ui/table.tsx';

const figure = (value: number) => value.toLocaleString('en-US');

/** What a reseller's products brought, each in a row, and what recruited resellers did. */
export function ProgramSales({
  copy,
  sales: { recruited, products },
  isPro,
}: {
  copy: ReturnType<typeof affiliateCommissionsCopy>['overview']['reselling'];
  sales: Sales;
  isPro: boolean;
}) {
  // What they can sell stands there from the first day on.
  const shown = ['membership', ...(isPro ? ['reseller_programme'] : [])];
  const usual = shown
    .filter((product) => !products.some((sold) => sold.product === product && !sold.isSecondTier))
    .map((product) => ({ product, isSecondTier: false, sales: 0, cents: 0 }));
  const own = products.filter(({ isSecondTier }) => !isSecondTier);
  const second = products.filter(({ isSecondTier }) => isSecondTier);
  const rows = [...own.toSorted((one, other) => other.cents - one.cents), ...usual];
  return (
    <section aria-labelledby="reselling" className="grid grid-cols-1 gap-4">
      <div className="grid gap-1">
        <h2 id="reselling">{copy.title}</h2>
        <p className="text-muted">
          {copy.recruited}: <strong className="text-ink tabular-nums">{figure(recruited)}</strong>.{' '}
          {isPro ? copy.proNote : copy.resellerNote}
        </p>
      </div>
      <Table
        caption={copy.title}
        head={[copy.product, { label: copy.sales, isNumeric: true }, { label: copy.earned, isNumeric: true }]}
      >
        {rows.map(({ product, sales, cents }) => (
          <tr key={product} className="tabular-nums">
            <th scope="row">{productName(product)}</th>
            <td className="text-right">{figure(sales)}</td>
            <td className="text-right">{exactMoney(cents, ledgerCurrency)}</td>
          </tr>
        ))}
        {isPro || second.length > 0 ? (
          <tr className="tabular-nums">
            <th scope="row">{copy.secondTier}</th>
            <td className="text-right">{figure(second.reduce((sum, { sales }) => sum + sales, 0))}</td>
            <td className="text-right">
              {exactMoney(
                second.reduce((sum, { cents }) => sum + cents, 0),
                ledgerCurrency,
              )}
            </td>
          </tr>
        ) : null}
      </Table>
    </section>
  );
}
