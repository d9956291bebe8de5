import { previewLetter } from '#app/domain/operating/letters/checks.server.ts';
import { findLetter } from '#app/domain/operating/letters/letters.server.ts';
import { allow } from '#app/routes/admin/access.server.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import type { Route } from './+types/preview';

export const middleware: Route.MiddlewareFunction[] = [allow('letters:edit')];

/** A letter as a mail program shows it, in a frame of its page. Light or dark is what is asked for, not what the browser prefers. */
export async function loader({ params, url }: Route.LoaderArgs) {
  const letter = await findLetter(params.letterId);
  if (!letter) throw notFound('There is no such letter', { to: '/admin/letters', label: 'Letters' });
  const isDark = url.searchParams.get('scheme') === 'dark';
  const { html } = previewLetter(letter);
  return new Response(
    html.replaceAll('@media (prefers-color-scheme: dark)', isDark ? '@media all' : '@media not all'),
    {
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Cache-Control': 'private, no-store',
        'Content-Security-Policy':
          "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox",
      },
    },
  );
}
