import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findViewer } from '#app/domain/core/access/find-viewer.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { commandLine } from '#app/domain/core/audit/record.server.ts';
import { changeAnswer } from '#app/domain/learning/assignments/answer-change.server.ts';
import { answerAssignment } from '#app/domain/learning/assignments/answering.server.ts';
import { handIn } from '#app/domain/learning/assignments/hand-in.server.ts';
import type { ChangedAnswerForm } from '#app/domain/learning/assignments/hand-in-form.server.ts';
import {
  appointInstructor,
  dismissInstructor,
  findInstructorScope,
} from '#app/domain/learning/assignments/instructors.server.ts';
import { mostAnswerChanges, mostVersions } from '#app/domain/learning/assignments/limits.ts';
import { findOwnAssignment } from '#app/domain/learning/assignments/own-assignment.server.ts';
import { findOwnFile, listOwnFiles } from '#app/domain/learning/assignments/stored-files.server.ts';
import {
  findSubmission,
  findSubmittedFile,
  listSubmissions,
} from '#app/domain/learning/assignments/submissions.server.ts';
import { markModuleComplete } from '#app/domain/learning/courses/completion.server.ts';
import { findClosedModules } from '#app/domain/learning/courses/release-state.server.ts';
import { findDoings } from '#app/domain/learning/dashboard/recent-activity.server.ts';
import { findStanding } from '#app/domain/learning/quizzes/standing.server.ts';
import { findAttention } from '#app/domain/operating/attention/attention.server.ts';
import { setAssignment } from '#app/domain/publishing/course-changes.server.ts';
import { copyCourse } from '#app/domain/publishing/course-copies.server.ts';
import { openOutline } from '#app/domain/publishing/course-outline.server.ts';
import { exportCourse } from '#app/domain/publishing/exchange/course-export.server.ts';
import { readCourseFile } from '#app/domain/publishing/exchange/read-course-file.ts';
import { withFactsSet } from '#app/domain/publishing/matter.server.ts';
import { contentText, setOverrides } from '#app/platform/content/files.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { zip } from '#app/platform/documents/zip.server.ts';
import { newActor } from '#tests/integration/admins.ts';
import { mailsTo, newSession, newViewer, subjectsTo } from '#tests/integration/people.ts';
import { statementsOf } from '#tests/integration/statements.ts';

const slug = 'cold-calling';
const of = { courseSlug: slug, moduleId: 1 };
const path = `courses/${slug}/module-1.md`;

const ask = (facts: object = {}) => {
  const assignment = {
    title: 'Your first call',
    task: 'Write it.',
    accepts: 'both',
    required: true,
    ...facts,
  };
  setOverrides(new Map([[path, withFactsSet(contentText(path) ?? '', { assignment })]]));
};

let learner: Viewer;
let instructor: Viewer;

beforeAll(async () => {
  ask();
  learner = await newViewer({ hasMembership: true });
  instructor = await newViewer();
  await appointInstructor(commandLine, { email: instructor.email, course: slug });
});
afterAll(() => setOverrides(new Map()));

const send = (
  text: string,
  files: { name: string; bytes: Uint8Array<ArrayBuffer> }[] = [],
  viewer = learner,
) => handIn(viewer, of, { text, formKey: randomUUID() }, files);
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text));
const submissionOf = (viewer: Viewer) =>
  prisma().assignmentSubmission.findFirstOrThrow({ where: { userId: viewer.id } });
const answer = async (decision: 'accepted' | 'revise', version = 1, by = instructor, text = 'Well *done*.') =>
  answerAssignment(by, (await submissionOf(learner)).id, { answer: text, decision, version });

