import { strFromU8, type Unzipped, unzipSync, type Zippable, zipSync } from 'fflate';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findCourse, renderLesson } from '#app/domain/learning/courses/catalogue.server.ts';
import { courseFileNamesIn } from '#app/domain/learning/courses/course-files.ts';
import { findRelease, saveRelease } from '#app/domain/learning/courses/release-schedule.server.ts';
import { deckKey, findDeck } from '#app/domain/learning/decks/decks.server.ts';
import { findQuiz } from '#app/domain/learning/quizzes/quizzes.server.ts';
import { connectSite } from '#app/domain/publishing/content-sync.server.ts';
import { addDownload, setCaptions } from '#app/domain/publishing/course-file-changes.server.ts';
import { openOutline } from '#app/domain/publishing/course-outline.server.ts';
import { exportCourse } from '#app/domain/publishing/exchange/course-export.server.ts';
import { importCourse, receiveCourse } from '#app/domain/publishing/exchange/course-import.server.ts';
import { reviewCourse } from '#app/domain/publishing/exchange/course-plan.server.ts';
import { findContentImport } from '#app/domain/publishing/exchange/imports.server.ts';
import { addImage } from '#app/domain/publishing/image-changes.server.ts';
import { saveDraft } from '#app/domain/publishing/publish.server.ts';
import { checkCourse, publishCourse } from '#app/domain/publishing/publish-course.server.ts';
import { findCourseFile } from '#app/domain/publishing/stored-files.server.ts';
import { contentText, setOverrides } from '#app/platform/content/files.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { stopHearing } from '#app/platform/runtime/broadcast.server.ts';
import { startWorker } from '#app/program/worker.server.ts';
import { pagesOfRoutes } from '#tests/content/pages-of-routes.ts';
import { newActor } from '#tests/integration/admins.ts';
import { chunksOf } from '#tests/integration/import-files.ts';
import { longestTurnMs } from '#tests/integration/longest-turn.ts';
import { newUser } from '#tests/integration/people.ts';

const slug = 'whole-course';
let manager: Awaited<ReturnType<typeof newActor>>['actor'];

const png = async (side: number, color: string) =>
  new Uint8Array(
    await sharp({ create: { width: side, height: side, channels: 3, background: color } })
      .png()
      .toBuffer(),
  );

const captions =
  'WEBVTT\n\nNOTE made by hand\n\n1\n00:00:01.000 --> 00:00:04.500 align:start\n<v Ann>Draw a square.\n';
const documentType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
const worksheet = new Uint8Array(
  zipSync({
    '[Content_Types].xml': Buffer.from(`<Types><Override ContentType="${documentType}"/></Types>`),
    'word/document.xml': Buffer.from('<document/>'),
  }),
);

const textsOf = (image: string): Record<string, string> => ({
  'course.md': `---
title: A whole course
promise: Everything that a course can have.
topic: email
level: beginner
added: 2026-11-01
outcomes: [Know it, "Do: it"]
questions: [How do I begin?]
modules: [2, 1] # the second one first
---
Begin with [the second](/courses/${slug}/module-2).
`,
  'module-1.md': `---
title: One
description: The first.
video: { url: 'https://video.example/one.mp4', thumbnail: '/images/${image}' }
assignment: { title: Your square, task: Draw **one**., accepts: file, required: true }
questions:
  - What is the first thing to do?
  - "Is it: hard?"
---
## Look at it

![A red square that is drawn in one line](/images/${image} "What the square shows")

| A | B |
|---|---|
| 1 | 2 |

## Do it

- [ ] Draw a square
- [ ] Show it

Then read [more](/courses/${slug}/module-2#again).
`,
  'module-2.md': '---\ntitle: Two\n---\n## Again\n\nOnce more: “quotes”, 日本語, émojis 🎉.\n',
  'module-1.deck.yaml': `# Written by hand
slides:
  - layout: statement
    text: Draw **before** you show.
    narration: Somebody draws a square before they show it to others.
  - layout: question
    question: What do you do first?
    answer: Draw
    pause: 4
    narration: What do you do first? | You draw it.
`,
  'course.deck.yaml':
    'slides:\n  - layout: statement\n    text: Welcome\n    narration: Let us draw a square together.\n',
  'quiz.yaml': `draw: 1
pass: 1
questions:
  # The only one
  - kind: choice
    ask: What do you draw?
    options: [A square, A circle]
    right: 1
    why: The lesson says so.
    passage: /courses/${slug}/module-1#do-it
`,
});

