import type { ReactNode } from 'react';
import { z } from 'zod';
import { formatMoney } from '#app/domain/core/catalogue/products.ts';
import { readPlace } from '#app/domain/core/values/cursor.ts';
import { listLedger } from '#app/domain/programme/commissions/ledger.server.ts';
import { payoutWords } from '#app/domain/programme/payouts/entry-words.ts';
import {
  cancelPayoutFor,
  markPayoutPaid,
  paidSchema,
  payAgainSchema,
  payoutReasonSchema,
  retryPayout,
} from '#app/domain/programme/payouts/payout-desk.server.ts';
import { findDeskPayout, readPayoutNumber } from '#app/domain/programme/payouts/payout-list.server.ts';
import { partsOf } from '#app/domain/programme/payouts/statements.server.ts';
import { isReturned } from '#app/domain/programme/payouts/states.ts';
import { unprintable } from '#app/platform/documents/text-clusters.server.ts';
import { actorOf, allow, hasConfirmed, may } from '#app/routes/admin/access.server.ts';
import { deskPath } from '#app/routes/admin/commissions/desk-frame.tsx';
import { EntryTable } from '#app/routes/admin/commissions/entry-rows.tsx';
import { ConfirmFirst } from '#app/routes/admin/confirm-first.tsx';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { ReasonField } from '#app/routes/admin/reason-field.tsx';
import { Facts, Part } from '#app/routes/admin/users/facts.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { PdfParts } from '#app/routes/frame/pdf-parts.tsx';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import type { FormReply } from '#app/routes/http/form.server.ts';
import { formAction, parseForm, readIntent } from '#app/routes/http/form-action.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { TextField } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Link } from '#app/ui/link.tsx';
import { ListWays, waysOf } from '#app/ui/list-pagination.tsx';
import { Moment } from '#app/ui/moment.tsx';
import type { Route } from './+types/payout';

export const middleware: Route.MiddlewareFunction[] = [allow('commissions:read', 'money:move')];

const list = `${deskPath}/payouts`;
const missing = () => notFound('There is no such payout', { to: list, label: 'All payouts' });

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const number = readPayoutNumber(params.number);
  const payout = number === null ? null : await findDeskPayout(number);
  if (!payout) throw missing();
  const place = readPlace(url.searchParams);
  const { entries, ...beside } = await listLedger(payout.userId, { payoutId: payout.id, place });
  const path = `${list}/${payout.number}`;
  return {
    payout,
    entries,
    parts: partsOf(payout.rowCount),
    unprintable: unprintable(payout.userName),
    path,
    ways: waysOf(path, url.search, beside),
    mayMove: may(context, 'money:move'),
    isConfirmed: hasConfirmed(context),
  };
}

const intentSchema = z.enum(['paid', 'cancel', 'retry']);

export const action = formAction(async ({ params, context }: Route.ActionArgs, form) => {
  const number = readPayoutNumber(params.number);
  const intent = readIntent(form, intentSchema);
  if (number === null) throw missing();
  const actor = actorOf(context);
  const path = `${list}/${number}`;
  if (intent === 'paid') {
    await markPayoutPaid(actor, number, parseForm(form, paidSchema));
    return redirectWithFlash(path, 'The payout is marked paid. We emailed the affiliate.');
  }
  if (intent === 'cancel') {
    const { reason } = parseForm(form, payoutReasonSchema);
    await cancelPayoutFor(actor, number, reason);
    return redirectWithFlash(path, 'The payout is canceled. Its money is in the balance again.');
  }
  const { amountCents } = await retryPayout(actor, number, parseForm(form, payAgainSchema));
  return redirectWithFlash(list, `A new payout of ${formatMoney(amountCents)} is made.`);
});

export const meta: Route.MetaFunction = ({ matches, params }) => [
  pageTitle(matches, `Payout ${params.number}`),
];

