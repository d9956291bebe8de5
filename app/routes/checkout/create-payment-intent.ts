import { startEbookPayment } from '#app/domain/billing/ebook-purchase.server.ts';
import { startMembershipPayment } from '#app/domain/billing/membership.server.ts';
import { Refusal } from '#app/domain/errors.ts';
import { productOf } from '#app/routes/checkout/products.ts';
import { viewerContext } from '#app/routes/http/context.server.ts';
import { statusOfRefusal } from '#app/routes/http/domain-errors.server.ts';
import { readJsonObject } from '#app/routes/http/request-body.server.ts';
import type { Route } from './+types/create-payment-intent';

const refuse = (status: number, code: string, message: string) =>
  Response.json({ error: { code, message } }, { status, headers: { 'Cache-Control': 'no-store' } });

export function loader() {
  return refuse(405, 'method_not_allowed', 'Post to this address.');
}

/** Begins the payment of the membership, or of the product the address names, and answers { clientSecret } (P22, P99). */
export async function action({ request, url, context }: Route.ActionArgs) {
  const viewer = context.get(viewerContext);
  if (!viewer) return refuse(401, 'not_signed_in', 'Please sign in first.');
  if (!(await readJsonObject(request)))
    return refuse(400, 'bad_request', 'Send an object in JSON, or nothing.');
  const product = productOf(url);
  if (!product) return refuse(404, 'unknown_product', 'There is no such product.');
  const start = product === 'ebook' ? startEbookPayment : startMembershipPayment;
  try {
    return Response.json(await start(viewer), { headers: { 'Cache-Control': 'no-store' } });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return refuse(statusOfRefusal(error), error.kind, error.message);
  }
}
