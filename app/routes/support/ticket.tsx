import { randomUUID } from 'node:crypto';
import { findThread } from '#app/domain/support/thread.server.ts';
import { messageLength } from '#app/domain/support/ticket-form.server.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import { readFormWithFiles } from '#app/routes/http/request-body.server.ts';
import { actOnThread, readBefore } from '#app/routes/support/thread-action.server.ts';
import { ThreadPage } from '#app/routes/support/thread-page.tsx';
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
  return {
    thread,
    path,
    filesAt: '/support/files',
    emailsAt: '/support/mail',
    formKey: randomUUID(),
    messageLength,
  };
}

export const action = async ({ request, params, context, url }: Route.ActionArgs) =>
  actOnThread(await readFormWithFiles(request), url.pathname, askerOf({ params, context }));

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  pageTitle(matches, loaderData ? `Ticket ${loaderData.thread.number}` : 'Ticket'),
];

const crumbs = [
  { to: '/support', label: 'Support' },
  { to: '/support/tickets', label: 'Your tickets' },
];

export default function Ticket({ loaderData, actionData }: Route.ComponentProps) {
  return <ThreadPage {...loaderData} crumbs={crumbs} reply={actionData} />;
}
