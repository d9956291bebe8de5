import { openResendEvent } from '#app/domain/operating/letters/provider-events.server.ts';
import { answerMailEvent, notFound } from '#app/routes/api/mail-events-webhook.ts';
import type { Route } from './+types/resend-webhook';

export const loader = notFound;

export const action = ({ request }: Pick<Route.ActionArgs, 'request'>) =>
  answerMailEvent('resend', request, openResendEvent);
