import { formatMoney } from '#app/domain/core/catalogue/products.ts';
import { unclaimedMonths } from '#app/domain/core/catalogue/programme.ts';
import { readPlace } from '#app/domain/core/values/cursor.ts';
import { countDesk } from '#app/domain/programme/commissions/ledger-desk.server.ts';
import {
  decideLeaving,
  type LeavingAffiliate,
  type LeavingFilter,
  type LeavingForm,
  leavingSchema,
  listLeaving,
} from '#app/domain/programme/payouts/closing-desk.server.ts';
import { causesForOperators } from '#app/domain/programme/payouts/closing-words.ts';
import { actorOf, allow, hasConfirmed, may } from '#app/routes/admin/access.server.ts';
import { DeskFrame, deskPath } from '#app/routes/admin/commissions/desk-frame.tsx';
import { ConfirmFirst } from '#app/routes/admin/confirm-first.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import type { FormReply } from '#app/routes/http/form.server.ts';
import { formAction, parseForm } from '#app/routes/http/form-action.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { Day } from '#app/ui/day.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { TextField } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Link } from '#app/ui/link.tsx';
import { ListWays, waysOf } from '#app/ui/list-pagination.tsx';
import { Moment } from '#app/ui/moment.tsx';
import type { Route } from './+types/leaving-affiliates';

export const middleware: Route.MiddlewareFunction[] = [allow('commissions:read', 'money:move')];

const path = `${deskPath}/leaving`;

const filters = { all: 'All', held: 'On hold' } as const satisfies Record<LeavingFilter, string>;

export async function loader({ url, context }: Route.LoaderArgs) {
  const filter: LeavingFilter = url.searchParams.get('show') === 'held' ? 'held' : 'all';
  const [{ rows, ...beside }, counts] = await Promise.all([
    listLeaving(filter, readPlace(url.searchParams)),
    countDesk(),
  ]);
  return {
    rows,
    counts,
    filter,
    ways: waysOf(path, url.search, beside),
    here: `${path}${url.search}`,
    mayMove: may(context, 'money:move'),
    isConfirmed: hasConfirmed(context),
  };
}

const done = {
  pay: 'The money is released. It is paid once nothing is pending.',
  withhold: 'The money is withheld. We emailed the affiliate the reason.',
  write_off: 'The money is written off. We emailed the affiliate.',
  pay_now: 'The payout is made.',
} as const;

export const action = formAction(async ({ context }: Route.ActionArgs, form) => {
  const values = parseForm(form, leavingSchema);
  await decideLeaving(actorOf(context), values);
  return redirectWithFlash(path, done[values.decision]);
});

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Affiliates who are leaving')];

