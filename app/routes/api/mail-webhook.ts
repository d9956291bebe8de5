import { isInboundSecret, maxMailBytes, receiveMail } from '#app/domain/talk/support/inbound.server.ts';
import { MailBusy } from '#app/domain/talk/support/mail-intake.server.ts';
import { config } from '#app/platform/config.server.ts';
import { log } from '#app/platform/log.server.ts';
import { jsonError } from '#app/routes/http/json-error.server.ts';
import { readBytes } from '#app/routes/http/request-body.server.ts';
import type { Route } from './+types/mail-webhook';

const notFound = () => jsonError(404, 'not_found', 'There is nothing at this address.');

export const loader = notFound;

/**
 * The door for mails that answer support's: the whole mail as it came, as the body, from whoever knows the secret. Nobody else's body is
 * read. What is taken is answered with what became of it; what is no mail is refused (400), so that nobody sends it again.
 */
export async function action({ request }: Pick<Route.ActionArgs, 'request'>): Promise<Response> {
  if (!config().inboundMail?.secret) return notFound();
  const secret = /^Bearer (.{1,500})$/.exec(request.headers.get('Authorization') ?? '')?.[1] ?? '';
  if (!isInboundSecret(secret)) {
    log().warn({ event: 'webhook_signature_refused', provider: 'mail' }, 'webhook signature refused');
    return jsonError(401, 'bad_secret', 'The secret is missing or wrong.');
  }
  const raw = await readBytes(request, maxMailBytes);
  const outcome = await receiveMail(raw).catch((error: unknown) => {
    if (error instanceof MailBusy) return 'busy' as const;
    throw error;
  });
  if (outcome === 'busy')
    return jsonError(503, 'busy', 'Too many emails are being read. Send it again in a minute.', {
      'Retry-After': '60',
    });
  log().info({ outcome }, 'mail came in');
  if (outcome === 'unreadable') return jsonError(400, 'bad_mail', 'The body is empty.');
  return Response.json({ outcome });
}
