import type { MissedReferral } from '#app/domain/programme/affiliates/missed-referrals.server.ts';
import type { affiliateToolsCopy } from '#app/domain/site/site-copy/affiliates.server.ts';
import { Moment } from '#app/ui/moment.tsx';
import { Table } from '#app/ui/table.tsx';

interface MissedLinksProps {
  copy: ReturnType<typeof affiliateToolsCopy>['missed'];
  links: readonly MissedReferral[];
}

/** Links to nobody that were probably meant to be the affiliate's own (P203); nothing where there are none. */
export function MissedLinks({ copy, links }: MissedLinksProps) {
  if (links.length === 0) return null;
  return (
    <section aria-labelledby="missed-links" className="grid gap-5">
      <div className="grid max-w-prose gap-1">
        <h2 id="missed-links">{copy.title}</h2>
        <p className="text-muted">{copy.text}</p>
      </div>
      <Table
        caption={`${copy.title}: ${links.length}`}
        head={[copy.typed, copy.page, { label: copy.times, isNumeric: true }, copy.last]}
      >
        {links.map(({ kind, typed, landingPage, times, lastAt }) => (
          <tr key={`${kind} ${typed}`}>
            <th scope="row" className="min-w-40 wrap-anywhere">
              <bdi className="font-semibold">{typed}</bdi> <span className="text-muted">({copy[kind]})</span>
            </th>
            <td className="min-w-32 wrap-anywhere">{landingPage}</td>
            <td className="text-right tabular-nums">{times.toLocaleString('en-US')}</td>
            <td className="whitespace-nowrap">
              <Moment at={lastAt} />
            </td>
          </tr>
        ))}
      </Table>
    </section>
  );
}
