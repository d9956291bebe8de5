import { beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '#app/domain/core/audit/record.server.ts';
import { findCourse } from '#app/domain/learning/courses/catalogue.server.ts';
import { findOwnCertificate, takeCertificate } from '#app/domain/learning/quizzes/certificates.server.ts';
import { undoImport } from '#app/domain/operating/imports/steps.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import { newActor } from '#tests/integration/admins.ts';
import { checkFile, countsOf, importFile, rowsOf } from '#tests/integration/import-files.ts';
import { newEmail, newUser, newViewer } from '#tests/integration/people.ts';
import { doQueued, withJobQueue } from '#tests/integration/queued-jobs.ts';

withJobQueue();

let actor: Actor;
beforeAll(async () => {
  actor = (await newActor('manager')).actor;
});

const idOf = async (email: string) => (await prisma().user.findUniqueOrThrow({ where: { email } })).id;
const modulesOf = (slug: string) => findCourse(slug)?.modules.map(({ id }) => id) ?? [];

async function progressOf(userId: string) {
  const rows = await prisma().userProgress.findMany({ where: { userId }, orderBy: { courseId: 'asc' } });
  return rows.map(({ courseId, percentDone, status }) => [courseId, percentDone, status]);
}

const completedIn = async (userId: string, courseId: string) =>
  (
    await prisma().userModuleCompletion.findMany({
      where: { userId, courseId },
      orderBy: { moduleId: 'asc' },
    })
  ).map(({ moduleId }) => moduleId);

async function undo(id: string): Promise<void> {
  await undoImport(actor, id);
  await doQueued('undo-people-import');
}

const header = 'email;completed modules;course progress;certificates';

describe('how far people were in courses', () => {
  it('comes with them: modules, percentages and certificates of their day, once, and nobody is told', async () => {
    const email = newEmail();
    const file = `${header}\n${email};"seo/1, seo module 2";"ads 50%; cold-calling: 100";email-marketing 2024-05-31\n`;
    const id = await checkFile(actor, file);
    expect(await prisma().user.count({ where: { email } })).toBe(0);
    await importFile(actor, id);
    const userId = await idOf(email);
    const [seo, ads] = [modulesOf('seo'), modulesOf('ads')];
    const half = Math.floor(ads.length / 2);
    expect(await progressOf(userId)).toEqual([
      ['ads', Math.round((half / ads.length) * 100), 'in_progress'],
      ['cold-calling', 100, 'completed'],
      ['email-marketing', 100, 'completed'],
      ['seo', Math.round((2 / seo.length) * 100), 'in_progress'],
    ]);
    expect(await completedIn(userId, 'seo')).toEqual([1, 2]);
    expect(await completedIn(userId, 'ads')).toEqual(ads.slice(0, half));
    expect(await completedIn(userId, 'email-marketing')).toEqual(modulesOf('email-marketing'));
    expect(await findOwnCertificate(userId, 'email-marketing')).toMatchObject({
      earnedAt: new Date('2024-05-31'),
      isShown: false,
    });
    expect(await findOwnCertificate(userId, 'cold-calling')).toBeNull();
    expect(await prisma().mailOutbox.count({ where: { recipient: email } })).toBe(0);
    expect(await prisma().sequenceEnrollment.count({ where: { userId } })).toBe(0);
    expect(await prisma().notification.count({ where: { userId } })).toBe(0);
    const again = await checkFile(actor, `${file}\n`);
    expect(await countsOf(again)).toMatchObject({ newCount: 0, changedCount: 0, presentCount: 1 });
    await undo(id);
    expect(await prisma().user.count({ where: { email } })).toBe(0);
    expect(await prisma().certificate.count({ where: { userId } })).toBe(0);
  });

  it('leaves what somebody has begun here as it is, and is taken back where they have not gone on', async () => {
    const user = await newUser();
    await prisma().userProgress.create({
      data: { userId: user.id, courseId: 'seo', percentDone: 10, status: 'in_progress' },
    });
    const id = await checkFile(
      actor,
      `${header}\n${user.email};"seo, ads/1, automation/1";;seo 2024-05-31\n`,
    );
    expect(await countsOf(id)).toMatchObject({ changedCount: 1 });
    await importFile(actor, id);
    expect((await progressOf(user.id)).map(([course]) => course)).toEqual(['ads', 'automation', 'seo']);
    expect(await completedIn(user.id, 'seo')).toEqual([]);
    expect(await findOwnCertificate(user.id, 'seo')).toBeNull();
    await prisma().userProgress.update({
      where: { userId_courseId: { userId: user.id, courseId: 'ads' } },
      data: { lastUpdated: new Date(Date.now() + 1_000) },
    });
    await undo(id);
    expect((await progressOf(user.id)).map(([course]) => course)).toEqual(['ads', 'seo']);
    expect(await completedIn(user.id, 'ads')).toEqual([1]);
    expect(await completedIn(user.id, 'automation')).toEqual([]);
  });

  it('leaves a course that somebody begins while the batch runs as they have it, and does the others', async () => {
    const [user, other] = [await newUser(), await newUser()];
    const all = '"seo 100%, ads 100%";seo 2024-05-31';
    const id = await checkFile(actor, `${header}\n${user.email};;${all}\n${other.email};;${all}\n`);
    const [isBegun, isOver] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const member = transaction(async ({ db }) => {
      const key = { userId: user.id, courseId: 'seo' };
      await db.userProgress.create({ data: { ...key, percentDone: 10, status: 'in_progress' } });
      await db.userModuleCompletion.create({ data: { ...key, moduleId: 1 } });
      isBegun.resolve();
      await isOver.promise;
    });
    await isBegun.promise;
    const imported = importFile(actor, id);
    const isWaiting = () =>
      prisma()
        .$queryRaw`SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
    await expect.poll(isWaiting, { timeout: 30_000 }).toHaveLength(1);
    isOver.resolve();
    await Promise.all([member, imported]);
    expect(await progressOf(user.id)).toEqual([
      ['ads', 100, 'completed'],
      ['seo', 10, 'in_progress'],
    ]);
    expect(await completedIn(user.id, 'seo')).toEqual([1]);
    expect(await findOwnCertificate(user.id, 'seo')).toBeNull();
    expect(await findOwnCertificate(other.id, 'seo')).not.toBeNull();
    await undo(id);
    expect(await progressOf(user.id)).toEqual([['seo', 10, 'in_progress']]);
    expect(await progressOf(other.id)).toEqual([]);
  });

  it('stays when it is undone where its owner has passed the quiz, taken a certificate or shows one', async () => {
    const viewer = await newViewer();
    const userId = viewer.id;
    const id = await checkFile(
      actor,
      `${header}\n${viewer.email};;"seo 100%, cold-calling 100%";"ads 2024-05-31, email-marketing 2024-05-31"\n`,
    );
    await importFile(actor, id);
    const later = new Date(Date.now() + 1_000);
    const quiz = { best: 5, last: 5, answers: [], version: '', passedAt: later, triedAt: later };
    for (const courseId of ['seo', 'cold-calling'])
      await prisma().quizResult.create({ data: { userId, courseId, ...quiz } });
    await takeCertificate(viewer, 'seo', false);
    await takeCertificate(viewer, 'ads', true);
    const taken = await findOwnCertificate(userId, 'seo');
    await undo(id);
    expect(await progressOf(userId)).toEqual([
      ['ads', 100, 'completed'],
      ['cold-calling', 100, 'completed'],
      ['seo', 100, 'completed'],
    ]);
    expect(await completedIn(userId, 'ads')).toEqual(modulesOf('ads'));
    expect(taken).not.toBeNull();
    expect(await findOwnCertificate(userId, 'seo')).toEqual(taken);
    expect(await findOwnCertificate(userId, 'ads')).toMatchObject({ isShown: true });
    expect(await findOwnCertificate(userId, 'email-marketing')).toBeNull();
  });

  it('keeps a certificate that was taken without a new try of the quiz', async () => {
    const viewer = await newViewer();
    const earlier = new Date(Date.now() - 60_000);
    await prisma().quizResult.create({
      data: {
        ...{ userId: viewer.id, courseId: 'seo', best: 5, last: 5, answers: [], version: '' },
        ...{ passedAt: earlier, triedAt: earlier },
      },
    });
    const id = await checkFile(actor, `${header}\n${viewer.email};;"seo 100%";\n`);
    await importFile(actor, id);
    await takeCertificate(viewer, 'seo', false);
    await undo(id);
    expect(await progressOf(viewer.id)).toEqual([['seo', 100, 'completed']]);
    expect(await findOwnCertificate(viewer.id, 'seo')).not.toBeNull();
  });

  it('is left out with a reason where it is of nothing here, or can’t be read', async () => {
    const email = newEmail();
    const id = await checkFile(
      actor,
      `${header}\n${email};"no-such-course/1, seo/999, seo/one";"ads 101%, ads";"seo soon, seo 2024-02-31"\n`,
    );
    const [row] = await rowsOf(id);
    for (const words of [
      'There is no course “no-such-course” here',
      'The course “seo” has no module 999',
      '“seo/one” is no course and module',
      '“ads 101%” is no course and percentage',
      '“ads” is no course and percentage',
      '“seo soon” is no course and date',
      '“seo 2024-02-31” is no course and date',
    ])
      expect(row?.reason).toContain(words);
    await importFile(actor, id);
    expect(await progressOf(await idOf(email))).toEqual([]);
  });
});
