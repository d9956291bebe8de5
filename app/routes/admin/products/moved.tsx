import { formatMoney, productOf } from '#app/domain/core/catalogue/products.ts';
import { readPlace } from '#app/domain/core/values/cursor.ts';
import { findMove, listMoved } from '#app/domain/selling/price-changes/move-report.server.ts';
import { stopPriceMove } from '#app/domain/selling/price-changes/moving.server.ts';
import { actorOf, allow, confirmFirst, hasConfirmed, may } from '#app/routes/admin/access.server.ts';
import { ConfirmFirst } from '#app/routes/admin/confirm-first.tsx';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { movedStates, moveState, moveTitle } from '#app/routes/admin/products/move-words.ts';
import { Facts, Part } from '#app/routes/admin/users/facts.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, unknownAction } from '#app/routes/http/form-action.server.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { Day } from '#app/ui/day.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Link } from '#app/ui/link.tsx';
import { ListWays, waysOf } from '#app/ui/list-pagination.tsx';
import { Moment } from '#app/ui/moment.tsx';
import type { Route } from './+types/moved';

export const middleware: Route.MiddlewareFunction[] = [allow('products:read', 'products:change')];

const list = { to: '/admin/products', label: 'Products' };

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const move = await findMove(params.productKey, params.moveId);
  if (!move) throw notFound('There is no such change of prices.', list);
  const { rows, ...beside } = await listMoved(move.id, readPlace(url.searchParams));
  return {
    productPath: `${list.to}/${params.productKey}`,
    path: url.pathname,
    name: productOf(move.priceKey)?.name ?? move.priceKey,
    move,
    title: moveTitle(move),
    state: moveState(move),
    subscribers: rows,
    ways: waysOf(url.pathname, url.search, beside),
    mayChange: may(context, 'products:change'),
    wantsConfirmation: !hasConfirmed(context),
  };
}

export const action = formAction(async ({ params, url, context }: Route.ActionArgs, form) => {
  if (form.get('intent') !== 'stop') throw unknownAction();
  try {
    const isNew = await stopPriceMove(actorOf(context), params.productKey, params.moveId);
    return redirectWithFlash(
      url.pathname,
      isNew
        ? 'Stopped. Everyone who was told of the new price is emailed that it stays.'
        : 'It is over already.',
    );
  } catch (error) {
    return confirmFirst(error, url.pathname);
  }
});

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  pageTitle(matches, loaderData ? `Move to ${loaderData.title}` : 'Move subscribers'),
];

export default function MovedPage({ loaderData, actionData }: Route.ComponentProps) {
  const { productPath, path, name, move, title, state, subscribers, ways, mayChange, wantsConfirmation } =
    loaderData;
  const { counts, currency } = move;
  const isRunning = state === 'Running';
  return (
    <div className="grid max-w-4xl grid-cols-1 gap-6">
      <Breadcrumb
        crumbs={[
          list,
          { to: productPath, label: name },
          { to: `${productPath}/move`, label: 'Move subscribers' },
        ]}
        current={title}
      />
      <PageHeading title={`Subscribers moved to ${title}`} />
      <FormErrors id="moved-error" errors={actionData?.lastResult.error?.['']} />
      {mayChange && isRunning && wantsConfirmation ? <ConfirmFirst returnTo={path} what="Products" /> : null}
      <Facts
        facts={[
          ['State', state],
          ['From', <Day key="from" at={move.takesEffectAt} />],
          ['Price version', move.version],
          ['Started', <Moment key="started" at={move.createdAt} />],
          ['Stopped', move.stoppedAt && <Moment key="stopped" at={move.stoppedAt} />],
          [movedStates.waiting, counts.waiting || null],
          [movedStates.notified, counts.notified],
          [movedStates.moved, counts.moved],
          [movedStates.left_out, counts.left_out],
          [movedStates.failed, counts.failed || null],
        ]}
      />
      {mayChange && isRunning ? (
        <form method="post" action={path} className="grid justify-items-start gap-2">
          <p className="max-w-prose text-sm text-muted">
            Whoever pays the new price already keeps paying it. Everyone else keeps their price and is emailed
            that it does not change.
          </p>
          <SubmitButton variant="secondary" intent="stop" pendingLabel="Stopping...">
            Stop moving subscribers
          </SubmitButton>
        </form>
      ) : null}
      <Part id="subscribers" title="Subscribers">
        <DataTable
          caption={`Subscribers moved to ${title}`}
          rows={subscribers}
          keyOf={({ id }) => id}
          columns={[
            {
              label: 'Person',
              cell: ({ userId, name }) => (
                <Link to={`/admin/users/${userId}`} className="link wrap-anywhere">
                  <bdi>{name || 'Deleted account'}</bdi>
                </Link>
              ),
            },
            {
              label: 'Paid before',
              isFigure: true,
              cell: ({ fromCents }) => formatMoney(fromCents, currency),
            },
            {
              label: 'State',
              cell: ({ state, problem }) => (
                <>
                  {movedStates[state]}
                  {problem ? <span className="block text-xs text-muted">{problem}</span> : null}
                </>
              ),
            },
            { label: 'Emailed', cell: ({ notifiedAt }) => (notifiedAt ? <Day at={notifiedAt} /> : null) },
            {
              label: 'Renews, or settled',
              cell: ({ settledAt, renewsAt }) => {
                const at = settledAt ?? renewsAt;
                return at ? <Day at={at} /> : null;
              },
            },
          ]}
        />
        <ListWays {...ways} />
      </Part>
    </div>
  );
}
