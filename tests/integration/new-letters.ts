import { randomUUID } from 'node:crypto';
import type { Actor } from '#app/domain/core/audit/record.server.ts';
import {
  checkedVersion,
  scheduleLetter as scheduleChecked,
  sendLetterNow as sendChecked,
} from '#app/domain/operating/letters/dispatch.server.ts';
import { addLetter, findLetter, saveLetter } from '#app/domain/operating/letters/letters.server.ts';
import { letterSchema } from '#app/domain/operating/letters/schemas.server.ts';
import { sendBatch } from '#app/domain/operating/letters/sending.server.ts';
import { findSegment } from '#app/domain/operating/segments/segments.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { newActor } from '#tests/integration/admins.ts';
import { newUser } from '#tests/integration/people.ts';

export const letterText = 'Hello {{ first_name | there }},\n\n[See prices](/pricing "button")';

/** People with a tag of their own, and a segment of whoever has it. */
async function newAudience(count: number) {
  const now = new Date();
  const tag = `t${randomUUID().slice(0, 8)}`;
  const people = [];
  for (let made = 0; made < count; made += 1) people.push(await newUser());
  await prisma().userTag.createMany({ data: people.map(({ id }) => ({ userId: id, tag, addedAt: now })) });
  const segment = await prisma().segment.create({
    data: {
      name: tag,
      conditions: [{ field: 'tag', values: { operator: 'has', tag } }],
      createdAt: now,
      updatedAt: now,
    },
  });
  return { people, segment };
}

export async function newLetter(count: number, more: Record<string, string> = {}) {
  const { actor, user } = await newActor('manager');
  const { people, segment } = await newAudience(count);
  const id = await addLetter(actor, { subject: 'News', formKey: randomUUID() });
  const form = {
    subject: 'News for {{ first_name }}',
    body: letterText,
    kind: 'news',
    audience: segment.id,
    ...more,
  };
  const version = (await findLetter(id))?.updatedAt.toISOString() ?? '';
  await saveLetter(actor, id, letterSchema.parse({ ...form, version }));
  return { actor, user, id, people, segment };
}

export async function versionOf(id: string) {
  const letter = await findLetter(id);
  if (!letter) throw new Error('There is no such letter.');
  return checkedVersion(letter, await findSegment(letter.segmentId ?? ''));
}

/** As somebody does who has just checked a letter. */
export const sendLetterNow = async (actor: Actor, id: string) => sendChecked(actor, id, await versionOf(id));
export const scheduleLetter = async (actor: Actor, id: string, sendAt: Date) =>
  scheduleChecked(actor, id, { sendAt, version: await versionOf(id) });

export async function sendAll(id: string) {
  while (!(await sendBatch(id)));
}
