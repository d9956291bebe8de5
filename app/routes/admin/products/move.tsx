import { currencyParam } from '#app/domain/core/catalogue/currencies.ts';
import { formatMoney, lookupKeyOf } from '#app/domain/core/catalogue/products.ts';
import { readPlace } from '#app/domain/core/values/cursor.ts';
import { countAudience, listAudience } from '#app/domain/selling/price-changes/move-audience.server.ts';
import { listMoves } from '#app/domain/selling/price-changes/move-report.server.ts';
import { earliestMoveDay, latestMoveDay } from '#app/domain/selling/price-changes/move-rules.ts';
import {
  movablePrices,
  type PriceMoveForm,
  priceMoveSchema,
  startPriceMove,
} from '#app/domain/selling/price-changes/moving.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { actorOf, allow } from '#app/routes/admin/access.server.ts';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { moveState, moveTitle } from '#app/routes/admin/products/move-words.ts';
import { ReasonField } from '#app/routes/admin/reason-field.tsx';
import { Facts, Part } from '#app/routes/admin/users/facts.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { currencyAt } from '#app/routes/frame/sales/currency-choices.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, parseForm } from '#app/routes/http/form-action.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { Day } from '#app/ui/day.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { TextField } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Link } from '#app/ui/link.tsx';
import { ListWays, waysOf } from '#app/ui/list-pagination.tsx';
import type { Route } from './+types/move';

export const middleware: Route.MiddlewareFunction[] = [allow('products:change')];

const list = { to: '/admin/products', label: 'Products' };

export async function loader({ params, url }: Route.LoaderArgs) {
  const prices = movablePrices(params.productKey);
  const [chosenKey, chosenCurrency] = [url.searchParams.get('price'), currencyAt(url)];
  const price =
    prices.find(({ key, currency }) => key === chosenKey && currency === chosenCurrency) ?? prices[0];
  if (!price) throw notFound('This product has no price that subscribers could be moved to.', list);
  const [audience, { rows, ...beside }, moves] = await Promise.all([
    countAudience(price),
    listAudience(price, readPlace(url.searchParams)),
    listMoves(params.productKey),
  ]);
  const path = `${list.to}/${params.productKey}`;
  const typedDay = (at: Date) => at.toISOString().slice(0, 10);
  return {
    path,
    name: price.name,
    price: {
      key: lookupKeyOf(price),
      text: `${formatMoney(price.amountCents, price.currency)} a ${price.interval}`,
      cents: price.amountCents,
      currency: price.currency,
    },
    others: prices
      .filter((other) => other !== price)
      .map(({ key, amountCents, currency, interval }) => ({
        to: `${path}/move?${new URLSearchParams({ price: key, [currencyParam]: currency })}`,
        text: `${formatMoney(amountCents, currency)} a ${interval}`,
      })),
    audience,
    subscribers: rows,
    ways: waysOf(url.pathname, url.search, beside, '#subscribers'),
    moves: moves.map((move) => ({
      id: move.id,
      title: moveTitle(move),
      state: moveState(move),
      takesEffectAt: move.takesEffectAt,
      moved: move.counts.moved,
      total: Object.values(move.counts).reduce((sum, count) => sum + count, 0),
    })),
    days: { min: typedDay(earliestMoveDay(now())), max: typedDay(latestMoveDay(now())) },
  };
}

export const action = formAction(async ({ params, context }: Route.ActionArgs, form) => {
  const move = parseForm(form, priceMoveSchema, { disableAutoCoercion: true });
  const id = await startPriceMove(actorOf(context), params.productKey, move);
  return redirectWithFlash(
    `${list.to}/${params.productKey}/moves/${id}`,
    'Every subscriber on this page gets an email about the new price now.',
  );
});

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Move subscribers')];

const people = (count: number) =>
  count === 1 ? '1 subscriber' : `${count.toLocaleString('en-US')} subscribers`;

export default function MovePage({ loaderData, actionData }: Route.ComponentProps) {
  const { path, name, price, others, audience, subscribers, ways, moves, days } = loaderData;
  const form = formFields<PriceMoveForm>('move', actionData, { day: days.min });
  return (
    <div className="grid max-w-4xl grid-cols-1 gap-6">
      <Breadcrumb crumbs={[list, { to: path, label: name }]} current="Move subscribers" />
      <PageHeading title={`Move subscribers to ${price.text}`}>
        New buyers pay this already. Everyone below is emailed their old and new price, the day, and how to
        cancel. From the day you choose, their next renewal takes the new price. Anyone who cancels before
        then is left out.
      </PageHeading>
      {others.length > 0 ? (
        <ul className="flex flex-wrap gap-x-5 gap-y-2">
          {others.map(({ to, text }) => (
            <li key={to}>
              <Link to={to} className="link inline-flex min-h-11 items-center">
                Move subscribers to {text} instead
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
      <Facts
        facts={[
          ['To be moved', people(audience.moved)],
          [
            'What they pay today',
            audience.moved > 0
              ? `${formatMoney(audience.fromCents, price.currency)} each time, together`
              : null,
          ],
          [
            'What they would pay',
            audience.moved > 0 ? formatMoney(price.cents * audience.moved, price.currency) : null,
          ],
          ['Left out: canceled', audience.ending || null],
          ['Left out: paid with PayPal, which cannot change a price', audience.elsewhere || null],
          ['Left out: being changed already', audience.busy || null],
        ]}
      />
      {audience.moved > 0 ? (
        <Card>
          <form method="post" noValidate id={form.id} className="grid gap-5">
            <FormErrors id={form.errorId} errors={form.errors} />
            <input type="hidden" name="price" value={price.key} />
            <TextField
              {...form.field('day')}
              label="First day of the new price"
              hint="UTC. At least 30 days from now; renewals before it take the old price."
              type="date"
              min={days.min}
              max={days.max}
              required
            />
            <ReasonField {...form.field('reason')} required />
            <div className="flex flex-wrap gap-3">
              <SubmitButton pendingLabel="Starting...">
                {`Email ${people(audience.moved)} about ${price.text}`}
              </SubmitButton>
              <ButtonLink variant="secondary" to={path}>
                Cancel
              </ButtonLink>
            </div>
          </form>
        </Card>
      ) : null}
      <Part id="subscribers" title="Who will be moved">
        {subscribers.length === 0 ? (
          <EmptyState title="Nobody to move">
            Every subscriber who can be moved already pays this price.
          </EmptyState>
        ) : (
          <DataTable
            caption="Subscribers who are moved"
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
                label: 'Pays today',
                isFigure: true,
                cell: ({ amountCents }) => formatMoney(amountCents, price.currency),
              },
              { label: 'Renews', cell: ({ renewsAt }) => (renewsAt ? <Day at={renewsAt} /> : null) },
            ]}
          />
        )}
        <ListWays {...ways} />
      </Part>
      {moves.length > 0 ? (
        <Part id="moves" title="Earlier and running changes">
          <ul className="grid gap-2">
            {moves.map(({ id, title, state, takesEffectAt, moved, total }) => (
              <li key={id}>
                <Link to={`${path}/moves/${id}`} className="link">
                  {title} from <Day at={takesEffectAt} />
                </Link>
                <span className="text-muted">
                  {' '}
                  {state}, {moved} of {total} moved
                </span>
              </li>
            ))}
          </ul>
        </Part>
      ) : null}
    </div>
  );
}
