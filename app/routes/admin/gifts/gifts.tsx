import { readPlace } from '#app/domain/core/values/cursor.ts';
import { lengthText } from '#app/domain/selling/gifts/gift-length.ts';
import { giftState, giftStateTone, giftStateWords } from '#app/domain/selling/gifts/gift-state.ts';
import { searchGifts } from '#app/domain/selling/gifts/listing.server.ts';
import { allow } from '#app/routes/admin/access.server.ts';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { Badge } from '#app/ui/badge.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { Day } from '#app/ui/day.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { TextField } from '#app/ui/field.tsx';
import { Link } from '#app/ui/link.tsx';
import { ListWays, waysOf } from '#app/ui/list-pagination.tsx';
import type { Route } from './+types/gifts';

export const middleware: Route.MiddlewareFunction[] = [allow('gifts:read')];

const path = '/admin/gifts';

export async function loader({ url, context: _ }: Route.LoaderArgs) {
  const search = (url.searchParams.get('q') ?? '').slice(0, 254);
  const { rows, ...beside } = await searchGifts(search, readPlace(url.searchParams));
  return {
    search,
    gifts: rows.map((gift) => ({
      id: gift.id,
      length: lengthText(gift.months),
      state: giftState(gift),
      recipient: gift.recipientEmail,
      startsOn: gift.startsOn,
      paidAt: gift.paidAt,
    })),
    ways: waysOf(path, url.search, beside),
  };
}

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Gifts')];

export default function GiftDesk({ loaderData: { gifts, search, ways } }: Route.ComponentProps) {
  return (
    <div className="grid grid-cols-1 gap-5">
      <PageHeading title="Gifts">Memberships that people have bought for somebody else.</PageHeading>
      <form method="get" action={path} className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 grow sm:max-w-md">
          <TextField
            id="gift-search"
            name="q"
            label="Code, or email address of the giver or recipient"
            defaultValue={search}
            autoComplete="off"
            maxLength={254}
            errors={undefined}
          />
        </div>
        <SubmitButton variant="secondary" pendingLabel="Searching...">
          Search
        </SubmitButton>
      </form>
      {gifts.length === 0 ? (
        <EmptyState title={search ? 'No such gift' : 'No gifts yet'}>
          {search ? 'No gift has this code or email address.' : 'Gifts that are paid for are listed here.'}
        </EmptyState>
      ) : (
        <DataTable
          caption="Gifts"
          rows={gifts}
          keyOf={({ id }) => id}
          columns={[
            {
              label: 'Gift',
              cell: ({ id, length }) => (
                <Link to={`${path}/${id}`} className="link">
                  {length}
                </Link>
              ),
            },
            {
              label: 'State',
              cell: ({ state }) => <Badge tone={giftStateTone(state)}>{giftStateWords[state]}</Badge>,
            },
            {
              label: 'To',
              cell: ({ recipient }) => <span className="wrap-anywhere">{recipient ?? ''}</span>,
            },
            { label: 'Day', cell: ({ startsOn }) => <Day at={startsOn} /> },
            { label: 'Paid', cell: ({ paidAt }) => (paidAt ? <Day at={paidAt} /> : '') },
          ]}
        />
      )}
      <ListWays {...ways} />
    </div>
  );
}
