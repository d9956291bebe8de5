import { formatMoney, productName } from '#app/domain/core/catalogue/products.ts';
import { readPlace } from '#app/domain/core/values/cursor.ts';
import { countDesk } from '#app/domain/programme/commissions/ledger-desk.server.ts';
import {
  listReview,
  type ReviewRow,
  reviewCommission,
  reviewSchema,
} from '#app/domain/programme/commissions/review.server.ts';
import { actorOf, allow, hasConfirmed, may } from '#app/routes/admin/access.server.ts';
import { DeskFrame, deskPath } from '#app/routes/admin/commissions/desk-frame.tsx';
import { ConfirmFirst } from '#app/routes/admin/confirm-first.tsx';
import { keyOfId } from '#app/routes/admin/lists/bulk-scope.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import type { FormReply } from '#app/routes/http/form.server.ts';
import { formAction, parseForm } from '#app/routes/http/form-action.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { Badge } from '#app/ui/badge.tsx';
import { BulkBar } from '#app/ui/bulk-bar.tsx';
import { Button } from '#app/ui/button.tsx';
import { RowBox } from '#app/ui/data-table.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { TextField } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Link } from '#app/ui/link.tsx';
import { ListWays, waysOf } from '#app/ui/list-pagination.tsx';
import { Moment } from '#app/ui/moment.tsx';
import { WorkList } from '#app/ui/work-list.tsx';
import type { Route } from './+types/review';

export const middleware: Route.MiddlewareFunction[] = [allow('commissions:read', 'money:move')];

const path = `${deskPath}/review`;

export async function loader({ url, context }: Route.LoaderArgs) {
  const [{ rows, ...beside }, counts] = await Promise.all([
    listReview(readPlace(url.searchParams)),
    countDesk(),
  ]);
  return {
    rows,
    counts,
    ways: waysOf(path, url.search, beside),
    here: `${path}${url.search}`,
    mayMove: may(context, 'money:move'),
    isConfirmed: hasConfirmed(context),
  };
}

export const action = formAction(async ({ context }: Route.ActionArgs, form) => {
  const values = parseForm(form, reviewSchema);
  await reviewCommission(actorOf(context), values);
  return redirectWithFlash(
    path,
    values.decision === 'released' ? 'The commission is released.' : 'The commission is rejected.',
  );
});

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Commissions under review')];

export default function Review({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, counts, ways, here, mayMove, isConfirmed } = loaderData;
  const typed = actionData?.lastResult.initialValue as Record<string, unknown> | undefined;
  const isOf = ({ paymentId, referrerId }: ReviewRow) =>
    typed?.paymentId === paymentId && typed?.referrerId === referrerId;
  const isShown = rows.some(isOf);
  return (
    <DeskFrame
      tab="held"
      counts={counts}
      lead="Commissions held by a rule, oldest first. Releasing one makes it count as if it had never been held. Rejecting one reverses it in the ledger. The affiliate sees “under review”, not the reason."
    >
      {isShown ? null : <FormErrors id="review-error" errors={actionData?.lastResult.error?.['']} />}
      {mayMove && rows.length > 0 && !isConfirmed ? (
        <ConfirmFirst returnTo={here} what="Commissions" />
      ) : null}
      {rows.length === 0 ? <EmptyState title="Nothing is under review" /> : null}
      {rows.length > 0 ? (
        <WorkList>
          <ul className="grid grid-cols-1 gap-3">
            {rows.map((row) => (
              <Held
                key={row.id}
                row={row}
                isSelectable={mayMove}
                // What was typed stays, also where the confirmation has run out meanwhile.
                mayDecide={mayMove && (isConfirmed || isOf(row))}
                reply={isOf(row) ? actionData : undefined}
              />
            ))}
          </ul>
          {mayMove ? <ReviewActions count={counts.held} shownCount={rows.length} /> : null}
        </WorkList>
      ) : null}
      <ListWays {...ways} />
    </DeskFrame>
  );
}

/** What can be done with ticked commissions, or with all: each button leads to a last look at whose they are and how much (P320). */
function ReviewActions({ count, shownCount }: { count: number; shownCount: number }) {
  return (
    <BulkBar
      method="get"
      action={`${path}/selected`}
      nouns={['commission', 'commissions']}
      matching={{ count, isMore: false }}
      shownCount={shownCount}
      isAll={false}
    >
      <Button type="submit" name="do" value="released" variant="secondary">
        Release
      </Button>
      <Button type="submit" name="do" value="rejected" variant="danger">
        Reject
      </Button>
    </BulkBar>
  );
}

const selection = {
  keyOf: ({ id }: ReviewRow) => keyOfId(id),
  labelOf: ({ cents, currency, referrerName }: ReviewRow) => (
    <>
      {formatMoney(cents, currency)} for <bdi>{referrerName || 'a deleted account'}</bdi>
    </>
  ),
  amountOf: ({ cents, currency }: ReviewRow) => ({ cents, currency }),
};

function Held({
  row,
  isSelectable,
  mayDecide,
  reply,
}: {
  row: ReviewRow;
  isSelectable: boolean;
  mayDecide: boolean;
  reply: FormReply | undefined;
}) {
  const form = formFields<{ reason: string; decision: string }>(`held-${row.id}`, reply);
  return (
    <li
      data-row
      className="grid grid-cols-1 gap-3 rounded-card border border-line bg-surface p-4 has-[.row-tick:checked]:bg-accent-soft lg:grid-cols-[minmax(0,1fr)_minmax(0,24rem)]"
    >
      <div className="grid content-start gap-1.5 text-sm">
        <div className="flex items-start justify-between gap-3">
          <h2 className="min-w-0 text-base font-semibold wrap-anywhere">
            {formatMoney(row.cents, row.currency)} for{' '}
            <Link to={`${deskPath}/statements/${row.referrerId}`} className="link">
              <bdi>{row.referrerName || 'a deleted account'}</bdi>
            </Link>
          </h2>
          {isSelectable ? <RowBox row={row} selection={selection} /> : null}
        </div>
        <p>
          {productName(row.product)}, {formatMoney(row.paidCents, row.paidCurrency)} paid by{' '}
          <Link to={`/admin/users/${row.buyerId}`} className="link">
            <bdi>{row.buyerName || 'a deleted account'}</bdi>
          </Link>
          , <Moment at={row.paidAt} />
        </p>
        <ul className="grid gap-1">
          {row.why.map((words) => (
            <li key={words}>
              <Badge tone="warn">{words}</Badge>
            </li>
          ))}
        </ul>
      </div>
      {mayDecide ? (
        <form method="post" noValidate id={form.id} className="grid content-start gap-2">
          <FormErrors id={form.errorId} errors={form.errors ?? form.field('decision').errors} />
          <input type="hidden" name="paymentId" value={row.paymentId} />
          <input type="hidden" name="referrerId" value={row.referrerId} />
          <TextField
            {...form.field('reason')}
            label={
              <>
                Reason
                <span className="sr-only">
                  {' '}
                  for <bdi>{row.referrerName}</bdi>
                </span>
              </>
            }
            required
            maxLength={500}
            autoComplete="off"
          />
          <div className="flex flex-wrap gap-2">
            <Button type="submit" name="decision" value="released" variant="secondary">
              Release
            </Button>
            <Button type="submit" name="decision" value="rejected" variant="danger">
              Reject
            </Button>
          </div>
        </form>
      ) : null}
    </li>
  );
}
