import { randomUUID } from 'node:crypto';
import { affiliateSupportCopy } from '#app/domain/site/site-copy/affiliate-help.server.ts';
import {
  messageLength,
  subjectLength,
  type TicketForm,
  ticketSchema,
} from '#app/domain/talk/support/ticket-form.server.ts';
import { findLatestTickets, openTicket } from '#app/domain/talk/support/tickets.server.ts';
import { CentreNav } from '#app/routes/affiliate-centre/centre-nav.tsx';
import { Faq } from '#app/routes/frame/faq.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { TicketFields } from '#app/routes/frame/ticket-fields.tsx';
import { TicketState } from '#app/routes/frame/ticket-state.tsx';
import { memberContext } from '#app/routes/http/context.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, parseForm } from '#app/routes/http/form-action.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Day } from '#app/ui/day.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Link } from '#app/ui/link.tsx';
import type { Route } from './+types/support';

const page = '/affiliate-centre/support';

export async function loader({ context }: Route.LoaderArgs) {
  const { id } = context.get(memberContext);
  return {
    copy: affiliateSupportCopy(),
    tickets: await findLatestTickets(id, 5),
    formKey: randomUUID(),
    limits: { subjectLength, messageLength },
  };
}

/** Opens a ticket. */
export const action = formAction(async ({ context }: Route.ActionArgs, form) => {
  const values = parseForm(form, ticketSchema);
  const viewer = context.get(memberContext);
  const number = await openTicket(viewer, 'affiliate-centre', values);
  const { sent, confirm } = affiliateSupportCopy().contact;
  const said = viewer.isEmailVerified ? `${sent} ${number}.` : `${confirm} ${viewer.email}.`;
  return redirectWithFlash(`${page}#contact`, said);
});

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  pageTitle(matches, loaderData?.copy.title ?? 'Affiliate support'),
];

type Props = Route.ComponentProps;

export default function AffiliateSupport({ loaderData, actionData }: Props) {
  const { copy } = loaderData;
  return (
    <div className="page grid grid-cols-1 gap-8 py-8 sm:py-12">
      <CentreNav current="support" />
      <header className="grid max-w-3xl gap-4">
        <h1 className="headline">{copy.title}</h1>
        <p className="text-xl text-muted">{copy.lead}</p>
      </header>
      <div className="grid grid-cols-1 gap-12 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start lg:gap-16">
        <div className="grid grid-cols-1 gap-12">
          <section aria-labelledby="faq" className="grid gap-4">
            <h2 id="faq" className="text-2xl">
              {copy.faqTitle}
            </h2>
            <Faq group="affiliate-support" questions={copy.faq} />
          </section>
          <Resources copy={copy} />
        </div>
        <div className="grid grid-cols-1 gap-8 lg:sticky lg:top-8">
          <Contact loaderData={loaderData} reply={actionData} />
          <Tickets {...loaderData} />
        </div>
      </div>
    </div>
  );
}

function Resources({ copy }: Pick<Props['loaderData'], 'copy'>) {
  return (
    <section aria-labelledby="resources" className="grid gap-4">
      <h2 id="resources" className="text-2xl">
        {copy.resourcesTitle}
      </h2>
      <ul className="grid gap-x-10 border-t border-line sm:grid-cols-2">
        {copy.resources.map(({ title, text, to }) => (
          <li key={to} className="grid content-start border-b border-line py-3">
            <Link to={to} className="link inline-flex min-h-9 items-center justify-self-start font-semibold">
              {title}
            </Link>
            <span className="text-sm text-muted">{text}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Contact({ loaderData, reply }: { loaderData: Props['loaderData']; reply: Props['actionData'] }) {
  const { copy, formKey, limits } = loaderData;
  const { contact } = copy;
  const form = formFields<TicketForm>('ticket', reply);
  return (
    <Card className="grid gap-5">
      <div className="grid gap-1">
        <h2 id="contact" className="text-xl">
          {contact.title}
        </h2>
        <p className="text-sm text-muted">{contact.text}</p>
      </div>
      <form method="post" noValidate action={page} id={form.id} className="grid gap-4">
        <FormErrors id={form.errorId} errors={form.errors ?? form.field('formKey').errors} />
        <input type="hidden" name="formKey" value={form.field('formKey').defaultValue ?? formKey} />
        <TicketFields
          subject={form.field('subject')}
          message={form.field('message')}
          labels={contact}
          limits={limits}
        />
        <SubmitButton pendingLabel={contact.sending}>{contact.submit}</SubmitButton>
      </form>
    </Card>
  );
}

function Tickets({ copy: { contact }, tickets }: Props['loaderData']) {
  if (tickets.length === 0) return null;
  return (
    <section aria-labelledby="tickets" className="grid grid-cols-1 gap-3">
      <h2 id="tickets" className="text-xl">
        {contact.yours}
      </h2>
      <ul className="border-t border-line">
        {tickets.map(({ number, subject, status, createdAt }) => (
          <li key={number} className="grid gap-1 border-b border-line py-3">
            <Link to={`/support/tickets/${number}`} className="link wrap-anywhere">
              <bdi>{subject}</bdi>
            </Link>
            <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm text-muted">
              <span>
                {contact.number} {number}, {contact.asked} <Day at={createdAt} />
              </span>
              <TicketState status={status} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
