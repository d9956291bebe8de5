import { readPlace } from '#app/domain/core/values/cursor.ts';
import { lengthText } from '#app/domain/selling/gifts/gift-length.ts';
import { giftState, giftStateTone, giftStateWords } from '#app/domain/selling/gifts/gift-state.ts';
import { type ListedGift, listGiven, listReceived } from '#app/domain/selling/gifts/listing.server.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { Badge } from '#app/ui/badge.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { Day } from '#app/ui/day.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Link } from '#app/ui/link.tsx';
import { ListWays, waysOf } from '#app/ui/list-pagination.tsx';
import type { Route } from './+types/gifts';

export async function loader({ url, context }: Route.LoaderArgs) {
  const { id } = context.get(memberContext);
  const [{ rows, ...beside }, received] = await Promise.all([
    listGiven(id, readPlace(url.searchParams)),
    listReceived(id),
  ]);
  return {
    given: rows.map(shown),
    ways: waysOf('/gifts', url.search, beside),
    received: received.map((gift) => ({ ...shown(gift), endsAt: gift.endedAt ?? gift.endsAt })),
  };
}

const shown = (gift: ListedGift) => ({
  id: gift.id,
  length: lengthText(gift.months),
  state: giftState(gift),
  recipientEmail: gift.recipientEmail,
  startsOn: gift.startsOn,
  giverName: gift.giverName,
});

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Gifts')];

export default function Gifts({ loaderData: { given, received, ways } }: Route.ComponentProps) {
  return (
    <div className="page grid grid-cols-1 gap-8 py-8 sm:py-12">
      <header className="grid gap-4">
        <h1>Gifts</h1>
        <p className="flex flex-wrap gap-3">
          <ButtonLink to="/gift">Give a membership</ButtonLink>
          <ButtonLink variant="secondary" to="/redeem">
            Redeem a code
          </ButtonLink>
        </p>
      </header>
      {received.length > 0 ? (
        <section aria-labelledby="received" className="grid gap-3">
          <h2 id="received">Gifts you redeemed</h2>
          <DataTable
            caption="Redeemed gifts and when they end"
            rows={received}
            keyOf={({ id }) => id}
            columns={[
              { label: 'Gift', cell: ({ length }) => length },
              { label: 'From', cell: ({ giverName }) => <bdi className="wrap-anywhere">{giverName}</bdi> },
              {
                label: 'State',
                cell: ({ state }) => <Badge tone={giftStateTone(state)}>{giftStateWords[state]}</Badge>,
              },
              {
                label: 'Ends',
                cell: ({ endsAt, state }) =>
                  endsAt ? <Day at={endsAt} /> : state === 'waiting' ? 'After your membership' : '',
              },
            ]}
          />
        </section>
      ) : null}
      <section aria-labelledby="given" className="grid gap-3">
        <h2 id="given">Gifts you give</h2>
        {given.length === 0 ? (
          <EmptyState title="No gifts yet">
            Gifts you buy are listed here, with whether they were redeemed.
          </EmptyState>
        ) : (
          <DataTable
            caption="Given gifts and their state"
            rows={given}
            keyOf={({ id }) => id}
            columns={[
              {
                label: 'Gift',
                cell: ({ id, length }) => (
                  <Link to={`/gifts/${id}`} className="link">
                    {length}
                  </Link>
                ),
              },
              {
                label: 'To',
                cell: ({ recipientEmail, state }) =>
                  recipientEmail ? (
                    <span className="wrap-anywhere">{recipientEmail}</span>
                  ) : ['running', 'waiting', 'ended'].includes(state) ? (
                    ''
                  ) : (
                    'Printed card'
                  ),
              },
              { label: 'Day', cell: ({ startsOn }) => <Day at={startsOn} /> },
              {
                label: 'State',
                cell: ({ state }) => <Badge tone={giftStateTone(state)}>{giftStateWords[state]}</Badge>,
              },
            ]}
          />
        )}
        <ListWays {...ways} />
      </section>
    </div>
  );
}
