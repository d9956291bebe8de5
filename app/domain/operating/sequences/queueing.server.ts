import { letterUnsubscribeUrl } from '#app/domain/operating/letters/email-choices.server.ts';
import { letterKindName } from '#app/domain/operating/letters/kinds.ts';
import { mergeValues, type Reader } from '#app/domain/operating/letters/merge-fields.ts';
import {
  letterMail,
  renderMarked,
  unsubscribeMark,
  withLinks,
} from '#app/domain/operating/letters/rendering.server.ts';
import type { SequenceStep } from '#app/domain/operating/sequences/steps.server.ts';
import { sequenceMailKey } from '#app/domain/operating/sequences/withdrawing.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';
import { queueMailToMany } from '#app/platform/mail/outbox.server.ts';

/** Who gets a step, as far as its mail goes. `id` is their row in the sequence. */
interface StepReader extends Reader {
  id: string;
  userId: string;
  email: string;
  isUncounted: boolean;
}

/** A step that is due to somebody. */
export interface DueStep<P extends StepReader = StepReader> {
  person: P;
  step: SequenceStep;
}

interface Link {
  id: string;
  stepId: string;
  url: string;
}

/** Notes who gets a step, or that its condition was not met; gives the mails of those who were not noted before, by their row. */
async function noteSends({ db }: Transaction, due: readonly DueStep[], unmet: ReadonlySet<string>) {
  const mailIds = due.map(({ person }) => (unmet.has(person.id) ? null : crypto.randomUUID()));
  const reasons = due.map(({ person }) => (unmet.has(person.id) ? 'condition' : null));
  const rows = await db.$queryRaw<{ id: string; mailId: string | null }[]>`
    INSERT INTO sequence_sends (enrollment_id, step_id, user_id, mail_id, skipped_because, at)
    SELECT n.id, n.step_id, n.user_id, n.mail_id, n.reason, ${now()}
    FROM unnest(${due.map(({ person }) => person.id)}::uuid[], ${due.map(({ step }) => step.id)}::uuid[], ${due.map(({ person }) => person.userId)}::uuid[],
      ${mailIds}::uuid[], ${reasons}::text[]) AS n (id, step_id, user_id, mail_id, reason)
    ON CONFLICT DO NOTHING RETURNING enrollment_id AS id, mail_id AS "mailId"`;
  return new Map(rows.map(({ id, mailId }) => [id, mailId]));
}

/** The links of a step, each with its row; new ones get theirs. */
async function linksOf({ db }: Transaction, stepId: string, urls: readonly string[], links: readonly Link[]) {
  const present = new Map(links.flatMap((link) => (link.stepId === stepId ? [[link.url, link.id]] : [])));
  const missing = urls.filter((url) => /^https?:/i.test(url) && !present.has(url));
  if (missing.length === 0) return present;
  await db.sequenceLink.createMany({ data: missing.map((url) => ({ stepId, url })), skipDuplicates: true });
  const rows = await db.sequenceLink.findMany({ where: { stepId } });
  return new Map(rows.map(({ url, id }) => [url, id]));
}

/**
 * Notes the steps that are due and queues their mails, as part of `tx`: those of a step are rendered once. A step that somebody was sent before,
 * in the same run through the sequence, is not queued again.
 */
export async function queueSteps(
  tx: Transaction,
  kind: string,
  due: readonly DueStep[],
  unmet: ReadonlySet<string>,
  links: readonly Link[],
): Promise<void> {
  if (due.length === 0) return;
  const mailIds = await noteSends(tx, due, unmet);
  for (const [step, group] of Map.groupBy(due, (each) => each.step)) {
    const readers = group.flatMap(({ person }) => {
      const mailId = mailIds.get(person.id);
      return mailId ? [{ ...person, mailId }] : [];
    });
    if (readers.length === 0) continue;
    const plain = renderMarked(step);
    const ids = await linksOf(tx, step.id, plain.links, links);
    const counted = withLinks(
      plain,
      new Map([...ids].map(([url, id]) => [url, `${config().appUrl}/l/${id}`])),
    );
    for (const isUncounted of [false, true]) {
      const recipients = readers
        .filter((reader) => reader.isUncounted === isUncounted)
        .map((reader) => ({
          id: reader.mailId,
          key: sequenceMailKey(reader.id, step.id),
          verifiedAddress: reader.email,
          values: {
            ...mergeValues(plain.merges, reader),
            [unsubscribeMark]: letterUnsubscribeUrl(step.id, reader.userId),
          },
        }));
      await queueMailToMany(
        tx,
        recipients,
        'letter',
        letterMail(isUncounted ? plain : counted, letterKindName(kind)),
      );
    }
  }
}
