import { redirect } from 'react-router';
import { nounOf, productOfSlug } from '#app/domain/core/catalogue/products.ts';
import { cancelMembership, planCancellation } from '#app/domain/selling/billing/cancellation.server.ts';
import { cancelCommentLength, cancelReasons } from '#app/domain/selling/billing/cancellation-form.ts';
import {
  type CancellationForm,
  cancellationSchema,
} from '#app/domain/selling/billing/cancellation-schema.server.ts';
import { billingChangeLimit } from '#app/domain/selling/billing/limits.ts';
import type { Subscribed } from '#app/domain/selling/billing/membership-state.ts';
import { isSubscribed } from '#app/domain/selling/billing/membership-state.ts';
import { planPause } from '#app/domain/selling/pausing/pausing.server.ts';
import { findWinBack } from '#app/domain/selling/win-back/win-back.server.ts';
import { consumeRateLimit } from '#app/platform/rate-limit.server.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { adminBehindContext, memberContext } from '#app/routes/http/context.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, parseForm } from '#app/routes/http/form-action.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { interactive } from '#app/routes/http/page-handle.ts';
import { renderConsequences } from '#app/routes/member/billing/cancellation-consequences.server.tsx';
import { PauseOffer } from '#app/routes/member/billing/pause-offer.tsx';
import { WinBackOffer } from '#app/routes/member/billing/win-back-offer.tsx';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { RadioGroup, TextArea } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { LinksFromServer } from '#app/ui/links-from-server.tsx';
import type { Route } from './+types/cancel';

/** What the address says is to be canceled. Throws a redirect for what is paid once, or is none of ours. */
function subscribedAt(url: URL): Subscribed {
  const product = productOfSlug(url.searchParams.get('product'));
  if (product?.interval && isSubscribed(product.gives)) return product.gives;
  throw redirect('/profile/billing', 303);
}

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const gives = subscribedAt(url);
  const { id } = context.get(memberContext);
  const plan = await planCancellation(id, gives);
  const name = nounOf(gives);
  return {
    plan: plan && renderConsequences(request, { plan, gives, name }),
    offer: plan && gives === 'membership' ? await findOffer(id, !context.get(adminBehindContext)) : null,
    name,
  };
}

/** At most one thing in place of canceling. An admin who looks at the page as the member is counted nowhere. */
async function findOffer(userId: string, isShown: boolean) {
  const winBack = await findWinBack(userId, isShown);
  if (winBack) return { kind: 'price', winBack } as const;
  const pause = await planPause(userId);
  return pause.kind === 'offered' ? ({ kind: 'pause', plan: pause.plan } as const) : null;
}

export const action = formAction(async ({ url, context }: Route.ActionArgs, form) => {
  const viewer = context.get(memberContext);
  const values = parseForm(form, cancellationSchema);
  await consumeRateLimit(billingChangeLimit, viewer.id);
  const isNew = await cancelMembership(viewer, values, subscribedAt(url));
  return redirectWithFlash(
    '/profile/billing',
    isNew
      ? 'Your cancellation has been accepted. We have sent you an email about it.'
      : 'It is canceled already.',
  );
});

export const handle = interactive;

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Cancel')];

export default function Cancel({ loaderData: { plan, offer, name }, actionData }: Route.ComponentProps) {
  const form = formFields<CancellationForm>('cancel', actionData);
  return (
    <div className="page page-narrow grid gap-6 py-8 sm:py-12">
      <header className="grid gap-6">
        <Breadcrumb crumbs={[{ to: '/profile/billing', label: 'Billing' }]} current="Cancel" />
        <h1>{plan ? `Cancel your ${name}` : 'There is nothing to cancel'}</h1>
      </header>
      <FormErrors id={form.errorId} errors={form.errors} />
      {plan ? (
        <>
          <LinksFromServer part={plan} />
          <form method="post" noValidate id={form.id} className="grid gap-6">
            <RadioGroup
              {...form.field('reason')}
              label="Why are you leaving? (optional)"
              options={Object.entries(cancelReasons).map(([value, label]) => ({ value, label }))}
            />
            <TextArea
              {...form.field('comment')}
              label="What could we have done better? (optional)"
              hint={`At most ${cancelCommentLength} characters. A person reads every answer.`}
              maxLength={cancelCommentLength}
            />
            <div className="flex flex-wrap gap-3">
              <SubmitButton variant="danger" pendingLabel="Canceling...">
                {`Cancel my ${name}`}
              </SubmitButton>
              <ButtonLink variant="secondary" to="/profile/billing">
                Back to billing
              </ButtonLink>
            </div>
          </form>
          {offer?.kind === 'price' ? <WinBackOffer offer={offer.winBack} /> : null}
          {offer?.kind === 'pause' ? <PauseOffer plan={offer.plan} /> : null}
        </>
      ) : (
        <>
          <p className="text-muted">
            {`You have no ${name} that is to renew. Nothing more is charged to you for it.`}
          </p>
          <p>
            <ButtonLink to="/profile/billing">Back to billing</ButtonLink>
          </p>
        </>
      )}
    </div>
  );
}
