import { answerWebhook, notFound } from '#app/routes/api/payment-webhook.ts';
import { requestInfoContext } from '#app/routes/http/context.server.ts';
import type { Route } from './+types/paypal-webhook';

export const loader = notFound;

export function action({ request, context }: Pick<Route.ActionArgs, 'request' | 'context'>) {
  return answerWebhook('paypal', request, context.get(requestInfoContext).clientAddress);
}