export default function Leaving({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, counts, filter, ways, here, mayMove, isConfirmed } = loaderData;
  const typed = actionData?.lastResult.initialValue as Record<string, unknown> | undefined;
  // One that was decided meanwhile has no form any more that could say so.
  const isShown = rows.some((row) => row.id === typed?.closing && hasActions(row));
  return (
    <DeskFrame
      tab="leaving"
      counts={counts}
      lead="Affiliates who no longer earn but are still owed money, oldest first. Their last payout is made automatically, even below the minimum, once nothing is waiting or under review. Money owed to a deactivated account is on hold until you decide."
    >
      <nav aria-label="Which accounts" className="no-print">
        <ul className="flex gap-4 text-sm">
          {Object.entries(filters).map(([key, label]) => (
            <li key={key}>
              <Link
                to={key === 'all' ? path : `${path}?show=${key}`}
                aria-current={key === filter ? 'true' : undefined}
                className={key === filter ? 'font-semibold text-accent no-underline' : 'link'}
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {isShown ? null : <FormErrors id="leaving-error" errors={actionData?.lastResult.error?.['']} />}
      {mayMove && rows.length > 0 && !isConfirmed ? (
        <ConfirmFirst returnTo={here} what="Commissions" />
      ) : null}
      {rows.length === 0 ? (
        <EmptyState
          title={filter === 'held' ? 'Nothing is on hold' : 'No affiliate who has left is owed anything'}
        />
      ) : null}
      <ul className="grid gap-3">
        {rows.map((row) => (
          <Account
            key={row.id}
            row={row}
            mayDecide={mayMove && (isConfirmed || row.id === typed?.closing)}
            reply={row.id === typed?.closing ? actionData : undefined}
          />
        ))}
      </ul>
      <ListWays {...ways} />
    </DeskFrame>
  );
}

/** What keeps a last payout from being made, or when it is. */
function standing(row: LeavingAffiliate): { text: string; tone: 'neutral' | 'warn' | 'danger' } {
  if (row.isHeld) return { text: 'On hold: decide', tone: 'warn' };
  if (row.isErased) return { text: 'Account erased: no one to pay', tone: 'danger' };
  if (row.inPayoutCents > 0) return { text: 'A payout is on its way', tone: 'neutral' };
  if (row.isUnclaimed) return { text: `Unclaimed for ${unclaimedMonths} months`, tone: 'danger' };
  if (row.payoutEmail === null) return { text: 'No PayPal address yet', tone: 'warn' };
  if (row.cameBack) return { text: 'The last payout came back', tone: 'warn' };
  if (row.laterCents !== 0) return { text: 'Paid when nothing is waiting', tone: 'neutral' };
  return { text: 'Paid with the next run, tomorrow at the latest', tone: 'neutral' };
}

/** Whether the last payout can be made at once. */
const canPay = ({ isHeld, payoutEmail, inPayoutCents, approvedCents }: LeavingAffiliate) =>
  !isHeld && payoutEmail !== null && inPayoutCents === 0 && approvedCents > 0;

/** Whether there is anything to decide about an account. */
const hasActions = (row: LeavingAffiliate) => row.isHeld || row.isUnclaimed || canPay(row);

function Account({
  row,
  mayDecide,
  reply,
}: {
  row: LeavingAffiliate;
  mayDecide: boolean;
  reply: FormReply | undefined;
}) {
  const form = formFields<LeavingForm>(`leaving-${row.id}`, reply);
  const { text, tone } = standing(row);
  const owed = formatMoney(row.approvedCents + row.laterCents);
  const name = row.name || 'a deleted account';
  return (
    <li className="grid gap-3 rounded-card border border-line bg-surface p-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,24rem)]">
      <div className="grid content-start gap-1.5 text-sm">
        <h2 className="text-base font-semibold">
          {formatMoney(row.approvedCents + row.laterCents)} owed to{' '}
          <Link to={`${deskPath}/statements/${row.userId}`} className="link">
            {row.name || 'a deleted account'}
          </Link>
        </h2>
        <p>
          {causesForOperators[row.cause]}
          {row.startedByName ? ` (${row.startedByName})` : ''}, <Moment at={row.startedAt} />
        </p>
        <p className="tabular-nums">
          {formatMoney(row.approvedCents)} approved
          {row.laterCents === 0 ? '' : `, ${formatMoney(row.laterCents)} waiting`}
          {row.clearsAt ? (
            <>
              {' '}
              until <Day at={row.clearsAt} />
            </>
          ) : null}
          {row.inPayoutCents > 0 ? `, ${formatMoney(row.inPayoutCents)} on its way` : ''}
        </p>
        <p className="text-muted">
          {row.payoutEmail ? (
            <span className="wrap-anywhere">To {row.payoutEmail}</span>
          ) : (
            'No address to pay to'
          )}
          {row.reminders > 0 ? `, reminded ${row.reminders === 1 ? 'once' : `${row.reminders} times`}` : ''}
        </p>
        <p>
          <Badge tone={tone}>{text}</Badge>
        </p>
      </div>
      {mayDecide && hasActions(row) ? (
        <form method="post" noValidate id={form.id} className="grid content-start gap-2">
          <FormErrors id={form.errorId} errors={form.errors ?? form.field('decision').errors} />
          <input type="hidden" name="closing" value={row.id} />
          <TextField
            {...form.field('reason')}
            label={
              <>
                {row.isHeld || row.isUnclaimed ? 'Reason, as the affiliate reads it' : 'Reason'}
                <span className="sr-only">, {row.name}</span>
              </>
            }
            required
            maxLength={500}
            autoComplete="off"
          />
          <div className="flex flex-wrap gap-2">
            {row.isHeld ? (
              <>
                <Button type="submit" name="decision" value="pay" variant="secondary">
                  Release {owed} to {name}
                </Button>
                <Button type="submit" name="decision" value="withhold" variant="danger">
                  Withhold {owed} from {name}
                </Button>
              </>
            ) : null}
            {canPay(row) ? (
              <Button type="submit" name="decision" value="pay_now" variant="secondary">
                Pay {formatMoney(row.approvedCents)} to {name} now
              </Button>
            ) : null}
            {row.isUnclaimed ? (
              <Button type="submit" name="decision" value="write_off" variant="danger">
                Write off {owed} owed to {name}
              </Button>
            ) : null}
          </div>
        </form>
      ) : null}
    </li>
  );
}
