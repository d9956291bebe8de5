import { openSesEvent } from '#app/domain/operating/letters/ses-events.server.ts';
import { answerMailEvent, notFound } from '#app/routes/api/mail-events-webhook.ts';
import type { Route } from './+types/ses-webhook';

export const loader = notFound;

export const action = ({ request }: Pick<Route.ActionArgs, 'request'>) =>
  answerMailEvent('ses', request, openSesEvent);
