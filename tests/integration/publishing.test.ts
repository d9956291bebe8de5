import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { libraryIndex } from '#app/domain/assistant/finding/library-index.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { playbooks } from '#app/domain/learning/articles/articles.server.ts';
import { tickBox } from '#app/domain/learning/checklists/checklists.server.ts';
import { courses, type Module, renderLesson } from '#app/domain/learning/courses/catalogue.server.ts';
import { decks } from '#app/domain/learning/decks/decks.server.ts';
import { facts } from '#app/domain/learning/facts/facts.server.ts';
import { versionOf } from '#app/domain/learning/legal/documents.server.ts';
import { quizzes } from '#app/domain/learning/quizzes/quizzes.server.ts';
import { adviceOn } from '#app/domain/publishing/advice.server.ts';
import { connectSite } from '#app/domain/publishing/content-sync.server.ts';
import { withQuestionsSet } from '#app/domain/publishing/fact-fields.server.ts';
import { followPublished, loadPublished } from '#app/domain/publishing/loading.server.ts';
import { begunCourses, togetherWith } from '#app/domain/publishing/new-course.server.ts';
import { beginPiece } from '#app/domain/publishing/new-piece.server.ts';
import {
  archivePiece,
  discardWaiting,
  findProblems,
  publishText,
  restoreVersion,
  saveDraft,
  scheduleText,
  Unpublishable,
} from '#app/domain/publishing/publish.server.ts';
import { publishScheduled } from '#app/domain/publishing/scheduled.server.ts';
import { type Shelf, shelves } from '#app/domain/publishing/shelves.ts';
import { listPieces, openPiece } from '#app/domain/publishing/versions.server.ts';
import { searchLibrary } from '#app/domain/site/search/search.server.ts';
import { withClock } from '#app/platform/clock.server.ts';
import { contentText, fileText, setOverrides } from '#app/platform/content/files.server.ts';
import { databasePool, prisma } from '#app/platform/database/client.server.ts';
import { startHearing, stopHearing } from '#app/platform/runtime/broadcast.server.ts';
import { startWorker } from '#app/program/worker.server.ts';
import { pagesOfRoutes } from '#tests/content/pages-of-routes.ts';
import { auditOf, newActor } from '#tests/integration/admins.ts';
import { newViewer } from '#tests/integration/people.ts';

const lesson = 'courses/seo/module-1.md';
const hour = 3600 * 1000;

let owner: Awaited<ReturnType<typeof newActor>>['actor'];
let manager: typeof owner;
let support: typeof owner;

beforeAll(async () => {
  // A small search is enough: the whole of it is looked at in search.test.ts.
  connectSite({ findPage: await pagesOfRoutes(), hasPage: (path) => path.startsWith('/courses/seo') });
  await startWorker(false);
  owner = (await newActor('owner')).actor;
  manager = (await newActor('manager')).actor;
  support = (await newActor('support')).actor;
});
afterEach(async () => {
  await prisma().contentVersion.deleteMany();
  setOverrides(new Map());
});
afterAll(stopHearing);

const fileOf = (path: string) => fileText(path) ?? '';
const withSentence = (path: string, sentence: string) => `${fileOf(path).trimEnd()}\n\n${sentence}\n`;
const firstLesson = () => courses().get('seo')?.modules[0]?.lesson ?? '';
const versions = (path: string) =>
  prisma().contentVersion.findMany({
    where: { path },
    orderBy: { number: 'asc' },
    select: { number: true, kind: true, state: true },
  });
const problemsIn = async (work: Promise<unknown>): Promise<readonly string[]> => {
  const error: unknown = await work.then(
    () => new Error('It was published.'),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Unpublishable)) throw error;
  return error.problems;
};

