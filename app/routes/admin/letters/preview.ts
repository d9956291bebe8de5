import { previewLetter } from '#app/domain/operating/letters/checks.server.ts';
import { findLetter } from '#app/domain/operating/letters/letters.server.ts';
import { allow } from '#app/routes/admin/access.server.ts';
import { framedMail } from '#app/routes/admin/letters/framed-mail.server.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import type { Route } from './+types/preview';

export const middleware: Route.MiddlewareFunction[] = [allow('letters:edit')];

/** A letter as a mail program shows it, in a frame of its page. */
export async function loader({ params, url }: Route.LoaderArgs) {
  const letter = await findLetter(params.letterId);
  if (!letter) throw notFound('There is no such letter', { to: '/admin/letters', label: 'Letters' });
  return framedMail(previewLetter(letter).html, url);
}