let image = '';
beforeAll(async () => {
  const pages = await pagesOfRoutes();
  connectSite({ findPage: pages, hasPage: () => true });
  await startWorker(false);
  manager = (await newActor('manager')).actor;
  image = await addImage(manager, {
    files: [await png(12, 'red')],
    alt: 'A red square that is drawn in one line',
  });
  for (const [name, text] of Object.entries(textsOf(image)))
    await saveDraft(manager, { path: `courses/${slug}/${name}`, seen: 0, text });
  const seenOfOne = async () =>
    (await openOutline(slug))?.modules.find(({ id }) => id === 1)?.lesson.seen ?? 0;
  await setCaptions(manager, slug, { id: 1, seen: await seenOfOne() }, [
    { name: 'one.vtt', bytes: new Uint8Array(Buffer.from(`\ufeff${captions.replaceAll('\n', '\r\n')}`)) },
  ]);
  for (const [title, name, bytes] of [
    ['Worksheet', 'Work <sheet>.docx', worksheet],
    ['A picture', 'picture.png', await png(40, 'yellow')],
  ] as const)
    await addDownload(manager, slug, { id: 1, seen: await seenOfOne(), title }, [{ name, bytes }]);
  await prisma().videoOverride.create({ data: { courseId: slug, moduleId: 2, vimeoId: '77' } });
  await publishCourse(manager, slug);
  await saveRelease(manager, slug, { mode: 'weekly', version: 0, entries: { 2: 0, 1: 3 } });
}, 120_000);
afterAll(async () => {
  await prisma().contentVersion.deleteMany();
  await prisma().contentImport.deleteMany();
  await prisma().courseRelease.deleteMany();
  await prisma().videoOverride.deleteMany();
  setOverrides(new Map());
  await stopHearing();
});

const send = async ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  receiveCourse(manager, {
    name: 'course.zip',
    chunks: chunksOf(Buffer.from(buffer, byteOffset, byteLength), 65_536),
  });
const exported = async (name: string): Promise<Unzipped> =>
  unzipSync(new Uint8Array((await exportCourse(manager, name)) ?? []));
const bring = (id: string, to: string) => importCourse(manager, id, { slug: to, isVersion: false });
/** Everything that the database and the memory of the site hold of a course, but for what members did in it. */
async function stateOf(name: string) {
  const versions = await prisma().contentVersion.findMany({
    where: { path: { startsWith: `courses/${name}/` }, state: 'published' },
    orderBy: { path: 'asc' },
    select: { path: true, kind: true, text: true },
  });
  const names = versions.flatMap(({ text }) => courseFileNamesIn(text ?? ''));
  const state = {
    versions,
    course: findCourse(name),
    // What of a quiz tells it from another goes by its texts, and so by the address of its course.
    quiz: { ...findQuiz(name), version: '' },
    decks: [0, 1, 2].map((id) => findDeck(deckKey(name, id))),
    release: await prisma().courseRelease.findUnique({
      where: { courseId: name },
      select: { mode: true, entries: true },
    }),
    videos: await prisma().videoOverride.findMany({
      where: { courseId: name },
      select: { moduleId: true, vimeoId: true, url: true },
    }),
    files: await Promise.all(
      [...new Set(names)].sort().map(async (file) => {
        const stored = await findCourseFile(file);
        return { file, bytes: Buffer.from(stored?.bytes ?? []).toString('base64') };
      }),
    ),
    images: await prisma().contentImage.findMany({
      select: { name: true, alt: true },
      where: { name: image },
    }),
  };
  return JSON.stringify(state, null, 1);
}

const wordsOf = (files: Unzipped) =>
  Object.fromEntries(
    Object.entries(files).flatMap(([name, bytes]) =>
      /\.(?:png|docx)$/.test(name) ? [] : [[name, strFromU8(bytes)]],
    ),
  );

