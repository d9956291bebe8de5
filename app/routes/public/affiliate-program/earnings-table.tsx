import { membership } from '#app/domain/core/catalogue/products.ts';
import { ScrollRegion } from '#app/ui/scroll-region.tsx';

interface EarningsTableProps {
  title: string;
  note: string;
  /** `share` of the longest bar, 0 to 1. */
  rows: { referrals: number; affiliate: string; reseller: string; share: number }[];
}

/** What a number of members brings each time they pay, as a table whose rows carry a bar. */
export function EarningsTable({ title, note, rows }: EarningsTableProps) {
  return (
    <section
      aria-labelledby="examples"
      className="page section grid gap-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)] lg:gap-16"
    >
      <div className="grid content-start gap-4">
        <h2 id="examples">{title}</h2>
        <p className="text-muted">{note}</p>
      </div>
      <ScrollRegion label="Earnings by number of members">
        <table className="w-full border-collapse text-left tabular-nums">
          <thead className="text-sm text-muted">
            <tr className="border-b border-line-strong">
              <th scope="col" className="py-2 pr-4 font-medium">
                Members
              </th>
              <th scope="col" className="w-full py-2 pr-4 font-medium max-sm:hidden">
                <span className="sr-only">Compared</span>
              </th>
              <th scope="col" className="py-2 pr-6 text-right font-medium">
                Affiliate, a {membership.interval}
              </th>
              <th scope="col" className="py-2 text-right font-medium">
                Reseller, a {membership.interval}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.referrals} className="border-b border-line">
                <th scope="row" className="py-3.5 pr-4 font-semibold">
                  {row.referrals}
                </th>
                <td className="py-3.5 pr-6 max-sm:hidden">
                  <svg
                    viewBox="0 0 100 8"
                    preserveAspectRatio="none"
                    className="h-2.5 w-full"
                    aria-hidden="true"
                  >
                    <rect width={100 * row.share} height="8" className="f-accent" />
                  </svg>
                </td>
                <td className="py-3.5 pr-6 text-right font-display text-xl">{row.affiliate}</td>
                <td className="py-3.5 text-right font-display text-xl text-muted">{row.reseller}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </section>
  );
}
