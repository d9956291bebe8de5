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

/** Somebody whose turn has come. */
export interface Candidate extends Reader {
  id: string;
  email: string;
  /** Why they don't get it, by the keys of `skipReasons`; null for who does. */
  reason: string | null;
  isUncounted: boolean;
  /** Their subject in the test; null for everybody else. */
  variant: Variant | null;
}

/** A letter with the links that clicks are counted by. */
type LetterWithLinks = Letter & { links: readonly { id: string; url: string; variant: string }[] };

/** Notes who gets a letter, or why not; gives those who were not noted before. */
async function noteRecipients(tx: Transaction, letterId: string, people: readonly Candidate[]) {
  const mailIds = people.map(({ reason }) => (reason === null ? crypto.randomUUID() : null));
  const variants = people.map(({ reason, variant }) => (reason === null ? variant : null));
  const rows = await tx.db.$queryRaw<{ userId: string; mailId: string | null }[]>`
    INSERT INTO letter_recipients (letter_id, user_id, mail_id, skipped_because, variant, at)
    SELECT ${letterId}::uuid, n.user_id, n.mail_id, n.reason, n.variant, ${now()}
    FROM unnest(${people.map(({ id }) => id)}::uuid[], ${mailIds}::uuid[], ${people.map(({ reason }) => reason)}::text[], ${variants}::text[])
      AS n (user_id, mail_id, reason, variant)
    ON CONFLICT DO NOTHING RETURNING user_id AS "userId", mail_id AS "mailId"`;
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

/** Notes people of a letter and queues their mails, as part of `tx`; those who were noted before are passed over. */
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
