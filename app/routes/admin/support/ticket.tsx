import { randomUUID } from 'node:crypto';
import { fillIn } from '#app/domain/talk/support/canned-answers.server.ts';
import { findDeskTicket } from '#app/domain/talk/support/desk-ticket.server.ts';
import type { ThreadMessage } from '#app/domain/talk/support/thread.server.ts';
import { areaName } from '#app/domain/talk/support/ticket-areas.ts';
import { messageLength } from '#app/domain/talk/support/ticket-form.server.ts';
import { allow } from '#app/routes/admin/access.server.ts';
import { DeskForms } from '#app/routes/admin/support/desk-forms.tsx';
import { actOnTicket } from '#app/routes/admin/support/ticket-action.server.ts';
import { TicketSide } from '#app/routes/admin/support/ticket-side.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { TicketMessages } from '#app/routes/frame/ticket-messages.tsx';
import { TicketState } from '#app/routes/frame/ticket-state.tsx';
import { memberContext } from '#app/routes/http/context.server.ts';
import { idIn } from '#app/routes/http/id-in.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { buttonClass } from '#app/ui/button.tsx';
import { Day } from '#app/ui/day.tsx';
import { Link } from '#app/ui/link.tsx';
import type { Route } from './+types/ticket';

export const middleware: Route.MiddlewareFunction[] = [allow('tickets:read', 'tickets:answer')];

const numberOf = (text: string) => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0);

/** A ticket, who asks, and what it can be answered with. Two queries. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const asked = url.searchParams.get('before');
  const before = idIn(asked);
  const ticket = await findDeskTicket(numberOf(params.number), before);
  if (!ticket) throw notFound('There is no such ticket', { to: '/admin/support', label: 'Support inbox' });
  const { canned, messages, ...rest } = ticket;
  const chosen = canned.find(({ id }) => id === url.searchParams.get('answer'));
  return {
    ticket: { ...rest, messages },
    path: `/admin/support/${ticket.number}`,
    /** What is shown ends with the latest message: only then can something be written under it. */
    seen: before === null ? (messages.at(-1)?.id ?? '') : null,
    canned: canned.map(({ id, title }) => ({ id, title })),
    chosen: chosen ? { id: chosen.id, text: fillIn(chosen.body, ticket) } : null,
    own: context.get(memberContext).id,
    keys: { answer: randomUUID(), note: randomUUID() },
    messageLength,
  };
}

export const action = ({ request, params, context }: Route.ActionArgs) =>
  actOnTicket(request, numberOf(params.number), context);

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  pageTitle(matches, loaderData ? `Ticket ${loaderData.ticket.number}` : 'Ticket'),
];

export default function DeskTicket({ loaderData, actionData }: Route.ComponentProps) {
  const { ticket, path, seen } = loaderData;
  const { number, subject, status, area, createdAt, messages, earlier, name, email } = ticket;
  const writerOf = ({ author, authorName }: ThreadMessage) =>
    author === 'asker' ? name || email : authorName || 'Support team';
  return (
    <div className="grid grid-cols-1 gap-5">
      <Breadcrumb crumbs={[{ to: '/admin/support', label: 'Support inbox' }]} current={`Ticket ${number}`} />
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="grid min-w-0 gap-1">
          <h1 dir="auto" className="text-2xl wrap-anywhere sm:text-3xl">
            {subject}
          </h1>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
            <TicketState status={status} />
            <span>
              Ticket {number}, from {areaName(area)}, <Day at={createdAt} />
            </span>
          </p>
        </div>
        {seen === null ? null : (
          <a href="#reply" className={buttonClass('secondary')}>
            Reply
          </a>
        )}
      </header>
      <div className="grid grid-cols-1 gap-6 xl:grid-cols-[minmax(0,1fr)_19rem] xl:items-start">
        <div className="grid grid-cols-1 gap-5">
          <p id="messages-said" role="status" className="text-sm text-muted empty:hidden" />
          {/* Renewed where scripts run, when something was said (app/ui/script/live). */}
          <div id="messages" data-live={`ticket:${number}`}>
            <TicketMessages
              messages={messages}
              earlier={earlier && `${path}?before=${earlier}`}
              writerOf={writerOf}
              filesAt="/admin/support/files"
              emailsAt="/admin/support/mail"
              askerEmail={email}
            />
          </div>
          {seen === null ? (
            <p>
              <Link to={path} className={buttonClass('secondary')}>
                To the latest messages
              </Link>
            </p>
          ) : (
            <DeskForms {...loaderData} seen={seen} reply={actionData} />
          )}
        </div>
        <TicketSide {...loaderData} reply={actionData} />
      </div>
    </div>
  );
}
