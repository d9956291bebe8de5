import type { Actor } from '#app/domain/core/audit/record.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { letterUnsubscribeUrl } from '#app/domain/operating/letters/email-choices.server.ts';
import { letterKindName } from '#app/domain/operating/letters/kinds.ts';
import { mergeValues } from '#app/domain/operating/letters/merge-fields.ts';
import {
  type LetterText,
  letterMail,
  renderMarked,
  unsubscribeMark,
} from '#app/domain/operating/letters/rendering.server.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';
import { daySeconds } from '#app/platform/durations.ts';
import { queueMailToMany } from '#app/platform/mail/outbox.server.ts';
import { consumeRateLimit, type RateLimit } from '#app/platform/rate-limit.server.ts';

const testLimit: RateLimit = { name: 'letter-test', points: 50, seconds: daySeconds };

/**
 * Mails an admin a text as their own, with their own name in it, as part of `tx`. Its link to unsubscribe works, for them: `id` is that of the
 * letter, or of the step of a sequence.
 * @throws {Refusal} conflict where their address is not verified
 * @throws {RateLimitExceeded}
 */
export async function queueTestMail(
  tx: Transaction,
  actor: Actor,
  id: string,
  letter: LetterText & { kind: string },
): Promise<void> {
  const reader = await tx.db.user.findFirst({
    where: { id: actor.id ?? '', emailVerifiedAt: { not: null } },
  });
  if (!reader) throw new Refusal('conflict', 'Verify your own email address first: tests go there.');
  await consumeRateLimit(testLimit, reader.id);
  const marked = renderMarked(letter);
  const mailId = crypto.randomUUID();
  const recipient = {
    id: mailId,
    key: `test of a letter ${mailId}`,
    verifiedAddress: reader.email,
    values: {
      ...mergeValues(marked.merges, reader),
      [unsubscribeMark]: letterUnsubscribeUrl(id, reader.id),
    },
  };
  const mail = letterMail({ ...marked, subject: `Test: ${marked.subject}` }, letterKindName(letter.kind));
  await queueMailToMany(tx, [recipient], 'letter', mail);
}
