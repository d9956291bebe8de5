import { data } from 'react-router';
import { z } from 'zod';
import { ticketNumberField } from '#app/domain/talk/support/ticket-form.server.ts';
import {
  deleteUnmatched,
  findUnmatched,
  type SuggestedTicket,
} from '#app/domain/talk/support/unmatched-mail.server.ts';
import {
  addUnmatchedToTicket,
  openTicketFromUnmatched,
} from '#app/domain/talk/support/unmatched-to-ticket.server.ts';
import { actorOf, allow } from '#app/routes/admin/access.server.ts';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { unmatchedReasons } from '#app/routes/admin/support/unmatched-reasons.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { Files } from '#app/routes/frame/ticket-messages.tsx';
import { TicketState } from '#app/routes/frame/ticket-state.tsx';
import { WholeEmail } from '#app/routes/frame/whole-email.tsx';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import type { FormReply } from '#app/routes/http/form.server.ts';
import { formAction, readIntent } from '#app/routes/http/form-action.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { idIn } from '#app/routes/http/id-in.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { buttonClass, SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Disclosure } from '#app/ui/disclosure.tsx';
import { TextField } from '#app/ui/field.tsx';
import { fileSize } from '#app/ui/file-size.ts';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Link } from '#app/ui/link.tsx';
import { Moment } from '#app/ui/moment.tsx';
import type { Route } from './+types/unmatched-mail';

export const middleware: Route.MiddlewareFunction[] = [allow('tickets:read', 'tickets:answer')];

const list = '/admin/support/unmatched';

const missing = () =>
  notFound('That email is no longer here. It may be in a ticket by now', {
    to: list,
    label: 'Emails that fit no ticket',
  });

/** An email that fits no ticket, and the tickets it may belong to. Two queries. */
export async function loader({ params }: Route.LoaderArgs) {
  const id = idIn(params.unmatchedId);
  const mail = id && (await findUnmatched(id));
  if (!mail) throw missing();
  return { mail };
}

const intentSchema = z.enum(['add', 'open', 'delete']);

export const action = formAction(async ({ params, context }: Route.ActionArgs, form) => {
  const id = idIn(params.unmatchedId);
  const intent = readIntent(form, intentSchema);
  if (!id) throw missing();
  const actor = actorOf(context);
  if (intent === 'delete') {
    await deleteUnmatched(actor, id);
    return redirectWithFlash(list, 'Email deleted.');
  }
  if (intent === 'open') {
    const opened = await openTicketFromUnmatched(actor, id);
    return redirectWithFlash(`/admin/support/${opened}`, `Opened ticket ${opened} with this email.`);
  }
  const number = ticketNumberField.safeParse(form.get('number'));
  if (!number.success) return wrongNumber(form, number.error.issues[0]?.message ?? '');
  const added = await addUnmatchedToTicket(actor, id, number.data);
  return redirectWithFlash(`/admin/support/${added}`, `Email added to ticket ${added}.`);
});

function wrongNumber(form: FormData, problem: string) {
  const reply: FormReply = {
    lastResult: {
      status: 'error',
      initialValue: { intent: 'add', number: String(form.get('number') ?? '') },
      error: { number: [problem] },
    },
  };
  return data(reply, { status: 422 });
}

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Email that fits no ticket')];

export default function UnmatchedMail({ loaderData: { mail }, actionData }: Route.ComponentProps) {
  const { id, subject, fromAddress, fromName, createdAt, reason, body, files, email } = mail;
  return (
    <div className="grid max-w-4xl grid-cols-1 gap-6">
      <Breadcrumb
        crumbs={[
          { to: '/admin/support', label: 'Support inbox' },
          { to: list, label: 'Emails that fit no ticket' },
        ]}
        current="Email"
      />
      <PageHeading
        title={<bdi>{subject || 'Email without a subject'}</bdi>}
        actions={
          email ? (
            <a
              href={`/admin/support/mail/${email.id}/original`}
              download
              className={buttonClass('secondary')}
            >
              Download original ({fileSize(email.byteCount)})
            </a>
          ) : null
        }
      >
        From <bdi>{fromName}</bdi>
        {fromName ? ', ' : ''}
        {fromAddress || 'an unnamed sender'}, <Moment at={createdAt} />. {unmatchedReasons[reason] ?? reason}
      </PageHeading>
      <WholeEmail email={email ?? { text: body, leftOut: [], problems: [] }} />
      <Files files={files} filesAt="/admin/support/files" />
      <Places mail={mail} path={`${list}/${id}`} reply={actionData} />
    </div>
  );
}

