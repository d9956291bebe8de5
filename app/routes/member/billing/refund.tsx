import { planRefund, requestRefund } from '#app/domain/selling/billing/refund-request.server.ts';
import { refundReasonLength } from '#app/domain/selling/billing/refund-request-form.ts';
import {
  type RefundRequestForm,
  refundRequestSchema,
} from '#app/domain/selling/billing/refund-request-schema.server.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, parseForm } from '#app/routes/http/form-action.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import { renderRefundParts } from '#app/routes/member/billing/refund-parts.server.tsx';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { TextArea } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { LinksFromServer } from '#app/ui/links-from-server.tsx';
import { PageHtml } from '#app/ui/page-html.tsx';
import type { Route } from './+types/refund';

const billing = '/profile/billing';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const plan = await planRefund(context.get(memberContext).id, params.paymentId);
  if (!plan) throw notFound('There is no such payment', { to: billing, label: 'Back to billing' });
  return renderRefundParts(request, plan);
}

export const action = formAction(async ({ params, context }: Route.ActionArgs, form) => {
  const { isGuaranteed, isNew } = await requestRefund(
    context.get(memberContext),
    params.paymentId,
    parseForm(form, refundRequestSchema).reason,
  );
  const under = isGuaranteed
    ? 'Your refund is on its way. We email you a credit note as soon as it is ready.'
    : 'We have your request, and answer you by email within 24 hours.';
  return redirectWithFlash(billing, isNew ? under : `You have asked for it already. ${under}`);
});

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Ask for a refund')];

export default function Refund({ loaderData, actionData }: Route.ComponentProps) {
  const { title, paid, told, ask } = loaderData;
  const form = formFields<RefundRequestForm>('refund', actionData);
  return (
    <div className="page page-narrow grid gap-6 py-8 sm:py-12">
      <header className="grid gap-6">
        <Breadcrumb crumbs={[{ to: billing, label: 'Billing' }]} current="Refund" />
        <h1>{title}</h1>
        <PageHtml id={paid.id} html={paid.html} />
      </header>
      <FormErrors id={form.errorId} errors={form.errors} />
      <LinksFromServer part={told} />
      {ask ? (
        <form method="post" noValidate id={form.id} className="grid gap-6">
          <TextArea
            {...form.field('reason')}
            label={ask.why}
            hint={`At most ${refundReasonLength} characters. Our team reads it.`}
            maxLength={refundReasonLength}
          />
          <div className="flex flex-wrap gap-3">
            <SubmitButton pendingLabel="Sending...">{ask.label}</SubmitButton>
            <ButtonLink variant="secondary" to={billing}>
              Back to billing
            </ButtonLink>
          </div>
        </form>
      ) : null}
    </div>
  );
}
