import { z } from 'zod';
import { type Actor, recordAudit } from '#app/domain/core/audit/record.server.ts';
import { takeTarget } from '#app/domain/core/audit/target.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { hasVisibleText } from '#app/domain/core/values/typed-text.ts';
import { queueVerificationMail } from '#app/domain/people/accounts/email-verification.server.ts';
import { revokeSessions } from '#app/domain/people/accounts/sessions.server.ts';
import { isLinkPressedTwice } from '#app/domain/people/accounts/tokens.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { transaction } from '#app/platform/database/client.server.ts';
import { daySeconds } from '#app/platform/durations.ts';
import { consumeRateLimit, type RateLimit } from '#app/platform/rate-limit.server.ts';

const subjectOf = (id: string) => ({ type: 'user', id }) as const;

/** Mails that an admin has sent to one address. */
const mailLimit: RateLimit = { name: 'admin-verification', points: 5, seconds: daySeconds };

/**
 * Mails a user a new link to verify their address.
 * @throws {Refusal} not_allowed; not_found; conflict where it is verified
 * @throws {ConfirmationNeeded}
 * @throws {RateLimitExceeded} after five a day
 */
export async function sendVerification(actor: Actor, userId: string): Promise<void> {
  await transaction(async (tx) => {
    const user = await takeTarget(tx, actor, 'users:send_link', userId);
    if (user.isVerified) throw new Refusal('conflict', 'The address is verified already.');
    await consumeRateLimit(mailLimit, userId);
    if (await isLinkPressedTwice(tx, userId, 'verify_email')) return;
    await queueVerificationMail(tx, user);
    await recordAudit(tx, actor, { action: 'verification_sent', subject: subjectOf(userId) });
  });
}

/**
 * Ends all sessions of a user, and sign-ins that wait for their second step or for an app; where there is none nothing happens.
 * @throws {Refusal} not_allowed; not_found
 * @throws {ConfirmationNeeded}
 */
export async function signOutEverywhere(actor: Actor, userId: string): Promise<void> {
  await transaction(async (tx) => {
    await takeTarget(tx, actor, 'users:sign_out', userId);
    const sessions = await tx.db.session.count({ where: { userId, revokedAt: null } });
    const pendingSignIns = await tx.db.pendingSignIn.count({ where: { userId } });
    const codes = await tx.db.apiAuthCode.count({ where: { userId } });
    if (sessions + pendingSignIns + codes === 0) return;
    await revokeSessions(tx, userId);
    await recordAudit(tx, actor, { action: 'signed_out_everywhere', subject: subjectOf(userId) });
  });
}

export const noteSchema = z.object({
  text: z
    .string({ error: 'Please write something' })
    .trim()
    .refine(hasVisibleText, 'Please write something')
    .max(2_000, 'Please use at most 2,000 characters'),
  /** Made when the form was shown: however often it is sent, the note is there once. */
  formKey: z.uuid('This form is out of date. Please send it once more.'),
});

/**
 * Writes a note about a user, for other admins, once however often its form is sent. The audit log says that there is one, not what.
 * @throws {Refusal} not_allowed; not_found
 */
export async function addNote(
  actor: Actor,
  userId: string,
  { text, formKey }: z.output<typeof noteSchema>,
): Promise<void> {
  await transaction(async (tx) => {
    await takeTarget(tx, actor, 'users:assist', userId);
    const subject = subjectOf(userId);
    if (!(await recordAudit(tx, actor, { action: 'user_note_added', subject, formKey }))) return;
    await tx.db.userNote.create({ data: { userId, authorId: actor.id, text, createdAt: now() } });
  });
}
