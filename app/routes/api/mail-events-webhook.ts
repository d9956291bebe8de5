import { recordMailReport } from '#app/domain/operating/letters/mail-reports.server.ts';
import {
  BadPayload,
  BadSignature,
  type OpenProviderEvent,
  ProviderAway,
} from '#app/domain/operating/letters/provider-events.server.ts';
import { config } from '#app/platform/config.server.ts';
import { log } from '#app/platform/log.server.ts';
import type { MailEventSettings } from '#app/platform/settings/mail-events.server.ts';
import { jsonError } from '#app/routes/http/json-error.server.ts';
import { readBytes } from '#app/routes/http/request-body.server.ts';

/** Nothing to see at a webhook, and nothing at all where its provider is not set up. */
export const notFound = () => jsonError(404, 'not_found', 'There is nothing at this address.');

/** An event quotes at most a mail's header and its bounce, in bytes. */
const maxEventBytes = 300_000;

/**
 * A mail provider's events (P267). A wrong signature is refused (401), and so is what is no event (400); the same event again, and what
 * says nothing of bounces or complaints, is answered 200, so that it is not sent again.
 */
export async function answerMailEvent(
  provider: keyof MailEventSettings,
  request: Request,
  open: OpenProviderEvent,
): Promise<Response> {
  const secret = config().mailEvents[provider];
  if (!secret) return notFound();
  const body = new TextDecoder().decode(await readBytes(request, maxEventBytes));
  try {
    const report = await open(secret, request.headers, body);
    const outcome = report ? await recordMailReport(provider, report) : 'ignored';
    log().info({ provider, reason: report?.reason, outcome }, 'mail event');
    return Response.json({ outcome });
  } catch (error) {
    if (error instanceof ProviderAway) {
      log().warn({ provider, error: error.message }, 'mail event could not be checked');
      return jsonError(503, 'unavailable', 'The provider could not be reached. Send the event again later.', {
        'Retry-After': '60',
      });
    }
    if (error instanceof BadPayload) return jsonError(400, 'bad_payload', error.message);
    if (!(error instanceof BadSignature)) throw error;
    log().warn(
      { event: 'webhook_signature_refused', provider, reason: error.message },
      'webhook signature refused',
    );
    return jsonError(401, 'bad_signature', error.message);
  }
}