describe('an assignment (P329 to P331)', () => {
  it('refuses what is missing or not taken, beside its field, and keeps nothing of it', async () => {
    await expect(send('')).rejects.toMatchObject({ kind: 'invalid', field: 'text' });
    const disguised = { name: 'cv.pdf', bytes: bytesOf('<html>\u0000</html>') };
    await expect(send('Hello', [disguised])).rejects.toMatchObject({ kind: 'invalid', field: 'files' });
    const large = { name: 'large.txt', bytes: new Uint8Array(5_000_001).fill(65) };
    await expect(send('Hello', [large])).rejects.toMatchObject({ field: 'files' });
    const archive = { name: 'a.docx', bytes: new Uint8Array(zip([{ name: 'a.txt', bytes: bytesOf('a') }])) };
    await expect(send('Hello', [archive])).rejects.toMatchObject({ field: 'files' });
    ask({ accepts: 'file' });
    await expect(send('Hello')).rejects.toMatchObject({ field: 'files' });
    ask({ accepts: 'text' });
    await expect(send('Hello', [{ name: 'a.txt', bytes: bytesOf('a') }])).rejects.toMatchObject({
      field: 'text',
    });
    ask();
    await expect(
      handIn(learner, { ...of, moduleId: 2 }, { text: 'x', formKey: randomUUID() }),
    ).rejects.toMatchObject({ kind: 'not_found' });
    expect(await prisma().assignmentSubmission.count()).toBe(0);
  });

  it('is handed in once for each form, with its file, and opens the next module where they open in order', async () => {
    const at = { checkedAt: new Date(), updatedAt: new Date() };
    await prisma().courseRelease.create({ data: { courseId: slug, mode: 'in_order', entries: {}, ...at } });
    expect([...(await findClosedModules(learner, slug))]).toEqual([2]);
    await expect(markModuleComplete(learner, slug, 1)).rejects.toMatchObject({ kind: 'conflict' });
    const file = { name: 'C:\\notes.exe', bytes: bytesOf('My notes.\n'.repeat(60_000)) };
    const form = { text: 'I **called**.', formKey: randomUUID() };
    await Promise.all([handIn(learner, of, form, [file]), handIn(learner, of, form, [file])]);
    await handIn(learner, of, form, [file]);
    const own = await findOwnAssignment(learner.id, slug, 1);
    expect(own).toMatchObject({ state: 'waiting', title: 'Your first call' });
    expect(own?.versions).toMatchObject([
      { number: 1, file: { name: 'notes.txt', mediaType: 'text/plain; charset=utf-8' }, answer: null },
    ]);
    expect(own?.versions[0]?.html).toContain('<strong>called</strong>');
    const id = own?.versions[0]?.id ?? '';
    expect((await findOwnFile(learner.id, id))?.bytes).toEqual(file.bytes);
    expect(await listOwnFiles(learner.id)).toMatchObject([
      { name: `files/assignments/${slug}-module-1/1-notes.txt` },
    ]);
    expect(await findClosedModules(learner, slug)).toEqual(new Set());
    await prisma().courseRelease.deleteMany();
    expect(await statementsOf(() => findOwnAssignment(learner.id, slug, 1))).toHaveLength(1);
    expect(await findStanding(learner.id, slug)).toMatchObject({
      status: 'none',
      assignments: [{ moduleId: 1, state: 'waiting' }],
    });
    expect((await findDoings(learner.id)).assignments).toMatchObject([{ courseId: slug, state: 'waiting' }]);
    // Instructors are told, once for all that waits.
    expect(
      await prisma().notification.findMany({ where: { userId: instructor.id, event: 'assignment_waiting' } }),
    ).toHaveLength(1);
  });

  it('is read by instructors of its course, and by nobody else', async () => {
    const { id } = await submissionOf(learner);
    const versionId = (await findOwnAssignment(learner.id, slug, 1))?.versions[0]?.id ?? '';
    const stranger = await newViewer({ hasMembership: true });
    const elsewhere = await newViewer();
    await appointInstructor(commandLine, { email: elsewhere.email, course: 'seo' });
    const support = await newViewer({ role: 'admin', adminLevel: 'support' });
    const withoutFactor = await newViewer({ role: 'admin', adminLevel: 'manager' });
    const manager = { ...(await newViewer({ role: 'admin', adminLevel: 'manager' })), hasSecondFactor: true };
    for (const [viewer, may] of [
      [instructor, true],
      [manager, true],
      [elsewhere, false],
      [stranger, false],
      [support, false],
      [withoutFactor, false],
    ] as const) {
      const scope = await findInstructorScope(viewer);
      expect((await findSubmission(scope, id, viewer.id)) !== null).toBe(may);
      expect((await findSubmittedFile(scope, versionId)) !== null).toBe(may);
      expect((await listSubmissions(scope, { state: 'waiting', course: null }, null)).rows).toHaveLength(
        may ? 1 : 0,
      );
      if (!may) await expect(answer('accepted', 1, viewer)).rejects.toMatchObject({ kind: 'not_found' });
    }
    expect(await findOwnFile(stranger.id, versionId)).toBeNull();
    // The menu has the list, with how many wait, for the same people.
    const waitingFor = async ({ id: userId }: Viewer) =>
      (await findViewer(await newSession(userId)))?.viewer.waitingAssignments;
    expect(
      await Promise.all([instructor, elsewhere, stranger, support, withoutFactor].map(waitingFor)),
    ).toEqual([1, 0, null, null, null]);
    await prisma().user.update({ where: { id: manager.id }, data: { secondFactorSince: new Date() } });
    expect(await waitingFor(manager)).toBe(1);
    expect(await findAttention()).toContainEqual(
      expect.objectContaining({ key: 'assignments', count: 1, permission: 'assignments:answer' }),
    );
    expect(
      await statementsOf(() => listSubmissions('all', { state: 'waiting', course: slug }, null)),
    ).toHaveLength(1);
    expect(await statementsOf(() => findSubmission('all', id, instructor.id))).toHaveLength(1);
    await prisma().user.update({ where: { id: learner.id }, data: { status: 'inactive' } });
    expect((await listSubmissions('all', { state: 'waiting', course: null }, null)).rows).toEqual([]);
    await prisma().user.update({ where: { id: learner.id }, data: { status: 'active' } });
  });

  it('is answered once, and the second of two who answer is told', async () => {
    await answer('revise');
    await answer('revise');
    const other = await newViewer();
    await appointInstructor(commandLine, { email: other.email, course: '' });
    await expect(answer('accepted', 1, other)).rejects.toThrow(/answered this version on/);
    await expect(answer('accepted')).rejects.toMatchObject({ kind: 'conflict' });
    const mails = (await mailsTo(learner.email)).filter(({ subject }) => subject.includes('assignment:'));
    expect(mails).toHaveLength(1);
    expect(mails[0]?.subject).toBe('Please revise your assignment: Your first call');
    // An answer to a version that is not the latest any more is not sent.
    await send('Once more.');
    await expect(answer('accepted', 1)).rejects.toThrow(/Version 2 was handed in/);
    // Nobody answers their own.
    await send('Mine.', [], { ...other, hasMembership: true });
    const own = await submissionOf(other);
    await expect(
      answerAssignment(other, own.id, { answer: 'Great', decision: 'accepted', version: 1 }),
    ).rejects.toMatchObject({ kind: 'not_allowed' });
  });

  it('completes its module once it is accepted, and takes nothing more', async () => {
    await expect(markModuleComplete(learner, slug, 1)).rejects.toMatchObject({ kind: 'conflict' });
    await answer('accepted', 2);
    expect(await findStanding(learner.id, slug)).toMatchObject({ completedModuleIds: [1], percentDone: 50 });
    await expect(send('And again')).rejects.toMatchObject({ kind: 'conflict' });
    expect((await findOwnAssignment(learner.id, slug, 1))?.versions).toMatchObject([
      { number: 2, answer: { decision: 'accepted', by: instructor.name } },
      { number: 1, answer: { decision: 'revise' } },
    ]);
    // Again: what is complete stays so.
    expect(await markModuleComplete(learner, slug, 1)).toMatchObject({ percentDone: 50 });
  });

  it('takes nothing from who had completed the module before it was asked for', async () => {
    setOverrides(new Map());
    const early = await newViewer({ hasMembership: true });
    await markModuleComplete(early, slug, 1);
    ask();
    await markModuleComplete(early, slug, 2);
    expect(await findStanding(early.id, slug)).toMatchObject({ status: 'completed' });
  });

  it('is handed in a limited number of times, and by nobody after twenty', async () => {
    const viewer = await newViewer({ hasMembership: true });
    await send('One', [], viewer);
    await prisma().assignmentSubmission.updateMany({
      where: { userId: viewer.id },
      data: { version: mostVersions },
    });
    await expect(send('Too many', [], viewer)).rejects.toMatchObject({ kind: 'conflict' });
  });

  it('has an answer that who sent it changes, told once, with what it said before', async () => {
    const viewer = await newViewer({ hasMembership: true });
    await send('Mine', [], viewer);
    const { id } = await submissionOf(viewer);
    const isDone = async () => (await findStanding(viewer.id, slug)).completedModuleIds;
    await answerAssignment(instructor, id, { answer: 'Wrong words', decision: 'revise', version: 1 });
    const change = (form: Partial<ChangedAnswerForm>, by = instructor) =>
      changeAnswer(by, id, { version: 1, answer: 'Right words', seen: 0, ...form });
    const other = await newViewer();
    await expect(change({}, other)).rejects.toMatchObject({ kind: 'not_found' });
    await appointInstructor(commandLine, { email: other.email, course: slug });
    await expect(change({}, other)).rejects.toMatchObject({ kind: 'not_allowed' });
    await expect(change({ version: 2 })).rejects.toMatchObject({ kind: 'not_found' });
    await Promise.all([change({}), change({})]);
    await expect(change({ answer: 'From another tab' })).rejects.toMatchObject({ kind: 'conflict' });
    expect(await isDone()).toEqual([]);
    await change({ seen: 1, decision: 'accepted' });
    expect(await isDone()).toEqual([1]);
    await expect(change({ seen: 2, decision: 'revise' })).rejects.toThrow(/stays so/);
    const told = (await subjectsTo(viewer.email)).filter((subject) => subject.includes('answer:'));
    expect(told).toEqual(Array(2).fill('Your instructor changed their answer: Your first call'));
    const own = (await findOwnAssignment(viewer.id, slug, 1))?.versions[0];
    expect(own).toMatchObject({ answer: { decision: 'accepted', changedAt: expect.any(Date) } });
    expect(JSON.stringify(own)).not.toContain('Wrong words');
    const read = async (by: Viewer) => (await findSubmission('all', id, by.id))?.versions[0];
    expect(await read(instructor)).toMatchObject({
      ownAnswer: { text: 'Right words', decision: 'accepted' },
      earlierAnswers: [{ html: expect.stringContaining('Wrong words') }, { decision: 'revise' }],
    });
    expect(await read(other)).toMatchObject({ ownAnswer: null });
    // Of an earlier version the words alone.
    const again = await newViewer({ hasMembership: true });
    await send('One', [], again);
    const { id: second } = await submissionOf(again);
    await answerAssignment(instructor, second, { answer: 'Once more', decision: 'revise', version: 1 });
    await send('Two', [], again);
    const early = { version: 1, answer: 'Once more, please', seen: 0 };
    await expect(changeAnswer(instructor, second, { ...early, decision: 'accepted' })).rejects.toThrow(
      /Version 2 was handed in since/,
    );
    await changeAnswer(instructor, second, early);
    expect(await submissionOf(again)).toMatchObject({ state: 'waiting' });
    await prisma().assignmentVersion.updateMany({
      where: { submissionId: second, number: 1 },
      data: { earlierAnswers: Array(mostAnswerChanges).fill({}) },
    });
    await expect(
      changeAnswer(instructor, second, { ...early, answer: 'x', seen: mostAnswerChanges }),
    ).rejects.toThrow(/20 times/);
  });

  it('is given to people and taken away, for those who may and have confirmed it', async () => {
    const manager = await newViewer({ role: 'admin', adminLevel: 'support' });
    const actor = { ...commandLine, id: manager.id, sessionId: manager.sessionId };
    const form = { email: learner.email, course: slug };
    await expect(appointInstructor(actor, form)).rejects.toMatchObject({ kind: 'not_allowed' });
    await expect(appointInstructor(commandLine, { ...form, course: 'no-course' })).rejects.toMatchObject({
      field: 'course',
    });
    await expect(
      appointInstructor(commandLine, { ...form, email: 'nobody@example.com' }),
    ).rejects.toMatchObject({
      field: 'email',
    });
    await dismissInstructor(commandLine, instructor.id, slug);
    expect(await findInstructorScope(instructor)).toEqual([]);
    await expect(answer('accepted')).rejects.toMatchObject({ kind: 'not_found' });
    expect(await prisma().auditEntry.count({ where: { action: 'instructor_dismissed' } })).toBe(1);
  });
});

