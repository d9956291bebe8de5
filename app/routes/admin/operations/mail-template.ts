import { exampleMail, mailTemplates } from '#app/emails/preview.ts';
import { config } from '#app/platform/config.server.ts';
import { mailRenderer } from '#app/platform/mail/outbox.server.ts';
import { allow } from '#app/routes/admin/access.server.ts';
import { framedMail } from '#app/routes/admin/letters/framed-mail.server.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import type { Route } from './+types/mail-template';

export const middleware: Route.MiddlewareFunction[] = [allow('operations:read')];

/** A mail as a mail program would show it: inline styles, no scripts; or its text. */
export function loader({ params, url }: Route.LoaderArgs) {
  const template = mailTemplates.find((name) => name === params.template);
  const { appUrl } = config();
  const mail = template && exampleMail(mailRenderer(), template, appUrl);
  if (!mail) throw notFound('There is no such email', { to: '/admin/mail/templates', label: 'Every email' });
  if (url.searchParams.get('form') !== 'text') return framedMail(mail.html, url);
  return new Response(mail.text, {
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'private, no-store',
      'Content-Security-Policy': "default-src 'none'; sandbox",
    },
  });
}
