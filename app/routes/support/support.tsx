import { randomUUID } from 'node:crypto';
import { facts } from '#app/domain/learning/facts/facts.server.ts';
import { maxQuestionLength } from '#app/domain/site/search/search.server.ts';
import {
  questionAnchor,
  supportCopy,
  supportFaq,
  supportResources,
} from '#app/domain/site/site-copy/pages.server.ts';
import {
  messageLength,
  subjectLength,
  ticketSchema,
  visitorTicketSchema,
} from '#app/domain/talk/support/ticket-form.server.ts';
import { openTicket } from '#app/domain/talk/support/tickets.server.ts';
import { askAsVisitor } from '#app/domain/talk/support/visitor-tickets.server.ts';
import { Faq } from '#app/routes/frame/faq.tsx';
import { publicHead } from '#app/routes/frame/public-head.ts';
import { SearchForm } from '#app/routes/frame/search-form.tsx';
import { FaqData } from '#app/routes/frame/structured-data.tsx';
import { requestInfoContext, viewerContext } from '#app/routes/http/context.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { parseForm, refuseInForm } from '#app/routes/http/form-action.server.ts';
import { mostOfNobody } from '#app/routes/http/form-texts.server.ts';
import { wayIn } from '#app/routes/http/identify-viewer.server.ts';
import { indexed } from '#app/routes/http/page-handle.ts';
import { readForm, readFormWithFiles } from '#app/routes/http/request-body.server.ts';
import { sharedPage } from '#app/routes/http/shared-page.ts';
import { ContactForm } from '#app/routes/support/contact-form.tsx';
import { Book, File, People } from '#app/ui/document-icon.tsx';
import { Play } from '#app/ui/icon.tsx';
import { Link } from '#app/ui/link.tsx';
import type { Route } from './+types/support';

const icons = { book: Book, video: Play, file: File, people: People };

const jumpClass =
  'inline-flex min-h-11 items-center rounded-full border border-line-strong bg-surface px-3.5 text-sm whitespace-nowrap no-underline hover:border-accent hover:text-accent';

export const handle = indexed;
export const headers = sharedPage;

export function loader({ url, context }: Route.LoaderArgs) {
  const isMember = context.get(viewerContext) !== null;
  return {
    copy: supportCopy(),
    faq: supportFaq().map((group) => ({
      ...group,
      questions: group.questions.map((one) => ({ ...one, id: questionAnchor(one.question) })),
    })),
    resources: supportResources(),
    address: facts().supportEmail ?? '',
    // Visitors share one page: what they send is told apart by its words.
    // Visitors share one page, so a link fills in the subject for members alone.
    subject: isMember ? (url.searchParams.get('subject') ?? '').slice(0, subjectLength) : '',
    formKey: isMember ? randomUUID() : null,
    limits: { subjectLength, messageLength },
    maxQuestionLength,
  };
}

