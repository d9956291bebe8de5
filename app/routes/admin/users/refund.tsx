import { randomUUID } from 'node:crypto';
import { formatMoney, productName } from '#app/domain/core/catalogue/products.ts';
import {
  findRefundable,
  type RefundForm,
  refundPayment,
  refundSchema,
} from '#app/domain/selling/billing/user-money.server.ts';
import { actorOf, allow } from '#app/routes/admin/access.server.ts';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { ReasonField } from '#app/routes/admin/reason-field.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
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

export async function loader({ params: { userId, paymentId } }: Route.LoaderArgs) {
  const payment = await findRefundable(userId, paymentId);
  if (!payment) throw notFound('There is no such payment', { to: '/admin/users', label: 'All users' });
  // Sent with the form: however often it is sent, the money goes back once.
  return { userId, payment, key: randomUUID() };
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

export default function Refund({ loaderData: { userId, payment, key }, actionData }: Route.ComponentProps) {
  const left = (payment.leftCents / 100).toFixed(2);
  const form = formFields<RefundForm>('refund', actionData, { amount: left, key });
  const path = `/admin/users/${userId}`;
  return (
    <div className="grid max-w-2xl gap-5">
      <Breadcrumb
        crumbs={[
          { to: '/admin/users', label: 'Users' },
          { to: path, label: 'The user' },
        ]}
        current="Refund"
      />
      <PageHeading title={`Refund ${productName(payment.product)}`}>
        {formatMoney(payment.amountCents, payment.currency)}, paid on <Day at={payment.paidAt} />.{' '}
        {formatMoney(payment.leftCents, payment.currency)} can go back.
      </PageHeading>
      {payment.requestedCents > 0 ? (
        <Notice>
          A refund of {formatMoney(payment.requestedCents, payment.currency)} has been requested already. The
          payment provider has not confirmed it yet.
        </Notice>
      ) : null}
      <Card>
        <form method="post" noValidate id={form.id} className="grid gap-5">
          <FormErrors id={form.errorId} errors={form.errors ?? form.field('key').errors} />
          <input type="hidden" name="key" value={form.field('key').defaultValue ?? key} />
          {/* As it is now, also after a refusal: what changed is on this page then. */}
          <input type="hidden" name="left" value={payment.leftCents} />
          <TextField
            {...form.field('amount')}
            label={`Amount in ${payment.currency.toUpperCase()}`}
            inputMode="decimal"
            required
            autoComplete="off"
            hint={
              payment.endsSubscription
                ? 'A full refund ends access at once; a partial one does not change it. Commissions are adjusted.'
                : 'Commissions are adjusted to the refund.'
            }
          />
          <ReasonField {...form.field('reason')} required />
          <div className="flex flex-wrap gap-3">
            <SubmitButton variant="danger" pendingLabel="Asking...">
              Give it back
            </SubmitButton>
            <ButtonLink variant="secondary" to={path}>
              Cancel
            </ButtonLink>
          </div>
        </form>
      </Card>
    </div>
  );
}