describe('the assignment of a module (P328)', () => {
  it('is a draft of its lesson, and goes with the course that is copied or exported', async () => {
    setOverrides(new Map());
    const { actor } = await newActor('manager');
    const assignment = {
      title: 'Call: three people',
      task: '# Do\n\n- "call"\n- write',
      accepts: 'file',
      required: true,
    } as const;
    await setAssignment(actor, slug, { id: 1, seen: 0 }, assignment);
    await expect(setAssignment(actor, slug, { id: 1, seen: 0 }, null)).rejects.toMatchObject({
      kind: 'conflict',
    });
    expect((await openOutline(slug))?.modules[0]).toMatchObject({ assignment, lesson: { state: 'changed' } });
    const name = await copyCourse(actor, slug, { title: 'Calls', name: 'calls', formKey: randomUUID() });
    expect((await openOutline(name))?.modules[0]?.assignment).toEqual(assignment);
    const file = await readCourseFile(new Uint8Array((await exportCourse(actor, slug)) ?? []));
    if (file.problem !== null) throw new Error(file.problem);
    const lesson = file.files.find((each) => each.name === 'module-1.md');
    expect(lesson?.text).toBe((await openOutline(slug))?.modules[0]?.lesson.text);
    expect(file.parts.find((part) => part.name === 'module-1.md')?.about).toContain('an assignment');
  });
});
