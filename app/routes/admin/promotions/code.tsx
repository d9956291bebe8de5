import { formatMoney, productName } from '#app/domain/core/catalogue/products.ts';
import { readPlace } from '#app/domain/core/values/cursor.ts';
import { findPromotion, listUses } from '#app/domain/selling/promotions/listing.server.ts';
import { endOperatorCode } from '#app/domain/selling/promotions/making.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { dayMs } from '#app/platform/durations.ts';
import { actorOf, allow, confirmFirst, may } from '#app/routes/admin/access.server.ts';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import {
  audienceWords,
  offWords,
  productWords,
  stateTone,
  stateWords,
} from '#app/routes/admin/promotions/promotion-words.ts';
import { Facts, Part } from '#app/routes/admin/users/facts.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, unknownAction } from '#app/routes/http/form-action.server.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { Day } from '#app/ui/day.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Link } from '#app/ui/link.tsx';
import { ListWays, waysOf } from '#app/ui/list-pagination.tsx';
import { Moment } from '#app/ui/moment.tsx';
import type { Route } from './+types/code';

export const middleware: Route.MiddlewareFunction[] = [allow('promotions:read', 'promotions:manage')];

const list = { to: '/admin/promotion-codes', label: 'Promotion codes' };

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const promotion = await findPromotion(params.promotionCodeId);
  if (!promotion) throw notFound('There is no such promotion code', list);
  const { rows, ...beside } = await listUses(promotion.id, readPlace(url.searchParams));
  return {
    promotion,
    state: stateWords(promotion, promotion.used + promotion.reserved, now()),
    uses: rows,
    ways: waysOf(url.pathname, url.search, beside),
    mayManage: may(context, 'promotions:manage'),
  };
}

export const action = formAction(async ({ params, url, context }: Route.ActionArgs, form) => {
  if (form.get('intent') !== 'end') throw unknownAction();
  try {
    await endOperatorCode(actorOf(context), params.promotionCodeId);
  } catch (error) {
    return confirmFirst(error, url.pathname);
  }
  return redirectWithFlash(url.pathname, 'The code is ended. Nobody can use it from now on.');
});

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  pageTitle(matches, loaderData?.promotion.code ?? 'Promotion code'),
];

const useStates = { reserved: 'Paying now', used: 'Used', released: 'Not paid' } as const;

export default function Code({ loaderData, actionData }: Route.ComponentProps) {
  const { promotion, state, uses, ways, mayManage } = loaderData;
  const { id, code, purpose, used, reserved, netCents, maxUses, maxUsesPerPerson, affiliate } = promotion;
  const { startsAt, expiresAt, endedAt, audience, isOperators } = promotion;
  return (
    <div className="grid grid-cols-1 gap-6">
      <Breadcrumb crumbs={[list]} current={code} />
      <PageHeading title={<span className="wrap-anywhere">{code}</span>}>{purpose}</PageHeading>
      <FormErrors id="promotion-error" errors={actionData?.lastResult.error?.['']} />
      <Facts
        facts={[
          [
            'State',
            <Badge key="state" tone={stateTone(state)}>
              {state}
            </Badge>,
          ],
          ['Discount', offWords(promotion)],
          ['For', productWords(promotion)],
          ['Who can use it', audienceWords[audience]],
          ['First day', startsAt && <Day key="first" at={startsAt} />],
          // It holds until the day after begins.
          ['Last day', expiresAt && <Day key="last" at={new Date(expiresAt.getTime() - dayMs)} />],
          ['Uses', maxUses === null ? used : `${used} of ${maxUses}`],
          ['Buyers paying now', reserved > 0 ? reserved : null],
          ['Uses per person', maxUsesPerPerson],
          ['Revenue from first payments in US dollars', formatMoney(netCents)],
          [
            'Affiliate',
            affiliate && (
              <Link key="affiliate" to={`/admin/users/${affiliate.id}`} className="link">
                @{affiliate.username}
              </Link>
            ),
          ],
          ['Created by', isOperators ? 'Your team' : 'Its affiliate, or on the command line'],
          ['Ended', endedAt && <Moment key="ended" at={endedAt} />],
        ]}
      />
      {mayManage && !endedAt ? (
        <form method="post" action={`${list.to}/${id}`} className="grid justify-items-start gap-2">
          <p className="max-w-prose text-sm text-muted">
            Nobody can use a code after you end it. People who are paying with it now still get the discount,
            and discounts on subscriptions go on.
          </p>
          <SubmitButton variant="secondary" intent="end" pendingLabel="Ending...">
            {`End the code ${code}`}
          </SubmitButton>
        </form>
      ) : null}
      <Part id="uses" title="Uses">
        {uses.length === 0 ? (
          <EmptyState title="No uses yet">Purchases with this code are listed here.</EmptyState>
        ) : (
          <DataTable
            caption={`Uses of ${code}`}
            rows={uses}
            keyOf={(use) => use.id}
            columns={[
              {
                label: 'Person',
                cell: ({ userId, name }) => (
                  <Link to={`/admin/users/${userId}`} className="link wrap-anywhere">
                    <bdi>{name || 'Deleted account'}</bdi>
                  </Link>
                ),
              },
              { label: 'Bought', cell: ({ product }) => productName(product) },
              { label: 'State', cell: (use) => useStates[use.state] },
              { label: 'Started', cell: ({ reservedAt }) => <Moment at={reservedAt} /> },
              {
                label: 'Discount',
                isFigure: true,
                cell: ({ discountCents, currency }) =>
                  discountCents === null ? '' : formatMoney(discountCents, currency ?? undefined),
              },
              {
                label: 'Paid before tax',
                isFigure: true,
                cell: ({ paidCents, currency }) =>
                  paidCents === null ? '' : formatMoney(paidCents, currency ?? undefined),
              },
            ]}
          />
        )}
        <ListWays {...ways} />
      </Part>
    </div>
  );
}
