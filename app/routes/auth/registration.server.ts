import type { z } from 'zod';
import { admit, admitRegistration } from '#app/domain/people/accounts/attempts.server.ts';
import { refuseOwnName, registerAccount } from '#app/domain/people/accounts/registration.server.ts';
import type { Registration, SellerAddresses } from '#app/domain/people/accounts/schemas.server.ts';
import { providersForButtons } from '#app/domain/people/identities/identities.server.ts';
import { findReferrer } from '#app/domain/programme/affiliates/attribution.server.ts';
import { parseCounted } from '#app/routes/auth/counted-form.server.ts';
import { purchaseAhead } from '#app/routes/auth/purchase-ahead.server.ts';
import {
  goToOtherForm,
  keepTypedEmail,
  readTypedEmail,
  wantsOtherForm,
} from '#app/routes/auth/typed-email.server.ts';
import { currencyContext, requestInfoContext } from '#app/routes/http/context.server.ts';
import { registrationCookie } from '#app/routes/http/cookies.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { refuseInForm } from '#app/routes/http/form-action.server.ts';
import { readReferral, referralHeader } from '#app/routes/http/referral-cookie.server.ts';
import { readForm } from '#app/routes/http/request-body.server.ts';
import { safeReturnTo } from '#app/routes/http/return-to.ts';
import type { Route } from './+types/register';

/** A page to register at: what its form asks for, and where it leads. */
export interface RegistrationDoor {
  schema: z.ZodType<Registration & Partial<SellerAddresses>, unknown>;
  /** Where a new account goes on, from the page it was on its way to. */
  next: (returnTo: string) => string;
}

/** What a page to register at shows. */
export async function loadRegistration({
  request,
  url,
  context,
}: Pick<Route.LoaderArgs, 'request' | 'url' | 'context'>) {
  const redirectTo = safeReturnTo(url.searchParams.get('redirectTo'));
  return {
    redirectTo,
    purchase: purchaseAhead(redirectTo, context.get(currencyContext)),
    email: await readTypedEmail(request),
    providers: providersForButtons(),
  };
}

/** Registers by the form, bound to whoever referred the visitor. */
export async function registerByForm(
  { request, context }: Pick<Route.ActionArgs, 'request' | 'context'>,
  door: RegistrationDoor,
) {
  const form = await readForm(request);
  if (wantsOtherForm(form)) return goToOtherForm(form);
  return keepTypedEmail(
    form,
    await register(request, form, context.get(requestInfoContext).clientAddress, door),
  );
}

async function register(
  request: Request,
  form: FormData,
  clientAddress: string,
  { schema, next }: RegistrationDoor,
) {
  return refuseInForm(form, async () => {
    const count = () => admit('registration', clientAddress);
    const values = await parseCounted(form, schema, count, refuseOwnName);
    const { contactEmail, paypalEmail, ...registration } = values;
    const attempt = await admitRegistration(clientAddress, registration.email);
    const seller = contactEmail && paypalEmail ? { contactEmail, paypalEmail } : null;
    const referrer = await findReferrer(readReferral(request));
    const { proof } = await registerAccount(attempt, registration, referrer, seller);
    return redirectWithFlash(
      next(safeReturnTo(form.get('redirectTo'))),
      'Registration successful! Please check your email for verification.',
      'success',
      [referralHeader(null), registrationCookie().serialize(proof)],
    );
  });
}
