import { shownName } from '#app/domain/core/audit/user-name.ts';
import { formatMoney } from '#app/domain/core/catalogue/products.ts';
import { readPlace } from '#app/domain/core/values/cursor.ts';
import { listRefundRequests } from '#app/domain/selling/billing/refund-answers.server.ts';
import { answerRefundRequest, answerSchema } from '#app/domain/selling/billing/refund-desk.server.ts';
import { refundAnswerLength } from '#app/domain/selling/billing/refund-request-form.ts';
import { actorOf, allow, hasConfirmed, may } from '#app/routes/admin/access.server.ts';
import { ConfirmFirst } from '#app/routes/admin/confirm-first.tsx';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { PaymentsTabs, requestsPath } from '#app/routes/admin/payments/payments-tabs.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import type { FormReply } from '#app/routes/http/form.server.ts';
import { formAction, parseForm } from '#app/routes/http/form-action.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { Badge } from '#app/ui/badge.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { Day } from '#app/ui/day.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { TextArea } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Link } from '#app/ui/link.tsx';
import { ListWays, waysOf } from '#app/ui/list-pagination.tsx';
import { Moment } from '#app/ui/moment.tsx';
import type { Route } from './+types/refund-requests';

export const middleware: Route.MiddlewareFunction[] = [allow('operations:read', 'money:move')];

/** One query. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { rows, ...beside } = await listRefundRequests(readPlace(url.searchParams));
  return {
    rows,
    ways: waysOf(requestsPath, url.search, beside),
    here: `${requestsPath}${url.search}`,
    mayMove: may(context, 'money:move'),
    isConfirmed: hasConfirmed(context),
  };
}

export const action = formAction(async ({ context }: Route.ActionArgs, form) => {
  const values = parseForm(form, answerSchema);
  await answerRefundRequest(actorOf(context), values);
  return redirectWithFlash(
    requestsPath,
    values.intent === 'grant'
      ? 'The money is on its way back; we email the payer once the provider has accepted it.'
      : 'The request is declined, and we emailed your answer to the payer.',
  );
});

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Refund requests')];

type Row = Route.ComponentProps['loaderData']['rows'][number];

export default function RefundRequests({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, ways, here, mayMove, isConfirmed } = loaderData;
  const { initialValue, error } = actionData?.lastResult ?? {};
  const answered = rows.find(({ id }) => id === initialValue?.request);
  return (
    <div className="grid gap-6">
      <PageHeading title="Refund requests">
        Requests that the guarantee doesn’t refund automatically, oldest first. We promise everyone who asks
        an answer within 24 hours.
      </PageHeading>
      <PaymentsTabs current="requests" />
      {answered ? null : (
        <FormErrors id="requests-error" errors={error?.[''] ?? error?.request ?? error?.intent} />
      )}
      {mayMove && rows.length > 0 && !isConfirmed ? <ConfirmFirst returnTo={here} what="Money" /> : null}
      {rows.length === 0 ? (
        <EmptyState title="No requests waiting">Everyone who asked for a refund has an answer.</EmptyState>
      ) : (
        <ul className="grid gap-3">
          {rows.map((row) => (
            <Asked
              key={row.id}
              row={row}
              // What was typed stays, also where the confirmation has run out meanwhile.
              mayAnswer={mayMove && (isConfirmed || row === answered)}
              reply={row === answered ? actionData : undefined}
            />
          ))}
        </ul>
      )}
      <ListWays {...ways} />
    </div>
  );
}

function Asked({ row, mayAnswer, reply }: { row: Row; mayAnswer: boolean; reply: FormReply | undefined }) {
  const money = formatMoney(row.amountCents, row.currency);
  const name = shownName(row);
  return (
    <li className="grid grid-cols-1 gap-4 rounded-card border border-line bg-surface p-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,24rem)]">
      <div className="grid content-start gap-1.5 text-sm wrap-anywhere">
        <h2 className="text-base font-semibold">
          {money} to{' '}
          <Link to={`/admin/users/${row.userId}`} className="link">
            <bdi>{name}</bdi>
          </Link>
        </h2>
        <p className="text-muted">{row.email}</p>
        <p>
          {row.productName}, paid on <Day at={row.paidAt} />
        </p>
        <p>
          Requested on <Moment at={row.requestedAt} />
        </p>
        {row.isGuaranteed ? (
          <p>
            <Badge tone="warn">Guaranteed, but a first try failed</Badge>
          </p>
        ) : null}
        {row.isGift ? (
          <p>
            {row.giftRedeemedAt ? (
              <Badge tone="warn">
                Redeemed on <Day at={row.giftRedeemedAt} />
              </Badge>
            ) : (
              <Badge>Not redeemed</Badge>
            )}
          </p>
        ) : null}
        {row.reason ? (
          <blockquote dir="auto" className="border-s-2 border-line-strong ps-3 whitespace-pre-line">
            {row.reason}
          </blockquote>
        ) : (
          <p className="text-muted">They gave no reason.</p>
        )}
      </div>
      {mayAnswer ? <Answers id={row.id} of={`${money} to ${name}`} reply={reply} /> : null}
    </li>
  );
}

/** The two forms of a request. They are sent to the page of the list that they stand on, where what was typed is found again. */
function Answers({ id, of, reply }: { id: string; of: string; reply: FormReply | undefined }) {
  const form = formFields<{ words: string }>(`request-${id}`, reply);
  return (
    <div className="grid content-start gap-4">
      <FormErrors id={form.errorId} errors={form.errors} />
      <form method="post">
        <input type="hidden" name="request" value={id} />
        <SubmitButton intent="grant" variant="secondary" pendingLabel="Refunding...">
          {`Refund ${of}`}
        </SubmitButton>
      </form>
      <form method="post" className="grid gap-3 border-t border-line pt-4">
        <input type="hidden" name="request" value={id} />
        <TextArea
          {...form.field('words')}
          label={
            <>
              Why you decline<span className="sr-only">: {of}</span>
            </>
          }
          hint="We email it to them exactly as written."
          rows={3}
          required
          maxLength={refundAnswerLength}
        />
        <SubmitButton
          intent="decline"
          variant="danger"
          className="justify-self-start"
          pendingLabel="Declining..."
          aria-label={`Decline ${of}`}
        >
          Decline
        </SubmitButton>
      </form>
    </div>
  );
}