type Loaded = Route.ComponentProps['loaderData']['mail'];

/** What can be done with the email. */
function Places({ mail, path, reply }: { mail: Loaded; path: string; reply: FormReply | undefined }) {
  const { fromAddress, suggestions } = mail;
  const form = formFields<{ number: string }>('add', reply);
  return (
    <Card className="grid gap-5">
      <FormErrors id={form.errorId} errors={form.errors} />
      <section aria-labelledby="add" className="grid grid-cols-1 gap-3">
        <h2 id="add" className="text-xl">
          Add to a ticket
        </h2>
        <p className="text-sm text-muted">
          Whoever opened the ticket sees the email there, with its files. Later emails from{' '}
          <span className="wrap-anywhere">{fromAddress || 'this sender'}</span> to that ticket arrive in it.
        </p>
        <Suggestions suggestions={suggestions} path={path} />
        <form method="post" action={path} id={form.id} className="grid gap-3 sm:max-w-md">
          <TextField
            {...form.field('number')}
            label="Ticket number"
            inputMode="numeric"
            autoComplete="off"
            required
            beside={
              <SubmitButton intent="add" variant="secondary" pendingLabel="Adding...">
                Add to this ticket
              </SubmitButton>
            }
          />
        </form>
      </section>
      <section aria-labelledby="open" className="grid grid-cols-1 gap-3">
        <h2 id="open" className="text-xl">
          Open a new ticket
        </h2>
        <p className="text-sm text-muted">
          Your answers go to{' '}
          <span className="wrap-anywhere">{fromAddress || 'nobody: it names no sender'}</span>. We send
          nothing until you answer.
        </p>
        <form method="post" action={path}>
          <SubmitButton intent="open" pendingLabel="Opening...">
            Open a ticket with this email
          </SubmitButton>
        </form>
      </section>
      <Disclosure title="Delete this email">
        <form method="post" action={path} className="grid gap-3">
          <p>This permanently deletes the email and its files. The sender isn’t notified.</p>
          <SubmitButton
            intent="delete"
            variant="secondary"
            pendingLabel="Deleting..."
            className="justify-self-start"
          >
            Delete this email
          </SubmitButton>
        </form>
      </Disclosure>
    </Card>
  );
}

function Suggestions({ suggestions, path }: { suggestions: readonly SuggestedTicket[]; path: string }) {
  if (suggestions.length === 0) return null;
  return (
    <ul className="grid grid-cols-1 gap-3">
      {suggestions.map(({ number, subject, status, name, email, latestAt }) => (
        <li
          key={number}
          className="flex flex-wrap items-center justify-between gap-3 rounded-control border border-line px-3 py-2"
        >
          <div className="grid min-w-0 gap-1">
            <p className="flex flex-wrap items-center gap-2">
              <Link to={`/admin/support/${number}`} className="link wrap-anywhere">
                {number}: <bdi>{subject}</bdi>
              </Link>
              <TicketState status={status} />
            </p>
            <p className="text-sm text-muted wrap-anywhere">
              <bdi>{name}</bdi>
              {name ? ', ' : ''}
              {email}, <Moment at={latestAt} />
            </p>
          </div>
          <form method="post" action={path}>
            <input type="hidden" name="number" value={String(number)} />
            <SubmitButton intent="add" variant="secondary" pendingLabel="Adding...">
              {`Add to ticket ${number}`}
            </SubmitButton>
          </form>
        </li>
      ))}
    </ul>
  );
}
