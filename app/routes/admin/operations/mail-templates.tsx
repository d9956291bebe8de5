import { exampleMail, mailTemplates } from '#app/emails/preview.ts';
import { config } from '#app/platform/config.server.ts';
import { mailRenderer } from '#app/platform/mail/outbox.server.ts';
import { allow } from '#app/routes/admin/access.server.ts';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import type { Route } from './+types/mail-templates';

export const middleware: Route.MiddlewareFunction[] = [allow('operations:read')];

export function loader() {
  const { appUrl } = config();
  const render = mailRenderer();
  return {
    mails: mailTemplates.map((template) => ({
      template,
      subject: exampleMail(render, template, appUrl)?.subject ?? 'No example of it yet',
    })),
  };
}

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Every email as an example')];

export default function MailTemplates({ loaderData: { mails } }: Route.ComponentProps) {
  return (
    <div className="grid gap-5">
      <Breadcrumb crumbs={[{ to: '/admin/mail', label: 'Mail' }]} current="Every email as an example" />
      <PageHeading title="Every email as an example">
        Every email the site sends, with sample data. An email that varies is shown in one of its forms.
      </PageHeading>
      <DataTable
        caption="Mails"
        rows={mails}
        keyOf={({ template }) => template}
        columns={[
          { label: 'Subject', cell: ({ subject }) => subject },
          { label: 'Name', cell: ({ template }) => <code className="text-xs">{template}</code> },
          {
            label: 'See it',
            cell: ({ template }) => (
              <span className="flex gap-4">
                <a className="link" href={`/admin/mail/templates/${template}`}>
                  HTML<span className="sr-only"> of {template}</span>
                </a>
                <a className="link" href={`/admin/mail/templates/${template}?form=text`}>
                  Text<span className="sr-only"> of {template}</span>
                </a>
              </span>
            ),
          },
        ]}
      />
    </div>
  );
}