describe('publishing', () => {
  it('puts a text over its file for pages and search, and restoring takes it away again', async () => {
    const member = await newViewer({ hasMembership: true });
    const find = async () =>
      (await searchLibrary(member, { question: 'quokkas', kind: null, page: 1 })).results.map(
        ({ path }) => path,
      );
    await publishText(manager, { path: lesson, seen: 0, text: withSentence(lesson, 'Ask the quokkas.') });
    expect(firstLesson()).toContain('Ask the quokkas.');
    expect(await find()).toEqual(['/courses/seo/module-1']);
    await restoreVersion(manager, { path: lesson, seen: 1, number: 0 });
    expect(firstLesson()).not.toContain('quokkas');
    expect(await find()).toEqual([]);
    await restoreVersion(manager, { path: lesson, seen: 2, number: 1 });
    expect(firstLesson()).toContain('Ask the quokkas.');
    expect(await versions(lesson)).toEqual([
      { number: 1, kind: 'text', state: 'past' },
      { number: 2, kind: 'file', state: 'past' },
      { number: 3, kind: 'text', state: 'published' },
    ]);
    expect((await auditOf(lesson)).map(({ action }) => action)).toEqual([
      'content_published',
      'content_restored',
      'content_published',
    ]);
  });

  it('leaves what is ticked with its line, reworded in drafts and moved (P344)', async () => {
    const member = await newViewer({ hasMembership: true });
    const boxLines = (text: string) => text.match(/^- \[ \] .*(?:\n {2}.*)*\n/gm) ?? [];
    const [line = '', next = ''] = boxLines(fileOf(lesson));
    const boxes = () => renderLesson(courses().get('seo')?.modules[0] as Module).tasks;
    const before = boxes();
    await tickBox(member, 'courses/seo/module-1', before[0] ?? '', true);
    const reworded = line.replace('- [ ] ', '- [ ] First: ');
    const draft = fileOf(lesson).replace(line, reworded);
    await saveDraft(manager, { path: lesson, seen: 0, text: draft });
    const saved = (await openPiece(lesson))?.text ?? '';
    const moved = saved.replace(reworded, next).replace(next, reworded.replace('First: ', 'At first, '));
    await publishText(manager, { path: lesson, seen: 1, text: moved.replace(next + next, next) });
    const after = boxes();
    expect(new Set(after)).toEqual(new Set(before));
    expect(firstLesson()).toContain('- [ ] At first, ');
    expect(await tickBox(member, 'courses/seo/module-1', before[0] ?? '', true)).toEqual({
      done: 1,
      all: before.length,
    });
  });

  it('has a piece found by its questions as they are published, and by those of its file after that', async () => {
    const questionsNow = async () =>
      (await libraryIndex()).pieces.find(({ id }) => id === 'module:seo:1')?.questions ?? [];
    const inFile = await questionsNow();
    expect(inFile.length).toBeGreaterThan(5);
    const own = ['nobody finds my quokka shop'];
    const text = withQuestionsSet(lesson, fileOf(lesson), own);
    await saveDraft(manager, { path: lesson, seen: 0, text });
    expect(await questionsNow()).toEqual(inFile);
    await publishText(manager, { path: lesson, seen: 1, text });
    expect(await questionsNow()).toEqual(own);
    const twice = withQuestionsSet(lesson, text, ['the same', 'The same']);
    expect(await problemsIn(publishText(manager, { path: lesson, seen: 2, text: twice }))).toEqual([
      'questions: the same question is there twice',
    ]);
    // A text from before a piece had questions.
    const without = text.replace(/^questions:\n( {2}- .*\n)+/m, '');
    await publishText(manager, { path: lesson, seen: 2, text: without });
    expect(await questionsNow()).toEqual(inFile);
    const help = 'support/phrasings/account.yaml';
    const odd = `${fileOf(help)}How do I fly?:\n  - take off\n`;
    expect(await problemsIn(publishText(manager, { path: help, seen: 0, text: odd }))).toEqual([
      'There is no "How do I fly?" in support/faq.yaml under account.',
    ]);
  });

  it('is followed by a process that hears of it, and by one that starts', async () => {
    await startHearing();
    const changed = vi.fn();
    const end = followPublished(changed);
    await prisma().contentVersion.create({
      data: {
        path: lesson,
        number: 1,
        kind: 'text',
        state: 'published',
        text: withSentence(lesson, 'From another process.'),
        createdAt: new Date(),
      },
    });
    await databasePool().query('SELECT pg_notify($1, $2)', [
      'site',
      JSON.stringify(['another process', 'content', lesson]),
    ]);
    await vi.waitFor(() => expect(changed).toHaveBeenCalled(), { timeout: 60_000 });
    expect(firstLesson()).toContain('From another process.');
    end();
    setOverrides(new Map());
    await loadPublished();
    expect(firstLesson()).toContain('From another process.');
  });

  it.each([
    ['fits its facts', lesson, () => '---\ntitle: x\n---\n'],
    [
      'finds what it names',
      'series/entrepreneurial.md',
      () => fileOf('series/entrepreneurial.md').replace(/^course: .*$/m, 'course: nowhere'),
    ],
  ])('leaves the file where what was published no longer %s', async (_, path, textOf) => {
    const text = textOf();
    await prisma().contentVersion.create({
      data: { path, number: 1, kind: 'text', state: 'published', text, createdAt: new Date() },
    });
    await loadPublished();
    expect(text).not.toBe(fileText(path));
    expect(contentText(path)).toBe(fileText(path));
  });

  it('is refused to whoever has not seen the last version, of two at once to one', async () => {
    const results = await Promise.allSettled(
      ['one', 'two'].map((word) =>
        publishText(manager, { path: lesson, seen: 0, text: withSentence(lesson, `Word ${word}.`) }),
      ),
    );
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(saveDraft(manager, { path: lesson, seen: 0, text: 'x' })).rejects.toMatchObject({
      kind: 'conflict',
    });
    expect(await versions(lesson)).toHaveLength(1);
  });

  it('is for managers and owners, legal texts for owners, and for no path but those of pieces', async () => {
    const legal = 'legal/terms.md';
    await expect(publishText(support, { path: lesson, seen: 0, text: fileOf(lesson) })).rejects.toMatchObject(
      {
        kind: 'not_allowed',
      },
    );
    await expect(publishText(manager, { path: legal, seen: 0, text: fileOf(legal) })).rejects.toMatchObject({
      kind: 'not_allowed',
    });
    for (const path of [
      '../package.json',
      'courses/../../.env',
      'site/brand.yaml',
      'README.md',
      'courses/seo/module-1.md/../x',
      'guides/figures/a.svg',
    ])
      await expect(saveDraft(owner, { path, seen: 0, text: 'x' }), path).rejects.toMatchObject({
        kind: 'not_found',
      });
    expect(await prisma().contentVersion.count()).toBe(0);
  });

  it('wants a later day of a legal text that says something else', async () => {
    const path = 'legal/terms.md';
    const text = withSentence(path, 'And one more thing.');
    expect(await problemsIn(publishText(owner, { path, seen: 0, text }))).toEqual([
      expect.stringContaining('needs a later day'),
    ]);
    await publishText(owner, {
      path,
      seen: 0,
      text: text.replace(/^version: .*$/m, 'version: 2031-01-01'),
    });
    expect(versionOf('terms')).toBe('2031-01-01');
  });
});