/** Opens a ticket; a visitor's waits until they have confirmed their address. */
export async function action({ request, url, pattern, context }: Route.ActionArgs) {
  const viewer = context.get(viewerContext);
  // Only members' own form takes files: who sends that was signed in as it was opened.
  if (!viewer && request.headers.get('Content-Type')?.startsWith('multipart/')) {
    // What no form of the site would send is refused, as everywhere.
    if (Number(request.headers.get('Content-Length')) <= mostOfNobody)
      await readFormWithFiles(request.clone(), undefined, mostOfNobody);
    throw await wayIn({ request, url, pattern });
  }
  // A visitor's address is not confirmed yet: files are for what they say further.
  const { form, files } = viewer
    ? await readFormWithFiles(request)
    : { form: await readForm(request), files: [] };
  const { contact } = supportCopy();
  return refuseInForm(form, async () => {
    if (viewer) {
      const number = await openTicket(viewer, 'support', parseForm(form, ticketSchema), files);
      // Its page says what is left to do where the address is not verified.
      const message = viewer.isEmailVerified
        ? `${contact.sent} ${number}.`
        : `${contact.confirm} ${viewer.email}.`;
      return redirectWithFlash(`/support/tickets/${number}`, message);
    }
    const values = parseForm(form, visitorTicketSchema);
    await askAsVisitor(values, context.get(requestInfoContext).clientAddress);
    return redirectWithFlash('/support', `${contact.confirm} ${values.email}.`);
  });
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  publicHead(matches, { path: '/support', title: 'Support', description: loaderData?.copy.lead });

type Props = Route.ComponentProps;

export default function Support({ loaderData, actionData }: Props) {
  const { copy, faq } = loaderData;
  return (
    <div className="page grid grid-cols-1 gap-12 py-12 sm:py-16">
      <header className="grid grid-cols-1 gap-4">
        <h1 className="display">{copy.title}</h1>
        <p className="text-xl text-muted">{copy.lead}</p>
        <SearchForm
          of="Answers"
          label={copy.search}
          placeholder={copy.search}
          maxLength={loaderData.maxQuestionLength}
          className="max-w-2xl"
        />
        <nav aria-label="On this page">
          <ul className="swipe-row flex gap-2 py-1 sm:flex-wrap">
            {[{ id: 'contact', title: copy.contact.title }, ...faq].map(({ id, title }) => (
              <li key={id} className="shrink-0">
                <a href={`#${id}`} className={jumpClass}>
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </header>
      <div className="grid grid-cols-1 gap-12 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start lg:gap-16">
        <div className="grid grid-cols-1 gap-12">
          <section aria-labelledby="contact" className="grid grid-cols-1 gap-4">
            <h2 id="contact" className="text-2xl">
              {copy.contact.title}
            </h2>
            <p className="max-w-2xl text-muted">
              {copy.contact.text} {copy.contact.tip}
            </p>
            <ContactForm {...loaderData} reply={actionData} />
          </section>
          {faq.map((group) => (
            <section key={group.id} aria-labelledby={group.id} className="grid gap-4">
              <h2 id={group.id} className="text-2xl">
                {group.title}
              </h2>
              <Faq group="support" questions={group.questions} />
            </section>
          ))}
        </div>
        <FaqData questions={faq.flatMap((group) => group.questions)} />
        <aside aria-label="More help" className="grid gap-8 lg:sticky lg:top-8">
          <QuickContact {...loaderData} />
          <Resources {...loaderData} />
        </aside>
      </div>
    </div>
  );
}

/** The search of the whole site (/search): its answers come before a question to a person. */
function QuickContact({ copy: { contact }, address, formKey }: Props['loaderData']) {
  return (
    <section aria-labelledby="quick-contact" className="grid gap-2">
      <h2 id="quick-contact" className="text-xl">
        {contact.quick}
      </h2>
      <p>
        <a href={`mailto:${address}`} className="link inline-flex min-h-11 items-center break-all">
          {address}
        </a>
      </p>
      <p className="text-sm text-muted">{contact.text}</p>
      {formKey ? (
        <p>
          <Link to="/support/tickets" className="link inline-flex min-h-11 items-center">
            {contact.yours}
          </Link>
        </p>
      ) : null}
    </section>
  );
}

function Resources({ copy, resources }: Props['loaderData']) {
  return (
    <section aria-labelledby="resources" className="grid gap-3">
      <h2 id="resources" className="text-xl">
        {copy.resources}
      </h2>
      <ul className="border-t border-line">
        {resources.map(({ icon, title, description, href }) => {
          const Icon = icons[icon];
          return (
            <li key={href} className="grid grid-cols-[2rem_minmax(0,1fr)] border-b border-line py-3">
              <Icon className="mt-1.5 text-accent" />
              <span className="grid">
                <Link to={href} className="link inline-flex min-h-8 items-center justify-self-start">
                  {title}
                </Link>
                <span className="text-sm text-muted">{description}</span>
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
