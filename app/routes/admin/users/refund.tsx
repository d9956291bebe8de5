import { randomUUID } from 'node:crypto';
import { formatMoney, productName } from '#app/domain/core/catalogue/products.ts';
import {
  findRefundable,
  type RefundForm,
  readRefundAmount,
  refundPayment,
  refundSchema,
} from '#app/domain/selling/billing/user-money.server.ts';
import { actorOf, allow } from '#app/routes/admin/access.server.ts';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { ReasonField } from '#app/routes/admin/reason-field.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import type { FormReply } from '#app/routes/http/form.server.ts';
import { formAction, parseForm } from '#app/routes/http/form-action.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Day } from '#app/ui/day.tsx';
import { TextField } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Notice } from '#app/ui/notice.tsx';
import type { Route } from './+types/refund';

export const middleware: Route.MiddlewareFunction[] = [allow('money:move')];

const allUsers = { to: '/admin/users', label: 'All users' };

export async function loader({ params: { userId, paymentId }, url }: Route.LoaderArgs) {
  const payment = await findRefundable(userId, paymentId);
  if (!payment) throw notFound('There is no such payment', allUsers);
  const typed = url.searchParams.get('amount');
  // Sent with the form: however often it is sent, the money goes back once.
  return { userId, payment, typed, ...readRefundAmount(payment, typed), formKey: randomUUID() };
}

export const action = formAction(
  async ({ params: { userId, paymentId }, context }: Route.ActionArgs, form) => {
    const isNew = await refundPayment(actorOf(context), userId, paymentId, parseForm(form, refundSchema));
    return redirectWithFlash(
      `/admin/users/${userId}`,
      isNew
        ? 'The refund is on its way to the provider; the payment changes once it has answered.'
        : 'This refund was asked for already.',
    );
  },
);

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Refund')];

export default function Refund({ loaderData, actionData }: Route.ComponentProps) {
  const { userId, payment, amountCents } = loaderData;
  const { userName, currency } = payment;
  const path = `/admin/users/${userId}`;
  const name = <bdi>{userName || 'this person'}</bdi>;
  const money = (cents: number) => formatMoney(cents, currency);
  return (
    <div className="grid max-w-2xl gap-5">
      <Breadcrumb
        crumbs={[
          { to: '/admin/users', label: 'Users' },
          { to: path, label: userName || 'The user' },
        ]}
        current="Refund"
      />
      <PageHeading title={<>Refund {name}</>}>
        {productName(payment.product)}, {money(payment.amountCents)}, paid on <Day at={payment.paidAt} />. You
        can refund up to {money(payment.leftCents)}.
      </PageHeading>
      {payment.requestedCents > 0 ? (
        <Notice>
          A refund of {money(payment.requestedCents)} has been requested already. The payment provider has not
          confirmed it yet.
        </Notice>
      ) : null}
      {payment.giftRedeemedAt ? (
        <Notice tone="warn">
          This gift was redeemed on <Day at={payment.giftRedeemedAt} />. We promise refunds only of gifts that
          nobody has redeemed. A full refund ends the membership that the gift gives.
        </Notice>
      ) : null}
      <AmountForm {...loaderData} />
      {amountCents === null ? null : (
        <ConfirmForm {...loaderData} amountCents={amountCents} path={path} reply={actionData} />
      )}
    </div>
  );
}

type Loaded = Route.ComponentProps['loaderData'];

const typedAmount = (cents: number) => (cents / 100).toFixed(2);

/** Chooses the amount, which the page then names: nothing is sent to the provider by it. */
function AmountForm({ payment, typed, amountCents, problem }: Loaded) {
  return (
    <form method="get" noValidate className="flex flex-wrap items-end gap-3">
      <div className="grow">
        <TextField
          id="refund-amount"
          name="amount"
          defaultValue={amountCents === null ? (typed ?? '') : typedAmount(amountCents)}
          errors={problem === null ? undefined : [problem]}
          label={`Amount in ${payment.currency.toUpperCase()}`}
          inputMode="decimal"
          autoComplete="off"
        />
      </div>
      <SubmitButton variant="secondary" pendingLabel="Changing...">
        Change amount
      </SubmitButton>
    </form>
  );
}

/** Says what will happen, and to whom, beside the button that does it. */
function ConfirmForm({
  payment,
  amountCents,
  formKey,
  path,
  reply,
}: Loaded & { amountCents: number; path: string; reply: FormReply | undefined }) {
  const form = formFields<RefundForm>('refund', reply, { key: formKey });
  const isWhole = amountCents === payment.leftCents;
  return (
    <Card>
      <form method="post" noValidate id={form.id} className="grid gap-5">
        <FormErrors
          id={form.errorId}
          errors={form.errors ?? form.field('amount').errors ?? form.field('key').errors}
        />
        <input type="hidden" name="key" value={form.field('key').defaultValue ?? formKey} />
        <input type="hidden" name="amount" value={typedAmount(amountCents)} />
        {/* As it is now, also after a refusal: what changed is on this page then. */}
        <input type="hidden" name="left" value={payment.leftCents} />
        <p className="text-sm text-muted">
          The money goes back the way it came.{' '}
          {payment.endsSubscription
            ? isWhole
              ? 'Access ends at once. '
              : 'A partial refund does not change access. '
            : null}
          Commissions are adjusted to the refund.
        </p>
        <ReasonField {...form.field('reason')} required />
        <div className="flex flex-wrap gap-3">
          <SubmitButton variant="danger" pendingLabel="Refunding...">
            {`Refund ${formatMoney(amountCents, payment.currency)} to ${payment.userName || 'this person'}`}
          </SubmitButton>
          <ButtonLink variant="secondary" to={path}>
            Cancel
          </ButtonLink>
        </div>
      </form>
    </Card>
  );
}
