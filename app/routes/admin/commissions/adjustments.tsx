import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { formatMoney } from '#app/domain/core/catalogue/products.ts';
import { readPlace } from '#app/domain/core/values/cursor.ts';
import {
  type AdjustmentForm,
  adjustmentSchema,
  aloneCents,
  askAdjustment,
  decideAdjustment,
  type ListedAdjustment,
  listAdjustments,
  listWaitingAdjustments,
} from '#app/domain/programme/commissions/adjustments.server.ts';
import { countDesk } from '#app/domain/programme/commissions/ledger-desk.server.ts';
import { actorOf, allow, hasConfirmed, may } from '#app/routes/admin/access.server.ts';
import { DeskFrame, deskPath } from '#app/routes/admin/commissions/desk-frame.tsx';
import { ConfirmFirst } from '#app/routes/admin/confirm-first.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, parseForm, readIntent } from '#app/routes/http/form-action.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { Badge } from '#app/ui/badge.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { TextField } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Link } from '#app/ui/link.tsx';
import { ListWays, waysOf } from '#app/ui/list-pagination.tsx';
import { Moment } from '#app/ui/moment.tsx';
import type { Route } from './+types/adjustments';

export const middleware: Route.MiddlewareFunction[] = [allow('commissions:read', 'money:move')];

const path = `${deskPath}/adjustments`;

export async function loader({ url, context }: Route.LoaderArgs) {
  const [waiting, { rows, ...beside }, counts] = await Promise.all([
    listWaitingAdjustments(),
    listAdjustments(readPlace(url.searchParams)),
    countDesk(),
  ]);
  return {
    waiting,
    rows: rows.filter(({ state }) => state !== 'waiting'),
    counts,
    // Sent with the form: however often it is sent, the account is adjusted once.
    key: randomUUID(),
    who: url.searchParams.get('who')?.slice(0, 254) ?? '',
    me: actorOf(context).id,
    alone: formatMoney(aloneCents),
    ways: waysOf(path, url.search, beside),
    mayMove: may(context, 'money:move'),
    isConfirmed: hasConfirmed(context),
  };
}

const decisions = { approve: 'made', decline: 'declined' } as const;

export const action = formAction(async ({ context }: Route.ActionArgs, form) => {
  const actor = actorOf(context);
  const intent = readIntent(form, z.enum(['ask', 'approve', 'decline']));
  if (intent !== 'ask') {
    await decideAdjustment(actor, String(form.get('id') ?? ''), decisions[intent]);
    return redirectWithFlash(
      path,
      intent === 'approve' ? 'The account is adjusted.' : 'The adjustment is declined.',
    );
  }
  const state = await askAdjustment(actor, parseForm(form, adjustmentSchema));
  return redirectWithFlash(
    path,
    state === 'made'
      ? 'The account is adjusted.'
      : state === 'waiting'
        ? 'It waits for another admin to approve it.'
        : 'This adjustment was asked for already.',
  );
});

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Adjustments')];

export default function Adjustments({ loaderData, actionData }: Route.ComponentProps) {
  const { waiting, rows, counts, ways, mayMove, isConfirmed, alone } = loaderData;
  return (
    <DeskFrame
      tab="adjustments"
      counts={counts}
      lead={`What admins have added to accounts, or taken from them. Above ${alone} to one person within a day another admin has to approve it.`}
    >
      {mayMove && !isConfirmed ? <ConfirmFirst returnTo={path} what="Accounts" /> : null}
      {mayMove && isConfirmed ? <NewAdjustment loaderData={loaderData} actionData={actionData} /> : null}
      {waiting.length > 0 ? (
        <section aria-labelledby="waiting" className="grid gap-3">
          <h2 id="waiting" className="text-xl">
            Waiting for another admin
          </h2>
          <AdjustmentTable
            caption="Adjustments that wait"
            rows={waiting}
            me={mayMove && isConfirmed ? loaderData.me : null}
            isWaiting
          />
        </section>
      ) : null}
      <section aria-labelledby="done" className="grid gap-3">
        <h2 id="done" className="text-xl">
          Decided
        </h2>
        {rows.length === 0 ? (
          <EmptyState title="No account was adjusted" />
        ) : (
          <AdjustmentTable caption="Adjustments, the latest first" rows={rows} me={null} />
        )}
      </section>
      <ListWays {...ways} />
    </DeskFrame>
  );
}