export default function Payout({ loaderData, actionData }: Route.ComponentProps) {
  const { payout, entries, parts, unprintable, path, ways, mayMove, isConfirmed } = loaderData;
  const canDo = mayMove && (payout.state === 'requested' || isReturned(payout.state));
  return (
    <div className="grid gap-5">
      <Breadcrumb
        crumbs={[
          { to: deskPath, label: 'Commissions' },
          { to: list, label: 'Payouts' },
        ]}
        current={`Payout ${payout.number}`}
      />
      <PageHeading
        title={`Payout ${payout.number}`}
        actions={
          <PdfParts
            href={`${deskPath}/statements/${payout.userId}/payout-${payout.number}.pdf`}
            parts={parts}
            label="Statement as PDF"
            unprintable={unprintable}
          />
        }
      >
        {formatMoney(payout.amountCents, payout.currency)} for{' '}
        <Link to={`${deskPath}/statements/${payout.userId}`} className="link">
          <bdi>{payout.userName || 'a deleted account'}</bdi>
        </Link>
        .
      </PageHeading>
      <Facts facts={factsOf(payout)} />
      {canDo ? null : <FormErrors id="payout-error" errors={actionData?.lastResult.error?.['']} />}
      {canDo && !isConfirmed ? <ConfirmFirst returnTo={path} what="A payout" /> : null}
      {canDo && isConfirmed ? <WhatToDo payout={payout} path={path} reply={actionData} /> : null}
      <Part id="lines" title="What it pays">
        {entries.length === 0 ? (
          <EmptyState title="No rows" />
        ) : (
          <EntryTable caption="The rows that this payout pays" entries={entries} />
        )}
      </Part>
      <ListWays {...ways} />
    </div>
  );
}

type Shown = Route.ComponentProps['loaderData']['payout'];

function factsOf(payout: Shown): [string, ReactNode][] {
  const { text, tone } = payoutWords[payout.state];
  return [
    [
      'State',
      <Badge key="state" tone={tone}>
        {text}
      </Badge>,
    ],
    ['To', payout.reference ? `By hand: ${payout.reference}` : payout.email],
    ['Country', payout.country],
    ['Made', <Moment key="made" at={payout.createdAt} />],
    ['Paid', payout.paidAt && <Moment key="paid" at={payout.paidAt} />],
    ['Came back', payout.returnedAt && <Moment key="back" at={payout.returnedAt} />],
    ['Why', payout.errorText],
    ['Fee', payout.feeCents === null ? null : formatMoney(payout.feeCents, payout.currency)],
    ['Marked paid by', payout.markedByName],
  ];
}

/** What can be done with a payout as it is: before it was handed over, or after it came back. */
function WhatToDo({ payout, path, reply }: { payout: Shown; path: string; reply: FormReply | undefined }) {
  const form = formFields<{ reference: string; reason: string }>('payout', reply);
  const isBack = payout.state !== 'requested';
  const { approvedCents } = payout;
  const money = formatMoney(payout.amountCents, payout.currency);
  const name = payout.userName || 'a deleted account';
  return (
    <form
      method="post"
      noValidate
      action={path}
      id={form.id}
      className="grid gap-4 rounded-card border border-line bg-surface p-4"
    >
      <FormErrors id={form.errorId} errors={form.errors} />
      <p className="max-w-3xl text-sm text-muted">
        {isBack
          ? 'Its money is in the balance again. Once the cause is gone, pay all that is approved now with a new payout.'
          : 'It was not handed to the provider. If you paid it another way, mark it as paid with a reference that the affiliate recognizes. If you cancel it, its money goes back to the balance.'}
      </p>
      <div className="grid items-start gap-4 md:grid-cols-2">
        {isBack ? null : (
          <TextField
            {...form.field('reference')}
            label="Reference of the payment"
            hint="Only to mark it paid: the affiliate reads it on the statement."
            maxLength={200}
            autoComplete="off"
          />
        )}
        <ReasonField {...form.field('reason')} required />
      </div>
      <div className="flex flex-wrap gap-2">
        {isBack ? (
          <>
            <input type="hidden" name="cents" value={approvedCents} />
            <SubmitButton intent="retry" pendingLabel="Paying...">
              {`Pay ${formatMoney(approvedCents, payout.currency)} to ${name} again`}
            </SubmitButton>
          </>
        ) : (
          <>
            <SubmitButton intent="paid" pendingLabel="Saving...">
              {`Mark ${money} to ${name} as paid`}
            </SubmitButton>
            <SubmitButton intent="cancel" variant="danger" pendingLabel="Canceling...">
              {`Cancel the payout of ${money}`}
            </SubmitButton>
          </>
        )}
      </div>
    </form>
  );
}
