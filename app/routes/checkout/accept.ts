import { acceptPurchaseTerms } from '#app/domain/selling/billing/purchase.server.ts';
import { viewerContext } from '#app/routes/http/context.server.ts';
import { jsonError } from '#app/routes/http/json-error.server.ts';
import type { Route } from './+types/accept';

/** The buyer has pressed the pay button beside which the terms are named: kept before the card is charged. */
export async function action({ context }: Route.ActionArgs) {
  const viewer = context.get(viewerContext);
  if (!viewer) return jsonError(401, 'not_signed_in', 'Please sign in first.');
  await acceptPurchaseTerms(viewer);
  return new Response(null, { status: 204, headers: { 'Cache-Control': 'no-store' } });
}

export function loader() {
  return jsonError(405, 'method_not_allowed', 'Post to this address.', { Allow: 'POST' });
}
