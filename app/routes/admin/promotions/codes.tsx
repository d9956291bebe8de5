import { readPlace } from '#app/domain/core/values/cursor.ts';
import { listPromotions } from '#app/domain/selling/promotions/listing.server.ts';
import { findWinBackFigures } from '#app/domain/selling/win-back/win-back.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { allow, may } from '#app/routes/admin/access.server.ts';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import {
  offWords,
  productWords,
  stateTone,
  stateWords,
} from '#app/routes/admin/promotions/promotion-words.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { Badge } from '#app/ui/badge.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Link } from '#app/ui/link.tsx';
import { ListWays, waysOf } from '#app/ui/list-pagination.tsx';
import type { Route } from './+types/codes';

export const middleware: Route.MiddlewareFunction[] = [allow('promotions:read')];

const path = '/admin/promotion-codes';

export async function loader({ url, context }: Route.LoaderArgs) {
  const hasEnded = url.searchParams.get('state') === 'ended';
  const { rows, ...beside } = await listPromotions({ isLive: !hasEnded }, readPlace(url.searchParams));
  const winBack = await findWinBackFigures();
  const codes = rows.map((row) => ({ ...row, state: stateWords(row, row.used + row.reserved, now()) }));
  return {
    codes,
    hasEnded,
    winBack,
    ways: waysOf(path, url.search, beside),
    mayManage: may(context, 'promotions:manage'),
  };
}

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Promotion codes')];

export default function Codes({
  loaderData: { codes, hasEnded, winBack, ways, mayManage },
}: Route.ComponentProps) {
  return (
    <div className="grid grid-cols-1 gap-5">
      <PageHeading
        title="Promotion codes"
        actions={mayManage ? <ButtonLink to={`${path}/new`}>New promotion code</ButtonLink> : null}
      >
        Codes that buyers enter at checkout for a discount, including those of affiliates.
      </PageHeading>
      <p className="text-sm">
        <Link to={hasEnded ? path : `${path}?state=ended`} className="link">
          {hasEnded ? 'Show current codes' : 'Show ended codes'}
        </Link>
      </p>
      <p className="text-sm text-muted">
        Offers to members who are about to cancel: shown to {winBack.shown}, taken by {winBack.accepted}, of
        whom {winBack.kept} {winBack.kept === 1 ? 'is still a member' : 'are still members'}.{' '}
        <Link to="/admin/settings/winBack" className="link">
          Change the offer
        </Link>
      </p>
      {codes.length === 0 ? (
        <EmptyState title={hasEnded ? 'No ended codes' : 'No promotion codes yet'}>
          {hasEnded
            ? 'Codes that you end are listed here.'
            : 'Codes that you create are listed here with their uses.'}
        </EmptyState>
      ) : (
        <DataTable
          caption={hasEnded ? 'Ended promotion codes' : 'Promotion codes'}
          rows={codes}
          keyOf={({ id }) => id}
          columns={[
            {
              label: 'Code',
              cell: ({ id, code, purpose }) => (
                <>
                  <Link to={`${path}/${id}`} className="link wrap-anywhere">
                    {code}
                  </Link>
                  {purpose ? (
                    <span className="block max-w-72 truncate text-xs max-md:max-w-full font-normal text-muted">
                      {purpose}
                    </span>
                  ) : null}
                </>
              ),
            },
            { label: 'State', cell: ({ state }) => <Badge tone={stateTone(state)}>{state}</Badge> },
            { label: 'Discount', cell: offWords },
            { label: 'For', cell: productWords },
            {
              label: 'Uses',
              isFigure: true,
              cell: ({ used, maxUses }) => (maxUses === null ? used : `${used} of ${maxUses}`),
            },
            {
              label: 'Affiliate',
              cell: ({ affiliate }) =>
                affiliate ? (
                  <Link to={`/admin/users/${affiliate.id}`} className="link">
                    @{affiliate.username}
                  </Link>
                ) : (
                  ''
                ),
            },
          ]}
        />
      )}
      <ListWays {...ways} />
    </div>
  );
}
