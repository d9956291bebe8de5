import { exampleMail, mailTemplates } from '#app/emails/preview.ts';
import { config } from '#app/platform/config.server.ts';
import { mailRenderer } from '#app/platform/mail/outbox.server.ts';
import { allow } from '#app/routes/admin/access.server.ts';
import { previousAndNext } from '#app/routes/admin/operations/neighbors.ts';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { Link } from '#app/ui/link.tsx';
import type { Route } from './+types/mail-templates';

export const middleware: Route.MiddlewareFunction[] = [allow('operations:read')];

const path = '/admin/mail/templates';
const title = 'Email gallery';

export function loader({ url }: Route.LoaderArgs) {
  const { appUrl } = config();
  const render = mailRenderer();
  const mails = mailTemplates.flatMap((template) => {
    const mail = exampleMail(render, template, appUrl);
    return mail ? [{ template, subject: mail.subject, text: mail.text }] : [];
  });
  const shown = mails.find(({ template }) => template === url.searchParams.get('show')) ?? mails[0];
  return {
    mails: mails.map(({ template, subject }) => ({ template, subject })),
    shown: shown ?? null,
    scheme: url.searchParams.get('scheme') === 'dark' ? ('dark' as const) : ('light' as const),
  };
}

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, title)];

type Loaded = Route.ComponentProps['loaderData'];

/** The gallery with an email open, in light or dark. */
const opened = (template: string, scheme: Loaded['scheme']) =>
  `${path}?show=${template}${scheme === 'dark' ? '&scheme=dark' : ''}#preview`;

export default function MailTemplates({ loaderData: { mails, shown, scheme } }: Route.ComponentProps) {
  return (
    <div className="grid grid-cols-1 gap-5">
      <Breadcrumb crumbs={[{ to: '/admin/mail', label: 'Mail' }]} current={title} />
      <PageHeading title={title}>
        All {mails.length} emails the site sends, with sample data. An email with variants shows one of them.
      </PageHeading>
      <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[18rem_minmax(0,1fr)]">
        <nav
          aria-label="Emails"
          className="max-h-72 overflow-y-auto rounded-card border border-line bg-surface p-2 xl:sticky xl:top-4 xl:max-h-[calc(100vh-2rem)]"
        >
          <ul className="grid text-sm">
            {mails.map(({ template, subject }) => {
              const isShown = template === shown?.template;
              return (
                <li key={template}>
                  <Link
                    to={opened(template, scheme)}
                    aria-current={isShown ? 'true' : undefined}
                    className={classNames(
                      'grid min-h-11 content-center rounded-control px-3 py-1.5 no-underline wrap-anywhere',
                      isShown ? 'bg-accent-soft font-semibold text-accent-strong' : 'hover:bg-sunken',
                    )}
                  >
                    {subject}
                    <code className="text-xs font-normal text-muted">{template}</code>
                  </Link>
                </li>
              );
            })}
          </ul>
        </nav>
        {shown ? (
          <Preview shown={shown} scheme={scheme} around={previousAndNext(mails, shown.template)} />
        ) : null}
      </div>
    </div>
  );
}

function Preview({
  shown: { template, subject, text },
  scheme,
  around: { previous, next },
}: {
  shown: NonNullable<Loaded['shown']>;
  scheme: Loaded['scheme'];
  around: { previous: string | null; next: string | null };
}) {
  const source = `${path}/${template}`;
  return (
    <section aria-labelledby="preview" className="grid min-w-0 grid-cols-1 gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 id="preview" className="text-xl wrap-anywhere">
          {subject}
        </h2>
        <p className="flex flex-wrap gap-x-4 text-sm">
          {(['light', 'dark'] as const).map((name) => (
            <Link
              key={name}
              to={opened(template, name)}
              aria-current={name === scheme ? 'true' : undefined}
              className={classNames(
                'link inline-flex min-h-9 items-center',
                name === scheme && 'font-semibold',
              )}
            >
              {name === 'light' ? 'Light' : 'Dark'}
            </Link>
          ))}
          {previous ? (
            <Link to={opened(previous, scheme)} className="link inline-flex min-h-9 items-center">
              Previous
            </Link>
          ) : null}
          {next ? (
            <Link to={opened(next, scheme)} className="link inline-flex min-h-9 items-center">
              Next
            </Link>
          ) : null}
          <a className="link inline-flex min-h-9 items-center" href={source}>
            Open HTML<span className="sr-only"> of {template}</span>
          </a>
          <a className="link inline-flex min-h-9 items-center" href={`${source}?form=text`}>
            Open text<span className="sr-only"> of {template}</span>
          </a>
        </p>
      </div>
      <iframe
        title={`${subject}, as an email program shows it`}
        src={`${source}?scheme=${scheme}`}
        className="h-[42rem] w-full rounded-card border border-line"
      />
      <h3 className="text-lg">Plain text</h3>
      <pre className="rounded-card border border-line bg-surface p-4 text-sm wrap-anywhere whitespace-pre-wrap">
        {text}
      </pre>
    </section>
  );
}