describe('what cannot be published', () => {
  const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${[...'bcdefgh'].map((name, i) => `${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[i]}`).join(',')}]`).join('\n')}`;

  it.each([
    ['a script', withSentence(lesson, '<script>alert(1)</script>'), 'HTML is not shown'],
    ['an address that runs', withSentence(lesson, '[Go](javascript:alert(1))'), 'leads off the site'],
    ['another site', withSentence(lesson, '[Go](https://evil.test/)'), 'evil.test'],
    ['another site, without its scheme', withSentence(lesson, '[Go](//evil.test/)'), 'leads off the site'],
    ['a page that is not there', withSentence(lesson, '[Go](/courses/nowhere)'), 'does not exist'],
    [
      'a picture that is not there',
      withSentence(lesson, '![What a picture would have shown](x.svg)'),
      'x.svg',
    ],
    [
      'a file outside',
      withSentence(lesson, '![What a picture would have shown](../../../package.json)'),
      'package.json',
    ],
    ['an unknown fact', fileOf(lesson).replace('---\n', '---\nhack: 1\n'), 'hack'],
    ['no facts', 'Just text', 'front matter'],
    ['facts that multiply', `---\n${bomb}\n---\nText\n`, 'Alias'],
    ['facts that hold themselves', '---\ntitle: &a [*a]\n---\nText\n', 'Alias'],
    ['a thicket of marks', withSentence(lesson, 'a*'.repeat(5_000)), 'takes too long to read'],
    ['more depth than anybody reads', withSentence(lesson, '> '.repeat(5_000)), 'takes too long to read'],
    ['more lines than anybody reads', withSentence(lesson, 'a\n'.repeat(5_000)), 'takes too long to read'],
    ['a heading left out', withSentence(lesson, '##### Deep\n\nText'), 'leave no level out'],
    ['a broken box', withSentence(lesson, '```tool\nx: 1\n```'), 'tool box'],
  ])('holds %s', async (_, text, words) => {
    const problems = await problemsIn(publishText(manager, { path: lesson, seen: 0, text }));
    expect(problems.join('\n')).toContain(words);
    expect(await prisma().contentVersion.count()).toBe(0);
  });

  it('is too long', async () => {
    const text = withSentence(lesson, 'long '.repeat(10_000));
    await expect(publishText(manager, { path: lesson, seen: 0, text })).rejects.toMatchObject({
      field: 'text',
    });
  });

  it('breaks what hangs together with it', async () => {
    const path = 'courses/seo/course.md';
    const text = fileOf(path).replace(/^related:[\s\S]*?(?=^\w|^---)/m, 'related: [nothing-of-the-kind]\n');
    expect(await problemsIn(publishText(manager, { path, seen: 0, text }))).toEqual([
      'related: nothing-of-the-kind is no other piece of this kind',
    ]);
  });
});

