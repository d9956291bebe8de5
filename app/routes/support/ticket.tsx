import { randomUUID } from 'node:crypto';
import { findThread } from '#app/domain/talk/support/thread.server.ts';
import { messageLength } from '#app/domain/talk/support/ticket-form.server.ts';
import { confirmOwnTicket } from '#app/domain/talk/support/visitor-tickets.server.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { throwAsResponse } from '#app/routes/http/domain-errors.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import { readFormWithFiles } from '#app/routes/http/request-body.server.ts';
import { actOnThread, readBefore } from '#app/routes/support/thread-action.server.ts';
import { ThreadPage } from '#app/routes/support/thread-page.tsx';
import { WaitingTicket } from '#app/routes/support/waiting-ticket.tsx';
import type { Route } from './+types/ticket';

const askerOf = ({ params, context }: Pick<Route.LoaderArgs, 'params' | 'context'>) => ({
  userId: context.get(memberContext).id,
  number: /^[1-9]\d{0,8}$/.test(params.number) ? Number(params.number) : 0,
});

/** One's own ticket. Two queries. */
export async function loader({ params, context, url }: Route.LoaderArgs) {
  const thread = await findThread(askerOf({ params, context }), readBefore(url));
  if (!thread) throw notFound('There is no such ticket', { to: '/support/tickets', label: 'Your tickets' });
  const path = `/support/tickets/${thread.number}`;
  const { isEmailVerified } = context.get(memberContext);
  return {
    thread,
    path,
    filesAt: '/support/files',
    emailsAt: '/support/mail',
    formKey: randomUUID(),
    messageLength,
    isEmailVerified,
  };
}

export async function action({ request, params, context, url }: Route.ActionArgs) {
  const sent = await readFormWithFiles(request);
  const asker = askerOf({ params, context });
  if (sent.form.get('intent') !== 'confirm') return actOnThread(sent, url.pathname, asker);
  await confirmOwnTicket(context.get(memberContext), asker.number).catch(throwAsResponse);
  return redirectWithFlash(
    url.pathname,
    'Thank you! Our team has your question, and answers within 24 hours.',
  );
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  pageTitle(matches, loaderData ? `Ticket ${loaderData.thread.number}` : 'Ticket'),
];

const crumbs = [
  { to: '/support', label: 'Support' },
  { to: '/support/tickets', label: 'Your tickets' },
];

export default function Ticket({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.thread.isUnconfirmed) return <WaitingTicket {...loaderData} crumbs={crumbs} />;
  return <ThreadPage {...loaderData} crumbs={crumbs} reply={actionData} />;
}
