import type {
  MissedKind,
  MissedReferralOfAll,
} from '#app/domain/programme/affiliates/missed-referrals.server.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Link } from '#app/ui/link.tsx';
import { Moment } from '#app/ui/moment.tsx';
import { Table } from '#app/ui/table.tsx';

const kindNames: Record<MissedKind, string> = {
  username: 'name',
  promotion_code: 'promotion code',
  short_link: 'short link',
};

/** The links to nobody that were followed most, and whose they may have been (P203). */
export function MissedReferrals({ referrals }: { referrals: readonly MissedReferralOfAll[] }) {
  return (
    <section aria-labelledby="missed-referrals" className="grid grid-cols-1 gap-4">
      <div className="grid max-w-prose gap-1">
        <h2 id="missed-referrals" className="text-xl">
          Links that led nowhere
        </h2>
        <p className="text-sm text-muted">
          Visits in the last 90 days through referral links that belong to no affiliate, the 50 most used
          first. Affiliates see those that are close to a name or code of their own.
        </p>
      </div>
      {referrals.length === 0 ? (
        <EmptyState title="None">Every referral link that was followed belonged to an affiliate.</EmptyState>
      ) : (
        <Table
          caption="Links that led nowhere"
          head={[
            'In the link',
            'Closest affiliate',
            'Page',
            { label: 'Visits', isNumeric: true },
            'Last visit',
          ]}
        >
          {referrals.map(({ kind, typed, nearest, landingPage, times, lastAt }) => (
            <tr key={`${kind} ${typed}`}>
              <th scope="row" className="min-w-40 wrap-anywhere">
                <bdi className="font-semibold">{typed}</bdi>{' '}
                <span className="text-muted">({kindNames[kind]})</span>
              </th>
              <td className="wrap-anywhere">
                {nearest ? (
                  <Link to={`/admin/users/${nearest.id}`} className="link">
                    {nearest.username}
                  </Link>
                ) : (
                  '–'
                )}
              </td>
              <td className="min-w-32 wrap-anywhere">{landingPage}</td>
              <td className="text-right tabular-nums">{times.toLocaleString('en-US')}</td>
              <td className="whitespace-nowrap">
                <Moment at={lastAt} />
              </td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  );
}
