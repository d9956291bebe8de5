import { randomUUID } from 'node:crypto';
import { redirect } from 'react-router';
import { ownTicket } from '#app/domain/talk/support/asker.server.ts';
import { findThread } from '#app/domain/talk/support/thread.server.ts';
import { messageLength } from '#app/domain/talk/support/ticket-form.server.ts';
import { confirmTicket, findTicketOfAccount } from '#app/domain/talk/support/visitor-tickets.server.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { TicketMessages } from '#app/routes/frame/ticket-messages.tsx';
import { throwAsResponse } from '#app/routes/http/domain-errors.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import { readFormWithFiles } from '#app/routes/http/request-body.server.ts';
import { actOnThread, readBefore } from '#app/routes/support/thread-action.server.ts';
import { ThreadPage } from '#app/routes/support/thread-page.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import type { Route } from './+types/thread';

/** A visitor's ticket, opened by the link that was mailed to their address. Two queries. */
export async function loader({ params: { token }, url }: Route.LoaderArgs) {
  const thread = await findThread({ token }, readBefore(url));
  if (!thread) {
    const number = await findTicketOfAccount(token);
    throw number === null ? noTicket() : redirect(`/support/tickets/${number}`);
  }
  const path = `/support/thread/${token}`;
  return {
    thread,
    path,
    filesAt: `${path}/files`,
    emailsAt: `${path}/mail`,
    formKey: randomUUID(),
    messageLength,
  };
}

const noTicket = () =>
  notFound('This link doesn’t open a ticket. It may have been deleted, or part of the link is missing.', {
    to: '/support',
    label: 'Support',
  });

/** Confirms the address, and what can be done with a ticket. */
export async function action({ request, params: { token } }: Route.ActionArgs) {
  // Nobody's files are read but those of who has a link.
  if (!ownTicket({ token })) throw noTicket();
  const sent = await readFormWithFiles(request);
  const path = `/support/thread/${token}`;
  if (sent.form.get('intent') !== 'confirm') return actOnThread(sent, path, { token });
  const accounts = await confirmTicket(token).catch(throwAsResponse);
  return redirectWithFlash(
    accounts === null ? path : `/support/tickets/${accounts}`,
    'Thank you! Our team has your question, and answers within 24 hours.',
  );
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  pageTitle(matches, loaderData ? `Ticket ${loaderData.thread.number}` : 'Ticket'),
  { name: 'referrer', content: 'same-origin' },
];

const crumbs = [{ to: '/support', label: 'Support' }];

export default function VisitorThread({ loaderData, actionData }: Route.ComponentProps) {
  const { thread, path } = loaderData;
  if (!thread.isUnconfirmed) return <ThreadPage {...loaderData} crumbs={crumbs} reply={actionData} />;
  return (
    <div className="page page-narrow grid grid-cols-1 gap-8 py-10 sm:py-16">
      <header className="grid gap-2">
        <h1>One step left</h1>
        <p className="text-muted">
          Is this your question? Send it, and the answer goes to{' '}
          <strong className="wrap-anywhere">{thread.email}</strong>.
        </p>
      </header>
      <section aria-labelledby="question" className="grid grid-cols-1 gap-3">
        <h2 id="question" className="text-xl wrap-anywhere">
          <bdi>{thread.subject}</bdi>
        </h2>
        <TicketMessages
          messages={thread.messages}
          earlier={null}
          writerOf={() => 'You'}
          filesAt={path}
          emailsAt={path}
          askerEmail={thread.email}
        />
      </section>
      <form method="post" action={path}>
        <SubmitButton intent="confirm" size="large" pendingLabel="Sending...">
          Send my question
        </SubmitButton>
      </form>
    </div>
  );
}
