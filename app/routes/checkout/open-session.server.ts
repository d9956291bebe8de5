import { redirect, redirectDocument } from 'react-router';
import type { Product } from '#app/domain/core/catalogue/product.ts';
import { claimSale } from '#app/domain/programme/affiliates/sale-referrals.server.ts';
import { openPaymentPage } from '#app/domain/selling/billing/purchase.server.ts';
import { broughtBy, tickedAt, withCode } from '#app/routes/checkout/checkout-context.server.ts';
import { hasPaid } from '#app/routes/checkout/has-paid.server.ts';
import { viewerContext } from '#app/routes/http/context.server.ts';
import { wordsOf } from '#app/routes/http/domain-errors.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { readJson } from '#app/routes/http/json-body.server.ts';
import { answerOfError, jsonError, jsonProblem } from '#app/routes/http/json-error.server.ts';
import { readForm } from '#app/routes/http/request-body.server.ts';
import { withReturnTo } from '#app/routes/http/return-to.ts';
import type { Route } from './+types/create-membership-session';

type Args = Pick<Route.ActionArgs, 'request' | 'url' | 'context'>;

/** The addresses at which a purchase is begun. */
type SessionRoute =
  | 'create-membership-session'
  | 'create-reseller-session'
  | 'create-pro-reseller-session'
  | 'create-payment-intent';

/** What a form or a program sends along, as texts and truth values. */
type Sent = Readonly<Record<string, unknown>>;

/** There is no page at an address that only begins purchases. */
export function postOnly() {
  return jsonError(405, 'method_not_allowed', 'Post to this address.', { Allow: 'POST' });
}

/** Whether a form was sent, and no program's JSON. */
export const isForm = (request: Request) =>
  /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(
    request.headers.get('Content-Type') ?? '',
  );

/**
 * Begins a purchase on the provider's own page (P99). A program sends JSON and is answered { url }; a plain form is led there, or back
 * to where it came from with what is wrong. Nothing that is sent decides on price, plan or way back; who referred the buyer is known
 * from their registration, a promotion code or the last click (P33), so that referrer_username is not needed; a program that sends it sends
 * a text.
 */
export async function openSession(
  args: Args,
  route: SessionRoute,
  choose: (sent: Sent) => Product,
): Promise<Response> {
  return isForm(args.request) ? openForForm(args, choose) : openForProgram(args, route, choose);
}

async function openForForm(
  { request, url, context }: Args,
  choose: (sent: Sent) => Product,
): Promise<Response> {
  const product = choose(Object.fromEntries(await readForm(request)));
  const { checkout, done } = product.pages;
  const viewer = context.get(viewerContext);
  if (!viewer) return redirect(withReturnTo('/register', checkout), 303);
  try {
    const promotion = await claimSale(viewer, product, broughtBy(request, url));
    return redirectDocument(
      await openPaymentPage(viewer, product, 'card_page', promotion, tickedAt(url)),
      303,
    );
  } catch (error) {
    // Who has paid already learns there how far it is.
    return redirectWithFlash(hasPaid(error) ? done : withCode(checkout, url), wordsOf(error), 'error');
  }
}

async function openForProgram(
  { request, url, context }: Args,
  route: SessionRoute,
  choose: (sent: Sent) => Product,
): Promise<Response> {
  const viewer = context.get(viewerContext);
  if (!viewer) return jsonError(401, 'not_signed_in', 'Please sign in first.');
  const { body, problem } = await readJson(request, route);
  if (problem) return jsonProblem(problem);
  try {
    const product = choose(body);
    const promotion = await claimSale(viewer, product, broughtBy(request, url));
    const page = await openPaymentPage(viewer, product, 'card_page', promotion, tickedAt(url));
    return Response.json({ url: page }, { headers: { 'Cache-Control': 'no-store' } });
  } catch (error) {
    return answerOfError(error, context);
  }
}
