import { letterUnsubscribeUrl } from '#app/domain/operating/letters/email-choices.server.ts';
import { letterKindName } from '#app/domain/operating/letters/kinds.ts';
import type { Letter } from '#app/domain/operating/letters/letters.server.ts';
import { mergeValues, type Reader } from '#app/domain/operating/letters/merge-fields.ts';
import {
  letterMail,
  renderMarked,
  unsubscribeMark,
  withLinks,
} from '#app/domain/operating/letters/rendering.server.ts';
import { subjectOf, type Variant } from '#app/domain/operating/letters/subject-test.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';
import { queueMailToMany } from '#app/platform/mail/outbox.server.ts';

/** What becomes of somebody now. */
type Outcome =
  | { kind: 'send' }
  /** By the keys of `skipReasons`. */
  | { kind: 'skip'; reason: string }
  | { kind: 'wait'; dueAt: Date };

/** Somebody who is looked at. */
export interface Candidate extends Reader {
  id: string;
  email: string;
  isUncounted: boolean;
  /** Their subject in the test; null for everybody else. */
  variant: Variant | null;
  outcome: Outcome;
}

/** A letter with the links that clicks are counted by. */
export type LetterWithLinks = Letter & { links: readonly { id: string; url: string; variant: string }[] };

/**
 * Notes who gets a letter, who later, and who not and why; gives those who get it now. Whoever was noted before is passed over, unless they
 * waited and their turn has come.
 */
async function noteRecipients(tx: Transaction, letterId: string, people: readonly Candidate[]) {
  const ids = people.map(({ id }) => id);
  const outcomes = people.map(({ outcome }) => outcome);
  const mailIds = outcomes.map(({ kind }) => (kind === 'send' ? crypto.randomUUID() : null));
  const reasons = outcomes.map((outcome) => (outcome.kind === 'skip' ? outcome.reason : null));
  const dueAts = outcomes.map((outcome) => (outcome.kind === 'wait' ? outcome.dueAt : null));
  const variants = people.map(({ outcome, variant }) => (outcome.kind === 'skip' ? null : variant));
  const rows = await tx.db.$queryRaw<{ userId: string; mailId: string | null }[]>`
    INSERT INTO letter_recipients AS r (letter_id, user_id, mail_id, skipped_because, due_at, variant, at)
    SELECT ${letterId}::uuid, n.user_id, n.mail_id, n.reason, n.due_at, n.variant, ${now()}
    FROM unnest(${ids}::uuid[], ${mailIds}::uuid[], ${reasons}::text[], ${dueAts}::timestamptz[], ${variants}::text[])
      AS n (user_id, mail_id, reason, due_at, variant)
    ON CONFLICT (letter_id, user_id) DO UPDATE SET mail_id = EXCLUDED.mail_id, skipped_because = EXCLUDED.skipped_because,
      due_at = EXCLUDED.due_at, variant = EXCLUDED.variant, at = EXCLUDED.at
    WHERE r.due_at <= ${now()}
    RETURNING user_id AS "userId", mail_id AS "mailId"`;
  return new Map(rows.map(({ userId, mailId }) => [userId, mailId]));
}

/** Queues the mails of those who get one subject, rendered once for who is counted and once for who is not. */
async function queueVariant(
  tx: Transaction,
  letter: LetterWithLinks,
  variant: Variant | null,
  readers: readonly (Candidate & { mailId: string })[],
): Promise<void> {
  const plain = renderMarked({ ...letter, subject: subjectOf(letter, variant) });
  const links = letter.links.filter((link) => link.variant === (variant ?? ''));
  const counted = withLinks(plain, new Map(links.map(({ id, url }) => [url, `${config().appUrl}/l/${id}`])));
  for (const isUncounted of [false, true]) {
    const recipients = readers
      .filter((reader) => reader.isUncounted === isUncounted)
      .map((reader) => ({
        id: reader.mailId,
        key: `letter ${letter.id} ${reader.id}`,
        verifiedAddress: reader.email,
        values: {
          ...mergeValues(plain.merges, reader),
          [unsubscribeMark]: letterUnsubscribeUrl(letter.id, reader.id),
        },
      }));
    const mail = letterMail(isUncounted ? plain : counted, letterKindName(letter.kind));
    await queueMailToMany(tx, recipients, 'letter', mail);
  }
}

/** Notes people of a letter, and queues the mails of those whose turn it is, as part of `tx`. */
export async function queueLetter(
  tx: Transaction,
  letter: LetterWithLinks,
  people: readonly Candidate[],
): Promise<void> {
  const mailIds = await noteRecipients(tx, letter.id, people);
  const readers = people.flatMap((person) => {
    const mailId = mailIds.get(person.id);
    return mailId ? [{ ...person, mailId }] : [];
  });
  for (const [variant, group] of Map.groupBy(readers, (reader) => reader.variant))
    await queueVariant(tx, letter, variant, group);
}