describe('what waits', () => {
  it('is a draft, which no page shows, until it is published or discarded', async () => {
    await saveDraft(manager, { path: lesson, seen: 0, text: 'Half a thought' });
    expect(contentText(lesson)).toBe(fileText(lesson));
    await saveDraft(manager, { path: lesson, seen: 1, text: 'A whole thought' });
    expect(await versions(lesson)).toEqual([
      { number: 1, kind: 'text', state: 'past' },
      { number: 2, kind: 'text', state: 'draft' },
    ]);
    await discardWaiting(manager, { path: lesson, seen: 2 });
    await expect(discardWaiting(manager, { path: lesson, seen: 2 })).rejects.toMatchObject({
      kind: 'conflict',
    });
  });

  it('is published when its time has come, once, and not before', async () => {
    const at = new Date('2030-01-01T09:00:00Z');
    await withClock(
      () => new Date(at.getTime() - hour),
      async () => {
        // Whoever confirmed lately enough for the real clock is another matter.
        await prisma().session.updateMany({ data: { expiresAt: new Date('2031-01-01'), confirmedAt: at } });
        await scheduleText(manager, {
          path: lesson,
          seen: 0,
          text: withSentence(lesson, 'Later.'),
          publishAt: at,
        });
        await publishScheduled();
        expect(firstLesson()).not.toContain('Later.');
      },
    );
    await withClock(
      () => at,
      async () => {
        await publishScheduled();
        await publishScheduled();
      },
    );
    expect(firstLesson()).toContain('Later.');
    expect((await auditOf(lesson)).at(-1)).toMatchObject({
      action: 'content_published',
      actorId: manager.id,
    });
  });

  it('that cannot be published when its time has come says why', async () => {
    await prisma().contentVersion.create({
      data: {
        path: lesson,
        number: 1,
        kind: 'text',
        state: 'scheduled',
        text: withSentence(lesson, '[Go](/courses/nowhere)'),
        publishAt: new Date(0),
        createdAt: new Date(),
      },
    });
    await publishScheduled();
    expect(await prisma().contentVersion.findFirst({ where: { path: lesson } })).toMatchObject({
      state: 'draft',
      problem: expect.stringContaining('/courses/nowhere'),
    });
  });

  it('has a time to come', async () => {
    for (const publishAt of [new Date(Date.now() - hour), new Date(Number.NaN), new Date('2200-01-01')])
      await expect(
        scheduleText(manager, { path: lesson, seen: 0, text: fileOf(lesson), publishAt }),
      ).rejects.toMatchObject({ field: 'publishAt' });
  });
});

