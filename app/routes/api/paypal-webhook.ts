import { answerWebhook, notFound } from '#app/routes/api/payment-webhook.ts';
import type { Route } from './+types/paypal-webhook';

export const loader = notFound;

export function action({ request }: Pick<Route.ActionArgs, 'request'>) {
  return answerWebhook('paypal', request);
}
