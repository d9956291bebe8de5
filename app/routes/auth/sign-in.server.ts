import { admit, admitSignIn } from '#app/domain/people/accounts/attempts.server.ts';
import { requestPasswordReset } from '#app/domain/people/accounts/password-reset.server.ts';
import { resetRequestSchema, signInSchema } from '#app/domain/people/accounts/schemas.server.ts';
import { type Door, signIn, signInByPasskey } from '#app/domain/people/accounts/sign-in.server.ts';
import { requestSignInLink } from '#app/domain/people/accounts/sign-in-link.server.ts';
import { providersForButtons } from '#app/domain/people/identities/identities.server.ts';
import { authenticateByForm } from '#app/routes/auth/authenticator.server.ts';
import { parseCounted } from '#app/routes/auth/counted-form.server.ts';
import { purchaseAhead } from '#app/routes/auth/purchase-ahead.server.ts';
import { askSecondStep, readBrowser, welcome } from '#app/routes/auth/session-answer.server.ts';
import {
  goToOtherForm,
  keepTypedEmail,
  readTypedEmail,
  wantsOtherForm,
} from '#app/routes/auth/typed-email.server.ts';
import { currencyContext, requestInfoContext } from '#app/routes/http/context.server.ts';
import { readDeviceCookie } from '#app/routes/http/device-cookie.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { refusedForm } from '#app/routes/http/form.server.ts';
import { parseForm, refuseInForm } from '#app/routes/http/form-action.server.ts';
import { isByPasskey, readPasskey } from '#app/routes/http/passkey.server.ts';
import { readForm } from '#app/routes/http/request-body.server.ts';
import { safeReturnTo, withReturnTo } from '#app/routes/http/return-to.ts';
import type { Route } from './+types/login';

/** A page to sign in at: whom it lets in, its own address, and where it leads when nobody was sent there. */
export interface Entrance {
  door: Door;
  path: string;
  home: string;
}

type Args = Pick<Route.LoaderArgs, 'request' | 'url' | 'context'>;

/** What a page to sign in at shows: sign-in, or with `?mode=reset` the form for a new password. */
export async function loadEntrance({ request, url, context }: Args, { home }: Entrance) {
  const redirectTo = safeReturnTo(url.searchParams.get('redirectTo'), home);
  return {
    isReset: url.searchParams.get('mode') === 'reset',
    isLink: url.searchParams.get('mode') === 'link',
    redirectTo,
    purchase: purchaseAhead(redirectTo, context.get(currencyContext)),
    email: await readTypedEmail(request),
    providers: providersForButtons(),
  };
}

/** Signs in by the form, or mails a link to choose a new password. */
export async function enter(
  { request, context }: Pick<Route.ActionArgs, 'request' | 'context'>,
  entrance: Entrance,
) {
  const form = await readForm(request);
  if (wantsOtherForm(form)) return goToOtherForm(form);
  const { clientAddress } = context.get(requestInfoContext);
  if (isByPasskey(form)) return signInWithPasskey(request, form, clientAddress, entrance);
  if (form.get('intent') === 'link')
    return keepTypedEmail(form, await sendSignInLink(request, form, clientAddress, entrance));
  return form.get('intent') === 'reset'
    ? keepTypedEmail(form, await sendResetLink(request, form, clientAddress, entrance))
    : signInByForm(request, form, clientAddress, entrance);
}

async function signInByForm(
  request: Request,
  form: FormData,
  clientAddress: string,
  { door, home }: Entrance,
) {
  try {
    const device = readDeviceCookie(request);
    const values = await parseCounted(form, signInSchema, () => admit('sign_in', clientAddress, device));
    const attempt = await admitSignIn(clientAddress, device, values.email);
    const browser = { ...readBrowser(request), staysSignedIn: values.staySignedIn === 'on' };
    const outcome = await authenticateByForm(request, form, () => signIn(attempt, values, browser, door));
    const returnTo = safeReturnTo(form.get('redirectTo'), home);
    return outcome.kind === 'session' ? welcome(outcome, returnTo) : askSecondStep(outcome.token, returnTo);
  } catch (error) {
    return keepTypedEmail(form, refusedForm(form, error));
  }
}

async function signInWithPasskey(
  request: Request,
  form: FormData,
  clientAddress: string,
  { door, home }: Entrance,
) {
  try {
    const attempt = await admit('passkey_sign_in', clientAddress, readDeviceCookie(request));
    const browser = { ...readBrowser(request), staysSignedIn: form.get('staySignedIn') === 'on' };
    const begun = await signInByPasskey(attempt, readPasskey(request, form), browser, door);
    return await welcome(begun, safeReturnTo(form.get('redirectTo'), home));
  } catch (error) {
    return keepTypedEmail(form, refusedForm(form, error));
  }
}

async function sendResetLink(
  request: Request,
  form: FormData,
  clientAddress: string,
  { path, home }: Entrance,
) {
  const returnTo = safeReturnTo(form.get('redirectTo'), home);
  return refuseInForm(form, async () => {
    const attempt = await admit('reset_request', clientAddress, readDeviceCookie(request));
    await requestPasswordReset(attempt, parseForm(form, resetRequestSchema).email);
    return redirectWithFlash(
      returnTo === home ? path : withReturnTo(path, returnTo),
      'Check your email for password reset instructions',
    );
  });
}

async function sendSignInLink(
  request: Request,
  form: FormData,
  clientAddress: string,
  { path, home }: Entrance,
) {
  const returnTo = safeReturnTo(form.get('redirectTo'), home);
  return refuseInForm(form, async () => {
    const attempt = await admit('sign_in_link_request', clientAddress, readDeviceCookie(request));
    await requestSignInLink(attempt, parseForm(form, resetRequestSchema).email, returnTo);
    return redirectWithFlash(
      returnTo === home ? path : withReturnTo(path, returnTo),
      'If this address has an account, a link to sign in is on its way',
    );
  });
}