describe('pieces', () => {
  const path = 'playbooks/ask-the-quokkas.md';

  it('are added, counted and archived, and refused while others name them', async () => {
    const before = playbooks().size;
    const text =
      fileOf('playbooks/price-increase.md') || fileOf(`playbooks/${[...playbooks().keys()][0]}.md`);
    await publishText(manager, {
      path,
      seen: 0,
      text: text.replace(/^title: .*$/m, 'title: Ask the quokkas'),
    });
    expect(playbooks().get('ask-the-quokkas')?.title).toBe('Ask the quokkas');
    expect(facts().playbookCount).toBe(String(before + 1));
    await archivePiece(manager, { path, seen: 1 });
    expect(playbooks().size).toBe(before);
    await restoreVersion(manager, { path, seen: 2, number: 1 });
    expect(playbooks().size).toBe(before + 1);
    const named = `playbooks/${[...playbooks().values()][0]?.related[0]}.md`;
    expect((await problemsIn(archivePiece(manager, { path: named, seen: 0 }))).join()).toContain(
      'still names it',
    );
    await expect(archivePiece(manager, { path: 'legal/terms.md', seen: 0 })).rejects.toBeInstanceOf(Refusal);
  });
});

describe('slides and quizzes', () => {
  it('are edited, and taken off the site, though other courses name theirs', async () => {
    const path = 'courses/seo/module-1.deck.yaml';
    const key = 'courses/seo/module-1';
    await publishText(manager, {
      path,
      seen: 0,
      text: fileOf(path).replace(/title: .*$/m, 'title: Ask the quokkas'),
    });
    expect(JSON.stringify(decks().get(key))).toContain('Ask the quokkas');
    await archivePiece(manager, { path, seen: 1 });
    await archivePiece(manager, { path: 'courses/cold-calling/quiz.yaml', seen: 0 });
    expect([decks().has(key), quizzes().has('cold-calling')]).toEqual([false, false]);
    expect(courses().has('cold-calling')).toBe(true);
    expect(await problemsIn(archivePiece(manager, { path: 'courses/seo/quiz.yaml', seen: 0 }))).toEqual([
      'whats-new/2026-11.yaml still names it',
    ]);
  });

  it.each([
    ['courses/seo/module-9.deck.yaml', () => fileOf('courses/seo/module-1.deck.yaml'), 'could belong to'],
    [
      'courses/nowhere/quiz.yaml',
      () => fileOf('courses/seo/quiz.yaml'),
      'courses/nowhere/course.md is missing',
    ],
    ['series/nowhere.deck.yaml', () => fileOf('series/entrepreneurial.deck.yaml'), 'could belong to'],
    [
      'courses/seo/quiz.yaml',
      () => fileOf('courses/seo/quiz.yaml').replace(/(passage: .*)$/m, '$1-and-more'),
      'is no heading',
    ],
    [
      'courses/seo/module-1.deck.yaml',
      () => fileOf('courses/seo/module-1.deck.yaml').replaceAll('|', ''),
      'parts of narration',
    ],
  ])('%s is held', async (path, textOf, problem) => {
    expect(await findProblems(path, textOf())).toContainEqual(expect.stringContaining(problem));
  });
});

