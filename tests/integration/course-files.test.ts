import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { courseFileNamesIn } from '#app/domain/learning/courses/course-files.ts';
import { requireLessonFile } from '#app/domain/learning/courses/lesson-files.server.ts';
import {
  addDownload,
  openCourseFiles,
  removeCaptions,
  removeDownload,
  setCaptions,
} from '#app/domain/publishing/course-file-changes.server.ts';
import { openOutline } from '#app/domain/publishing/course-outline.server.ts';
import { withFactsSet } from '#app/domain/publishing/matter.server.ts';
import { saveDraft } from '#app/domain/publishing/publish.server.ts';
import { findCourseFile, missingCourseFiles } from '#app/domain/publishing/stored-files.server.ts';
import { contentText, setOverrides } from '#app/platform/content/files.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { newActor } from '#tests/integration/admins.ts';
import { newViewer } from '#tests/integration/people.ts';

// The gate is shut for this file: set before anything reads the configuration.
process.env.MEMBERSHIP_GATE = 'always';

const slug = 'cold-calling';
const path = `courses/${slug}/module-2.md`;
const captions = new TextEncoder().encode('WEBVTT\n\n00:01.000 --> 00:04.000\nCall once.\n');
const sheet = new TextEncoder().encode('Whom I call this week:');
const vtt = [{ name: 'talk.vtt', bytes: captions }];
const txt = [{ name: '../Script <1>.html', bytes: sheet }];

let manager: Awaited<ReturnType<typeof newActor>>['actor'];
let support: typeof manager;
let member: Viewer;
let guest: Viewer;

const seen = async () => (await openOutline(slug))?.modules.find(({ id }) => id === 2)?.lesson.seen ?? 0;
const lesson = async () => (await openOutline(slug))?.modules.find(({ id }) => id === 2)?.lesson.text ?? '';
const saveVideo = async (video: object) =>
  saveDraft(manager, {
    path,
    seen: await seen(),
    text: withFactsSet(contentText(path) ?? '', { video }),
  });

beforeAll(async () => {
  manager = (await newActor('manager')).actor;
  support = (await newActor('support')).actor;
  member = await newViewer({ hasMembership: true });
  guest = await newViewer();
});
afterAll(async () => {
  setOverrides(new Map());
  await prisma().contentVersion.deleteMany();
  await prisma().courseRelease.deleteMany();
});

describe('captions and downloads of a lesson (P352)', () => {
  it('are saved as a draft with the lesson, by authors, one version after the other', async () => {
    await expect(setCaptions(manager, slug, { id: 2, seen: 0 }, vtt)).rejects.toThrow('Add a video');
    await saveVideo({ vimeoId: '12' });
    await expect(setCaptions(manager, slug, { id: 2, seen: 1 }, vtt)).rejects.toThrow('on Vimeo');
    await saveVideo({ url: 'https://video.example/a.mp4' });
    const of = { id: 2, seen: await seen() };
    await setCaptions(manager, slug, of, vtt);
    // Another tab that is open since before.
    await expect(addDownload(manager, slug, { ...of, title: 'Script' }, txt)).rejects.toMatchObject({
      kind: 'conflict',
    });
    await addDownload(manager, slug, { id: 2, seen: await seen(), title: 'Script' }, txt);
    expect(await openCourseFiles(slug, 2)).toMatchObject({
      video: 'file',
      captions: expect.stringMatching(/^files\/[0-9a-f]{24}\.vtt$/),
      downloads: [{ title: 'Script', name: 'Script 1.txt', file: expect.stringMatching(/\.txt$/) }],
    });
    await expect(
      addDownload(support, slug, { id: 2, seen: await seen(), title: 'Mine' }, txt),
    ).rejects.toMatchObject({ kind: 'not_allowed' });
    await expect(
      addDownload(manager, slug, { id: 2, seen: await seen(), title: 'Again' }, txt),
    ).rejects.toMatchObject({ field: 'files' });
  });

  it.each([
    ['a program', new Uint8Array([0x4d, 0x5a, 0, 1])],
    ['nothing', new Uint8Array()],
    ['too much', new Uint8Array(5_000_001)],
    ['a broken picture', new Uint8Array(Buffer.from('89504e470d0a1a0a00', 'hex'))],
  ])('take no %s', async (_, bytes) => {
    const before = await prisma().contentFile.count();
    await expect(
      addDownload(manager, slug, { id: 2, seen: await seen(), title: 'Bad' }, [{ name: 'bad.pdf', bytes }]),
    ).rejects.toMatchObject({ kind: 'invalid', field: 'files' });
    expect(await prisma().contentFile.count()).toBe(before);
  });

  it('are for whoever may read the lesson, once they are published, and at its address alone', async () => {
    const text = await lesson();
    const [vttName = '', txtName = ''] = courseFileNamesIn(text);
    const ask = (viewer: Viewer, name = txtName, moduleSegment = 'module-2', courseSlug = slug) =>
      requireLessonFile(viewer, { courseSlug, moduleSegment, name });
    await expect(ask(member)).rejects.toMatchObject({ kind: 'not_found' });
    setOverrides(new Map([[path, text]]));
    expect(await ask(member)).toEqual({ name: txtName, savedAs: 'Script 1.txt', isCaptions: false });
    expect(await ask(member, vttName)).toMatchObject({ isCaptions: true });
    await expect(ask(guest)).rejects.toMatchObject({ kind: 'not_allowed' });
    for (const elsewhere of [
      ask(member, txtName, 'module-1'),
      ask(member, txtName, 'intro'),
      ask(member, txtName, 'module-2', 'seo'),
      ask(member, '0'.repeat(24).concat('.txt')),
      ask(member, '../../package.json'),
    ])
      await expect(elsewhere).rejects.toMatchObject({ kind: 'not_found' });
    const at = new Date();
    await prisma().courseRelease.create({
      data: { courseId: slug, mode: 'in_order', entries: {}, checkedAt: at, updatedAt: at },
    });
    await expect(ask(member)).rejects.toMatchObject({ kind: 'not_allowed' });
    expect(Buffer.from((await findCourseFile(txtName))?.bytes ?? []).toString()).toBe(
      'Whom I call this week:',
    );
  });

  it('are named as missing where they are, and leave the lesson when they are removed', async () => {
    const text = await lesson();
    const [, txtName = ''] = courseFileNamesIn(text);
    expect(await missingCourseFiles(prisma(), text)).toEqual([]);
    expect(await missingCourseFiles(prisma(), text.replace(txtName, `${'0'.repeat(24)}.pdf`))).toEqual([
      `The file files/${'0'.repeat(24)}.pdf is not there`,
    ]);
    await removeCaptions(manager, slug, { id: 2, seen: await seen() });
    await removeDownload(manager, slug, { id: 2, seen: await seen(), file: `files/${txtName}` });
    expect(await openCourseFiles(slug, 2)).toMatchObject({ captions: null, downloads: [], video: 'file' });
    expect(await lesson()).not.toContain('downloads');
  });
});
