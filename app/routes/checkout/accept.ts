import { acceptPurchaseTerms } from '#app/domain/billing/purchase.server.ts';
import { viewerContext } from '#app/routes/http/context.server.ts';
import type { Route } from './+types/accept';

/** The buyer has pressed the pay button beside which the terms are named: kept before the card is charged. */
export async function action({ context }: Route.ActionArgs) {
  const viewer = context.get(viewerContext);
  if (!viewer) return new Response(null, { status: 401 });
  await acceptPurchaseTerms(viewer);
  return new Response(null, { status: 204, headers: { 'Cache-Control': 'no-store' } });
}

export function loader() {
  return new Response(null, { status: 405, headers: { Allow: 'POST' } });
}
