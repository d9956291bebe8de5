import { href } from 'react-router';
import { listLatestMails } from '#app/platform/mail/demo-outbox.server.ts';
import { demoOnly } from '#app/routes/dev/demo-only.server.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { Card } from '#app/ui/card.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import type { Route } from './+types/outbox';

export const middleware: Route.MiddlewareFunction[] = [demoOnly];

export async function loader() {
  return { mails: await listLatestMails() };
}

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Outbox')];

/** Addresses in a mail's text become links, as in a mail program. */
function linked(text: string) {
  return text.split(/(https?:\/\/\S+)/).map((part, index) =>
    index % 2 === 1 ? (
      <a key={part} href={part} className="link break-all">
        {part}
      </a>
    ) : (
      part
    ),
  );
}

export default function Outbox({ loaderData: { mails } }: Route.ComponentProps) {
  return (
    <div className="page page-narrow grid gap-6 py-8 sm:py-12">
      <header className="grid gap-2">
        <h1>Outbox</h1>
        <p className="text-muted">
          In the demo no mail leaves this machine. Here is what would have been sent, the newest first.
        </p>
      </header>
      {mails.length === 0 ? (
        <EmptyState title="No emails yet">Register, or ask for a new password.</EmptyState>
      ) : null}
      {mails.map((mail) => (
        <Card key={mail.id}>
          <article className="grid gap-3">
            <header>
              <h2 className="text-xl">{mail.subject}</h2>
              <p className="text-sm break-all text-muted">
                To {mail.recipient}, {mail.createdAt.toISOString().replace('T', ' ').slice(0, 19)} UTC
              </p>
            </header>
            <p className="text-sm whitespace-pre-line">{linked(mail.text)}</p>
            <p className="text-sm">
              <a className="link" href={href('/dev/outbox/:mailId', { mailId: mail.id })}>
                See it as HTML
              </a>
            </p>
          </article>
        </Card>
      ))}
    </div>
  );
}