function NewAdjustment({
  loaderData: { key, who },
  actionData,
}: Pick<Route.ComponentProps, 'loaderData' | 'actionData'>) {
  const form = formFields<AdjustmentForm>('adjustment', actionData, { key, who });
  return (
    <Card>
      <form
        method="post"
        noValidate
        action={path}
        id={form.id}
        className="grid items-start gap-4 md:grid-cols-[1.2fr_9rem_2fr_auto]"
      >
        <div className="grid gap-2 md:col-span-4">
          <h2 className="text-xl">Adjust an account</h2>
          <FormErrors id={form.errorId} errors={form.errors ?? form.field('key').errors} />
        </div>
        <input type="hidden" name="key" value={form.field('key').defaultValue ?? key} />
        <TextField
          {...form.field('who')}
          label="Email or user name"
          required
          maxLength={254}
          autoComplete="off"
          spellCheck={false}
        />
        <TextField
          {...form.field('amount')}
          label="Amount in USD"
          hint="-12.50 takes away"
          required
          autoComplete="off"
        />
        <TextField
          {...form.field('reason')}
          label="Reason"
          hint="The affiliate reads this. Don't name anyone."
          required
          maxLength={300}
          autoComplete="off"
        />
        <div className="md:pt-[1.625rem]">
          <SubmitButton intent="ask" pendingLabel="Adjusting...">
            Adjust
          </SubmitButton>
        </div>
      </form>
    </Card>
  );
}

const states = {
  waiting: { text: 'Waiting', tone: 'warn' },
  made: { text: 'Made', tone: 'good' },
  declined: { text: 'Declined', tone: 'neutral' },
} as const;

/** Adjustments; those that wait have the buttons that `me` may press. */
function AdjustmentTable({
  caption,
  rows,
  me,
  isWaiting = false,
}: {
  isWaiting?: boolean;
  caption: string;
  rows: readonly ListedAdjustment[];
  me: string | null;
}) {
  return (
    <DataTable
      caption={caption}
      rows={rows}
      keyOf={(row) => row.id}
      columns={[
        {
          label: 'Account',
          cell: (row) => (
            <Link to={`${deskPath}/statements/${row.userId}`} className="link">
              <bdi>{row.userName || 'Deleted user'}</bdi>
            </Link>
          ),
        },
        { label: 'Amount', isFigure: true, cell: (row) => formatMoney(row.cents) },
        { label: 'Reason', cell: (row) => row.reason },
        {
          label: 'State',
          isShown: !isWaiting,
          cell: (row) => (
            <span className="whitespace-nowrap">
              <Badge tone={states[row.state].tone}>{states[row.state].text}</Badge>
            </span>
          ),
        },
        {
          label: 'Asked for',
          cell: (row) => (
            <span>
              <bdi>{row.requestedByName || 'Deleted user'}</bdi>, <Moment at={row.requestedAt} />
            </span>
          ),
        },
        {
          label: 'Decided',
          isShown: !isWaiting,
          cell: (row) =>
            row.decidedAt ? (
              <span>
                <bdi>{row.decidedByName || 'Deleted user'}</bdi>, <Moment at={row.decidedAt} />
              </span>
            ) : null,
        },
        {
          label: 'What to do',
          isHidden: true,
          isShown: me !== null,
          cell: (row) => <Decision row={row} isOwn={row.requestedById === me} />,
        },
      ]}
    />
  );
}

function Decision({ row, isOwn }: { row: ListedAdjustment; isOwn: boolean }) {
  const ofWhom = `${formatMoney(row.cents)} for ${row.userName || 'a deleted account'}`;
  const decline = isOwn ? 'Take back' : 'Decline';
  return (
    <form method="post" action={path} className="flex flex-wrap gap-2">
      <input type="hidden" name="id" value={row.id} />
      {isOwn ? null : (
        <SubmitButton
          intent="approve"
          variant="secondary"
          pendingLabel="Approving..."
          aria-label={`Approve ${ofWhom}`}
        >
          Approve
        </SubmitButton>
      )}
      <SubmitButton
        intent="decline"
        variant="quiet"
        pendingLabel="Saving..."
        aria-label={`${decline} ${ofWhom}`}
      >
        {decline}
      </SubmitButton>
    </form>
  );
}
