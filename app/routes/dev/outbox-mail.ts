import { findMailHtml } from '#app/platform/mail/demo-outbox.server.ts';
import { demoOnly } from '#app/routes/dev/demo-only.server.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import type { Route } from './+types/outbox-mail';

export const middleware: Route.MiddlewareFunction[] = [demoOnly];

/** A mail as a mail program would show it: inline styles, no scripts. */
export async function loader({ params }: Route.LoaderArgs) {
  const html = await findMailHtml(params.mailId);
  if (html === null) throw notFound('There is no such email');
  return new Response(html, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'private, no-store',
      'Content-Security-Policy':
        "default-src 'none'; style-src 'unsafe-inline'; sandbox allow-top-navigation-by-user-activation",
    },
  });
}