describe('a whole new course', () => {
  const course = 'courses/ask-the-quokkas/course.md';
  const module = (number: number) => `courses/ask-the-quokkas/module-${number}.md`;
  const model = (path: string, title: string) =>
    fileOf(path)
      .replace(/^title: .*$/m, `title: ${title}`)
      // Drawings stand beside the lesson that they were drawn for.
      .replace(/^!\[.*$/gm, '');
  const lessonText = (number: number) => model('courses/cold-calling/module-1.md', `Quokkas, part ${number}`);
  const begin = async () => {
    await beginPiece(manager, { kind: 'courses', title: 'Ask the quokkas', name: 'ask-the-quokkas' });
    for (const number of [1, 2]) {
      const path = await beginPiece(manager, {
        kind: 'modules',
        title: `Part ${number}`,
        course: 'ask-the-quokkas',
      });
      expect(path).toBe(module(number));
    }
  };
  const courseText = () => model('courses/cold-calling/course.md', 'Ask the quokkas');

  it('is begun, checked and published with its modules, and found', async () => {
    await begin();
    expect((await openPiece(course))?.title).toBe('Ask the quokkas');
    const modules = shelves.find(({ id }) => id === 'modules') as Shelf;
    expect((await listPieces(modules, 'part 1', null)).rows.map(({ title }) => title)).toContain('Part 1');
    expect(await begunCourses((slug) => courses().has(slug))).toEqual(['ask-the-quokkas']);
    expect((await togetherWith(course)).companions.map(({ path }) => path)).toEqual([module(1), module(2)]);
    expect(await togetherWith(module(1))).toMatchObject({ course });
    for (const number of [1, 2]) {
      await expect(
        publishText(manager, { path: module(number), seen: 1, text: lessonText(number) }),
      ).rejects.toMatchObject({ kind: 'conflict', message: expect.stringContaining('with its course') });
      await saveDraft(manager, { path: module(number), seen: 1, text: lessonText(number) });
    }
    for (const part of [3, 9])
      await expect(
        beginPiece(manager, { kind: 'slides', course: 'ask-the-quokkas', part }),
      ).rejects.toMatchObject({ field: 'part' });
    const slides = await beginPiece(manager, { kind: 'slides', course: 'ask-the-quokkas', part: 1 });
    const quiz = await beginPiece(manager, { kind: 'quizzes', course: 'ask-the-quokkas' });
    await expect(beginPiece(manager, { kind: 'quizzes', course: 'ask-the-quokkas' })).rejects.toMatchObject({
      kind: 'conflict',
      field: 'course',
    });
    const unwritten = await problemsIn(publishText(manager, { path: course, seen: 1, text: courseText() }));
    expect(unwritten).toContainEqual(expect.stringMatching(/^quiz\.yaml: Question 1: .* no heading/));
    await saveDraft(manager, {
      path: quiz,
      seen: 1,
      text: fileOf('courses/cold-calling/quiz.yaml')
        .replaceAll('/courses/cold-calling/module-1', '/courses/ask-the-quokkas/module-1')
        .replaceAll(
          /\/courses\/cold-calling\/module-[2-9]#.*/g,
          '/courses/ask-the-quokkas/module-2#a-reason-per-company',
        ),
    });
    await saveDraft(manager, {
      path: slides,
      seen: 1,
      text: fileOf('courses/cold-calling/module-1.deck.yaml'),
    });
    expect(courses().has('ask-the-quokkas')).toBe(false);
    await publishText(manager, { path: course, seen: 1, text: courseText() });
    expect(
      courses()
        .get('ask-the-quokkas')
        ?.modules.map(({ title }) => title),
    ).toEqual(['Quokkas, part 1', 'Quokkas, part 2']);
    expect((await versions(module(1))).at(-1)).toMatchObject({ number: 2, state: 'published' });
    expect((await auditOf(module(2))).map(({ action }) => action)).toEqual([
      'content_saved',
      'content_saved',
      'content_published',
    ]);
    expect(quizzes().get('ask-the-quokkas')?.questions).toHaveLength(
      quizzes().get('seo')?.questions.length ?? 0,
    );
    expect(decks().get('courses/ask-the-quokkas/module-1')?.title).toBe('Quokkas, part 1');
    // Once it is on the site its modules are published one by one, and none is left out.
    await publishText(manager, {
      path: module(2),
      seen: 2,
      text: lessonText(2).replace('part 2', 'the second part'),
    });
    const fourth = lessonText(4);
    expect(await findProblems(module(4), fourth)).toEqual([
      expect.stringContaining('module-3.md is missing'),
    ]);
  });

  it('needs a module, and has no gap among those that it does not name', async () => {
    await saveDraft(manager, { path: course, seen: 0, text: courseText() });
    expect(await problemsIn(publishText(manager, { path: course, seen: 1, text: courseText() }))).toEqual([
      'A course needs a module.',
    ]);
    for (const number of [1, 3])
      await saveDraft(manager, { path: module(number), seen: 0, text: lessonText(number) });
    expect(await problemsIn(publishText(manager, { path: course, seen: 1, text: courseText() }))).toContain(
      'The modules of a course have no gap: number 2 is missing.',
    );
  });

  it('is published at its time as a whole', async () => {
    await begin();
    for (const number of [1, 2])
      await saveDraft(manager, { path: module(number), seen: 1, text: lessonText(number) });
    const publishAt = new Date(Date.now() + hour);
    await scheduleText(manager, { path: course, seen: 1, text: courseText(), publishAt });
    await expect(
      scheduleText(manager, { path: module(1), seen: 2, text: lessonText(1), publishAt }),
    ).rejects.toMatchObject({ kind: 'conflict' });
    await withClock(() => new Date(publishAt.getTime() + 1_000), publishScheduled);
    expect(courses().get('ask-the-quokkas')?.modules).toHaveLength(2);
  });
});

describe('a piece that was saved often', () => {
  it('is opened with what is published, however long ago, and its last number', async () => {
    const text = withSentence(lesson, 'Long ago.');
    await publishText(manager, { path: lesson, seen: 0, text });
    await prisma().contentVersion.createMany({
      data: Array.from({ length: 300 }, (_, index) => ({
        path: lesson,
        number: index + 2,
        kind: 'text' as const,
        state: 'past' as const,
        text: 'A draft',
        createdAt: new Date(),
      })),
    });
    expect(await openPiece(lesson)).toMatchObject({
      seen: 301,
      text,
      published: { number: 1 },
      waiting: null,
    });
  });
});

describe('advice', () => {
  it('tells words that no dictionary has, and what another piece says in the same words', async () => {
    const [other, sentence] =
      [...playbooks().values()]
        .map(({ slug, body }) => [slug, body.split(/\n\n/).find((text) => /^[A-Z][^|#`*]{150,}$/.test(text))])
        .find(([, text]) => text) ?? [];
    expect(sentence).toBeTruthy();
    const { spelling, repetitions } = await adviceOn(
      lesson,
      withSentence(lesson, `A seperate thought.\n\n${sentence}`),
    );
    expect(spelling).toEqual([expect.stringMatching(/^seperate \(.*separate/)]);
    expect(repetitions).toEqual([expect.stringContaining(`playbooks/${other}.md says 100% of this too`)]);
    expect(await adviceOn(lesson, fileOf(lesson))).toEqual({
      spelling: [],
      repetitions: [],
      library: [],
      headings: [],
    });
  });

  it('tells what the quiz would miss of a lesson', async () => {
    const { passage } =
      quizzes()
        .get('seo')
        ?.questions.find(({ passage }) => passage.includes('module-1#')) ?? {};
    const heading = passage?.split('#')[1] ?? '';
    expect(heading).not.toBe('');
    const text = fileOf(lesson).replace(/^## .*$/gm, (line) => `${line} and more`);
    expect((await adviceOn(lesson, text)).headings).toContain(heading);
  });

  it('says nothing of what cannot be read', async () => {
    for (const text of ['no facts', withSentence(lesson, 'a*'.repeat(5_000))])
      expect(await adviceOn(lesson, text)).toEqual({
        spelling: [],
        repetitions: [],
        library: [],
        headings: [],
      });
  });
});
