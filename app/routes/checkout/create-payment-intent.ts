import { startMembershipPayment } from '#app/domain/billing/membership.server.ts';
import { Refusal } from '#app/domain/errors.ts';
import { viewerContext } from '#app/routes/context.server.ts';
import { statusOfRefusal } from '#app/routes/domain-errors.server.ts';
import type { Route } from './+types/create-payment-intent';

const refuse = (status: number, code: string, message: string) =>
  Response.json({ error: { code, message } }, { status, headers: { 'Cache-Control': 'no-store' } });

export function loader() {
  return refuse(405, 'method_not_allowed', 'Post to this address.');
}

/** Begins the membership's payment and answers { clientSecret } (specification, section 7; decision 22). */
export async function action({ context }: Route.ActionArgs) {
  const viewer = context.get(viewerContext);
  if (!viewer) return refuse(401, 'not_signed_in', 'Please sign in first.');
  try {
    return Response.json(await startMembershipPayment(viewer), { headers: { 'Cache-Control': 'no-store' } });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return refuse(statusOfRefusal(error), error.kind, error.message);
  }
}
