import { findMailSource } from '#app/platform/mail/mail-source.server.ts';
import { allow } from '#app/routes/admin/access.server.ts';
import { emailResponse } from '#app/routes/http/file-response.server.ts';
import { idIn } from '#app/routes/http/id-in.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import type { Route } from './+types/email-original';

export const middleware: Route.MiddlewareFunction[] = [allow('tickets:read')];

/** An email as it came, to save. One query, and one for each 500 kB of a large one. */
export async function loader({ request, params: { mailId } }: Route.LoaderArgs) {
  const id = idIn(mailId);
  const source = id && (await findMailSource(id));
  if (!source) throw notFound('There is no such email', { to: '/admin/support', label: 'Support inbox' });
  return emailResponse(request, source, `email-${id}.eml`);
}