describe('a course as a file (P306)', () => {
  it('goes out and comes back at another address with everything it has', async () => {
    const file = await exportCourse(manager, slug);
    const id = await send(file ?? new Uint8Array());
    const stored = await findContentImport(id);
    expect(await reviewCourse(stored?.plan)).toMatchObject({
      slug,
      existing: { slug },
      pictureCount: 1,
      fileCount: 3,
      releaseMode: 'weekly',
      skipped: [],
    });
    await expect(bring(id, slug)).rejects.toMatchObject({ kind: 'conflict', field: 'slug' });
    const result = await bring(id, 'whole-copy');
    expect(result).toMatchObject({ isNew: true, notes: [], unchanged: [] });
    expect(result.saved).toHaveLength(6);
    await expect(bring(id, 'another-copy')).rejects.toMatchObject({ kind: 'conflict' });
    expect((await openOutline('whole-copy'))?.isOnSite).toBe(false);
    await publishCourse(manager, 'whole-copy');
    expect(await findRelease('whole-copy')).toMatchObject({ mode: 'weekly', entries: { 1: 3, 2: 0 } });
    const [before, after] = [wordsOf(await exported(slug)), wordsOf(await exported('whole-copy'))];
    const moved = Object.fromEntries(
      Object.entries(before).map(([name, text]) => [name, text.replaceAll(slug, 'whole-copy')]),
    );
    expect(after).toEqual(moved);
    expect(Object.keys(await exported('whole-copy'))).toEqual(Object.keys(await exported(slug)));
    const state = await stateOf(slug);
    expect(state).toContain('Everything that a course can have.');
    expect(await stateOf('whole-copy')).toBe(state.replaceAll(slug, 'whole-copy'));
  }, 120_000);

  it('comes again as a new version that changes only what differs', async () => {
    const files = await exported(slug);
    const same = await send(zipSync(files as Zippable));
    expect(await importCourse(manager, same, { slug, isVersion: true })).toMatchObject({
      isNew: false,
      saved: [],
    });
    const text = strFromU8(files['module-2.md'] ?? new Uint8Array());
    const changed: Unzipped = { ...files, 'module-2.md': Buffer.from(`${text}\nMore.\n`) };
    delete changed['course.deck.yaml'];
    const id = await send(zipSync(changed as Zippable));
    const result = await importCourse(manager, id, { slug, isVersion: true });
    expect(result.saved).toEqual(['module-2.md']);
    expect(result.notes).toEqual([
      expect.stringContaining('videos that were set'),
      expect.stringContaining('release schedule'),
      'course.deck.yaml is not in the file and stays as it is.',
    ]);
    expect((await openOutline(slug))?.waiting.map(({ path }) => path)).toEqual([
      `courses/${slug}/module-2.md`,
    ]);
  }, 60_000);

  it('imports one of two files that take a name at once', async () => {
    const files = (await exported(slug)) as Zippable;
    const other = { ...files, 'module-2.md': Buffer.from('---\ntitle: Other\n---\nOther words.\n') };
    const ids = [await send(zipSync(files)), await send(zipSync(other))];
    const imports = await Promise.allSettled(ids.map((id) => bring(id, 'taken-at-once')));
    const failures = imports.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(failures).toEqual([expect.objectContaining({ kind: 'conflict', field: 'slug' })]);
  }, 60_000);

  it('draws pictures of another site anew, and names those that are none', async () => {
    const files = await exported(slug);
    const { [`images/${image}`]: __, ...rest } = files;
    const [good, bad] = ['0'.repeat(24), '1'.repeat(24)].map((hash) => `${hash}-30x30.png`);
    const lesson = strFromU8(files['module-1.md'] ?? new Uint8Array());
    const id = await send(
      zipSync({
        ...rest,
        'module-1.md': Buffer.from(
          lesson.replaceAll(image, String(good)).replace('| A |', `![No](/images/${bad})\n\n| A |`),
        ),
        [`images/${good}`]: await png(30, 'blue'),
        [`images/${bad}`]: Buffer.from('<html><script>alert(1)</script>'),
      } as Zippable),
    );
    expect((await reviewCourse((await findContentImport(id))?.plan)).skipped).toEqual([
      { name: `images/${bad}`, reason: expect.stringContaining('cannot be read as a picture') },
    ]);
    await bring(id, 'blue-copy');
    const text =
      (await openOutline('blue-copy'))?.modules.find(({ id: number }) => number === 1)?.lesson.text ?? '';
    expect(text).not.toContain(bad);
    const [, name = ''] = /!\[A red square that is drawn in one line\]\(\/images\/(\S+)/.exec(text) ?? [];
    expect(name).toMatch(/-30x30\.png$/);
    expect(await prisma().contentImage.count({ where: { name } })).toBe(1);
    expect(await prisma().contentImportImage.count()).toBe(0);
  }, 60_000);

  it('of another system leaves the words of a picture that is here, and shows none that cannot be read', async () => {
    const picture = await png(44, 'green');
    const alt = 'A green square that somebody described';
    const name = await addImage(manager, { files: [picture], alt });
    const id = await send(
      zipSync({
        'imsmanifest.xml': Buffer.from(
          '<manifest><metadata><schema>IMS Common Cartridge</schema></metadata><organizations><organization><item><title>Pictures</title><item identifierref="p"><title>Page</title></item></item></organization></organizations><resources><resource identifier="p" type="webcontent" href="p.html"/></resources></manifest>',
        ),
        'p.html': Buffer.from(
          '<p>These words are beside it.</p><img src="green.png" alt="green"><img src="bad.png" alt="Figure [1] of 2">',
        ),
        'green.png': picture,
        'bad.png': Buffer.from('no picture'),
      }),
    );
    await bring(id, 'green-copy');
    const [module] = (await openOutline('green-copy'))?.modules ?? [];
    expect(module?.lesson.text).toContain(`](/images/${name})`);
    expect(module?.lesson.text).not.toContain('Figure');
    expect(await prisma().contentImage.findUnique({ where: { name } })).toMatchObject({ alt });
  }, 60_000);

  it('of the shipped library has drawings of its own, also on a site that has others or none', async () => {
    const files = unzipSync(new Uint8Array((await exportCourse(manager, 'seo')) ?? []));
    const drawing = '<svg viewBox="0 0 400 300"><text x="8" y="20" class="t">Drawn elsewhere</text></svg>\n';
    const id = await send(
      zipSync({
        ...files,
        'figures/module-1.svg': Buffer.from(drawing),
        'figures/module-2.svg': Buffer.from('<svg viewBox="0 0 1 1"><script>alert(1)</script></svg>'),
      } as Zippable),
    );
    expect((await reviewCourse((await findContentImport(id))?.plan)).skipped).toEqual([
      { name: 'figures/module-2.svg', reason: expect.stringContaining('<script>') },
    ]);
    await bring(id, 'seo-drawn');
    expect(await checkCourse('seo-drawn')).toEqual({
      'courses/seo-drawn/module-2.md': [
        'The picture figures/module-2.svg is not there',
        'courses/seo-drawn/figures/module-2.svg is missing',
      ],
    });
    const whole = await send((await exportCourse(manager, 'seo')) ?? new Uint8Array());
    expect((await reviewCourse((await findContentImport(whole))?.plan)).skipped).toEqual([]);
    await bring(whole, 'seo-copy');
    await publishCourse(manager, 'seo-copy');
    expect((await openOutline('seo-copy'))?.isOnSite).toBe(true);
    const [module] = findCourse('seo-copy')?.modules ?? [];
    expect(module && renderLesson(module).html).toContain('history of the piano');
    expect(await exported('seo-copy')).toMatchObject({
      'figures/module-1.svg': files['figures/module-1.svg'],
      'figures/module-8.svg': files['figures/module-8.svg'],
    });
  }, 240_000);

  it('brings captions and downloads to a site that has none of them, and names those that are not what they say', async () => {
    const files = await exported(slug);
    // What waits to be published is in the file too.
    await publishCourse(manager, slug).catch(() => undefined);
    const state = await stateOf(slug);
    const lesson = strFromU8(files['module-1.md'] ?? new Uint8Array());
    const [vtt = '', docx = '', picture = ''] = courseFileNamesIn(lesson);
    const rows = await prisma().contentFile.findMany();
    await prisma().contentFile.deleteMany();
    const id = await send(zipSync(files as Zippable));
    expect((await reviewCourse((await findContentImport(id))?.plan)).skipped).toEqual([]);
    await bring(id, 'brought-files');
    await publishCourse(manager, 'brought-files');
    await prisma().contentFile.createMany({ data: rows, skipDuplicates: true });
    // The picture is drawn anew, and named by its bytes.
    const [, , drawn = ''] = courseFileNamesIn(contentText('courses/brought-files/module-1.md') ?? '');
    expect((await stateOf('brought-files')).split('\n').filter((line) => !line.includes('bytes'))).toEqual(
      state
        .replaceAll(slug, 'brought-files')
        .replaceAll(picture, drawn)
        .split('\n')
        .filter((line) => !line.includes('bytes')),
    );
    expect(Buffer.from((await findCourseFile(docx))?.bytes ?? [])).toEqual(Buffer.from(worksheet));
    expect(Buffer.from((await findCourseFile(vtt))?.bytes ?? []).toString()).toBe(captions);
    expect(await prisma().contentImportFile.count()).toBe(0);
    const bad = await send(
      zipSync({
        ...files,
        [`files/${vtt}`]: Buffer.from('WEBVTT\n\n00:01.000 --> 00:02.000\n<img src=x onerror=alert(1)>\n'),
        [`files/${docx}`]: Buffer.from('<html><script>alert(1)</script></html>'),
        [`files/${picture}`]: Buffer.from('%PDF-1.7'),
        'files/0123456789abcdef01234567.exe': Buffer.from('MZ'),
      } as Zippable),
    );
    expect((await reviewCourse((await findContentImport(bad))?.plan)).skipped).toEqual(
      [
        { name: 'files/0123456789abcdef01234567.exe', reason: 'It is no part of a course.' },
        { name: `files/${vtt}`, reason: 'Line 4: captions hold words, and no HTML.' },
        { name: `files/${docx}`, reason: 'Its name ends in .docx, but what it holds is plain text.' },
        { name: `files/${picture}`, reason: 'Its name ends in .png, but what it holds is PDF.' },
      ].sort((one, other) => (one.name < other.name ? -1 : 1)),
    );
  }, 120_000);

  it('says what belongs to its site alone', async () => {
    const { id: userId } = await newUser();
    await prisma().instructorGrant.create({ data: { userId, courseId: slug, createdAt: new Date() } });
    const id = await send(zipSync((await exported(slug)) as Zippable));
    expect((await reviewCourse((await findContentImport(id))?.plan)).skipped).toEqual([
      { name: 'Instructors of this course: 1', reason: expect.stringContaining('Accounts stay') },
    ]);
    await prisma().instructorGrant.deleteMany();
  });

  it('holds nobody up while a large one is read, and is refused in words where it is none', async () => {
    const noise = Object.fromEntries(
      Array.from({ length: 9 }, (_, at) => [
        `images/${String(at).padStart(24, '0')}-9x9.png`,
        [Buffer.alloc(4_900_000, at + 1), { level: 0 }],
      ]),
    ) as Zippable;
    const file = zipSync({ ...((await exported(slug)) as Zippable), ...noise });
    // Made before: having so much memory given takes its time too.
    const tooLarge = Buffer.alloc(50_100_000, 1);
    const problems: string[] = [];
    const longest = await longestTurnMs(async () => {
      const id = await send(file);
      problems.push(
        ...(await reviewCourse((await findContentImport(id))?.plan)).skipped.map(({ reason }) => reason),
      );
      for (const bytes of [Buffer.from('no archive'), tooLarge])
        await send(bytes).catch((error: Error) => problems.push(error.message));
    });
    expect(problems).toHaveLength(11);
    expect(problems.at(-2)).toContain('no zip archive');
    expect(problems.at(-1)).toContain('larger than 50 MB');
    expect(longest).toBeLessThan(150);
  }, 120_000);
});
