import { formatGiftCode } from '#app/domain/selling/gifts/gift-code.ts';
import { lengthText } from '#app/domain/selling/gifts/gift-length.ts';
import { openGift, redeemGift } from '#app/domain/selling/gifts/redeeming.server.ts';
import { Message } from '#app/routes/checkout/gifts/gift-parts.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { requestInfoContext, viewerContext } from '#app/routes/http/context.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction } from '#app/routes/http/form-action.server.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import { withReturnTo } from '#app/routes/http/return-to.ts';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Notice } from '#app/ui/notice.tsx';
import type { Route } from './+types/redeem';

export async function loader({ params, context }: Route.LoaderArgs) {
  const gift = await openGift(params.token, context.get(requestInfoContext).clientAddress);
  if (!gift)
    throw notFound('We don’t know this code. Check it for a typing mistake.', {
      to: '/redeem',
      label: 'Enter the code',
    });
  const viewer = context.get(viewerContext);
  const path = `/redeem/${formatGiftCode(params.token)}`;
  return {
    gift,
    path,
    viewer: viewer && { name: viewer.name, email: viewer.email, hasMembership: viewer.hasMembership },
    register: withReturnTo('/register', path),
    login: withReturnTo('/login', path),
  };
}

export const action = formAction(async ({ params, context }: Route.ActionArgs) => {
  const viewer = context.get(viewerContext);
  const path = `/redeem/${formatGiftCode(params.token)}`;
  if (!viewer)
    return redirectWithFlash(withReturnTo('/login', path), 'Sign in to redeem your gift.', 'error');
  const { isWaiting } = await redeemGift(viewer, params.token);
  return redirectWithFlash(
    isWaiting ? '/gifts' : '/dashboard',
    isWaiting
      ? 'The gift is yours. It starts by itself when your membership ends.'
      : 'The gift is yours, and everything is open. Enjoy it!',
  );
});

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Your gift')];

export default function Redeem({ loaderData, actionData }: Route.ComponentProps) {
  const { gift, path, viewer, register, login } = loaderData;
  return (
    <div className="page page-narrow grid grid-cols-1 gap-6 py-8 sm:py-12">
      <header className="grid gap-3">
        <h1>A membership for you</h1>
        <p className="text-lg text-muted">{lengthText(gift.months)} of every course, guide and playbook.</p>
      </header>
      <Card className="grid gap-4">
        <p className="wrap-anywhere">
          From <bdi className="font-semibold">{gift.giverName}</bdi>
        </p>
        {gift.message ? <Message text={gift.message} /> : null}
      </Card>
      <FormErrors id="redeem-error" errors={actionData?.lastResult.error?.['']} />
      {gift.problem ? (
        <Notice>{gift.problem}</Notice>
      ) : viewer ? (
        <Confirm path={path} {...viewer} />
      ) : (
        <section aria-label="Redeem it" className="grid gap-4">
          <p>Create an account or sign in to redeem it. You give no card, and nothing renews by itself.</p>
          <div className="flex flex-wrap gap-3">
            <ButtonLink to={register}>Create an account</ButtonLink>
            <ButtonLink variant="secondary" to={login}>
              Sign in
            </ButtonLink>
          </div>
        </section>
      )}
    </div>
  );
}

function Confirm({ path, email, hasMembership }: { path: string; email: string; hasMembership: boolean }) {
  return (
    <section aria-label="Redeem it" className="grid gap-4">
      <p className="wrap-anywhere">
        You redeem it for the account <strong>{email}</strong>.{' '}
        {hasMembership
          ? 'You have a membership, so the gift waits and starts by itself when that ends. A membership you pay for goes on and is charged as before: cancel it if you would like to use the gift next. What you have paid for is used up first.'
          : 'Its time starts now. You give no card, and nothing renews by itself.'}
      </p>
      <form method="post" action={path}>
        <SubmitButton pendingLabel="Redeeming...">Redeem the gift</SubmitButton>
      </form>
    </section>
  );
}
