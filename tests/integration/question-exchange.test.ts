import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { addQuestion } from '#app/domain/publishing/authoring/quiz-changes.server.ts';
import { openQuizEditor } from '#app/domain/publishing/authoring/quiz-editor.server.ts';
import { connectSite } from '#app/domain/publishing/content-sync.server.ts';
import { addModule } from '#app/domain/publishing/course-changes.server.ts';
import {
  deleteOldContentImports,
  discardContentImport,
  findContentImport,
} from '#app/domain/publishing/exchange/imports.server.ts';
import {
  exportQuestions,
  importQuestions,
  receiveQuestions,
  reviewQuestions,
} from '#app/domain/publishing/exchange/question-import.server.ts';
import { beginPiece } from '#app/domain/publishing/new-piece.server.ts';
import { withClock } from '#app/platform/clock.server.ts';
import { setOverrides } from '#app/platform/content/files.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { dayMs } from '#app/platform/durations.ts';
import { stopHearing } from '#app/platform/runtime/broadcast.server.ts';
import { newActor } from '#tests/integration/admins.ts';
import { chunksOf } from '#tests/integration/import-files.ts';
import { longestTurnMs } from '#tests/integration/longest-turn.ts';

const slug = 'exchange-steps';
const lesson = `/courses/${slug}/module-1`;
let manager: Awaited<ReturnType<typeof newActor>>['actor'];

beforeAll(async () => {
  connectSite({ findPage: async () => null, hasPage: () => true } as never);
  manager = (await newActor('manager')).actor;
  await beginPiece(manager, { kind: 'courses', title: 'Exchange steps', name: slug });
  await addModule(manager, slug, 'One');
});
afterEach(async () => {
  await prisma().contentImport.deleteMany();
  await prisma().contentVersion.deleteMany({ where: { path: { endsWith: 'quiz.yaml' } } });
});
afterAll(async () => {
  await prisma().contentVersion.deleteMany();
  setOverrides(new Map());
  await stopHearing();
});

const send = (text: string | Buffer, name = 'questions.gift') =>
  receiveQuestions(manager, slug, { name, chunks: chunksOf(text, 65_536) });
const bring = async (id: string, which = '1', passage = lesson) =>
  importQuestions(manager, id, slug, { which, passage });
const asks = async () => (await openQuizEditor(slug))?.items.map(({ raw }) => raw.ask);
const review = async (id: string) => reviewQuestions(slug, (await findContentImport(id))?.plan);

const gift = 'One? {=Yes ~No ####It is.}\n\nTwo? {=Yes ~No ####It is.}\n\nThree? {}\n\nFour? {#4:1}';

describe('a file of questions (P301)', () => {
  it('adds what was chosen to the draft, once, and names the rest', async () => {
    await addQuestion(manager, slug, {
      kind: 'choice',
      ask: 'Two?',
      options: ['Yes', 'No'],
      right: 1,
      why: 'Another explanation.',
      passage: lesson,
    });
    const id = await send(gift);
    expect(await review(id)).toMatchObject({
      proposal: '1, 3',
      room: 59,
      skipped: [{ name: 'Three?', reason: expect.stringContaining('essay') }],
    });
    expect(await asks()).toEqual(['Two?']);
    for (const [which, passage, field] of [
      ['4', lesson, 'which'],
      ['all', lesson, 'which'],
      ['1', '/courses/seo/module-1', 'passage'],
    ] as const)
      await expect(bring(id, which, passage)).rejects.toMatchObject({ kind: 'invalid', field });
    expect(await bring(id, '1-3')).toEqual({ added: 2, present: 1 });
    await expect(bring(id, '1-3')).rejects.toMatchObject({ kind: 'conflict' });
    expect(await asks()).toEqual(['Two?', 'One?', 'Four?']);
    const again = await send(gift, 'again.gift');
    expect((await review(again))?.proposal).toBe('');
    expect(await bring(again, '1-3')).toEqual({ added: 0, present: 3 });
    expect(await asks()).toHaveLength(3);
  });

  it('sent twice at once is one import; deleted, nothing of it stays', async () => {
    const [one, other] = await Promise.all([send(gift), send(gift)]);
    expect(other).toBe(one);
    await Promise.all([discardContentImport(manager, one), discardContentImport(manager, one)]);
    await discardContentImport(manager, one);
    expect(await prisma().contentImport.count()).toBe(0);
    const support = (await newActor('support')).actor;
    await expect(
      receiveQuestions(support, slug, { name: 'a', chunks: chunksOf(gift) }),
    ).rejects.toMatchObject({ kind: 'not_allowed' });
  });

  it('is deleted after a week, and what came of it after three months', async () => {
    const [waiting, done] = [await send(gift), await send('Other? {=Yes ~No}', 'other.gift')];
    await bring(done);
    const ids = async () =>
      (await prisma().contentImport.findMany({ select: { id: true } })).map(({ id }) => id);
    const inDays = (days: number) => new Date(Date.now() + days * dayMs);
    await withClock(() => inDays(6), deleteOldContentImports);
    expect(await ids()).toEqual([waiting, done]);
    await withClock(() => inDays(8), deleteOldContentImports);
    expect(await ids()).toEqual([done]);
    await withClock(() => inDays(91), deleteOldContentImports);
    expect(await ids()).toEqual([]);
  });

  it('goes out and comes back into another course', async () => {
    await bring(await send('Is it so? {~No =Yes ####It is.}'));
    const file = await exportQuestions(manager, slug, 'moodle-xml');
    expect(file).toContain('<question type="multichoice">');
    const id = await send(String(file), 'questions.xml');
    expect(await review(id)).toMatchObject({ proposal: '', questions: [{ isInQuiz: true, notes: [] }] });
    expect(await exportQuestions(manager, 'no-such-course', 'gift')).toBeNull();
  });

  const long = 'x'.repeat(3_000);
  const hostile: readonly [string, string | Buffer, RegExp | null][] = [
    ['nothing', '', /empty/],
    ['more than it may have', Buffer.alloc(4_100_000, 'a{=b ~c}\n\n'), /larger than 4 MB/],
    ['too many questions', 'a{=b ~c}\n\n'.repeat(100_000), /100,000 questions/],
    ['braces that never close', '{'.repeat(1_000_000), /no questions|cannot be read|neither/],
    ['braces and empty lines', '{a\n\n'.repeat(500_000), /neither|questions/],
    ['escapes', `${'\\'.repeat(2_000_000)}{=a ~b}`, null],
    ['answers', `a{${'=b ~c'.repeat(300_000)}}`, null],
    ['comments', `${'//[tag:a='.repeat(200_000)}\na{=b ~c}`, null],
    ['a text without end', `${long.repeat(1_000)}{=a ~b}`, null],
    ['deep XML', '<quiz>'.repeat(200_000), /nested more than/],
    ['many elements', `<quiz>${'<a/>'.repeat(900_000)}</quiz>`, /more than 200,000 elements/],
    ['attributes', `<quiz ${'a="b" '.repeat(400_000)}></quiz>`, /no Moodle question file/],
    [
      'entities',
      `<!DOCTYPE q [${'<!ENTITY a "&b;&b;">'.repeat(50_000)}]><quiz><question type="essay"><name><text>${'&a;'.repeat(200_000)}</text></name></question></quiz>`,
      null,
    ],
    [
      'HTML in XML that is nested without end',
      `<quiz><question type="multichoice"><questiontext format="html"><text><![CDATA[${'<b>'.repeat(300_000)}${'</i>'.repeat(300_000)}]]></text></questiontext></question></quiz>`,
      /nested more than 500 deep/,
    ],
    ['bytes of a program', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 123, 125]), /no text/],
  ];
  it.each(hostile)(
    'of %s is refused in words or read, and holds nobody up',
    async (_, file, words) => {
      const outcomes: string[] = [];
      const longest = await longestTurnMs(async () => {
        await send(file, 'hostile.txt').then(
          () => outcomes.push(''),
          (error: Error) => outcomes.push(error.message),
        );
      });
      expect(outcomes[0]).toMatch(words ?? /^$/);
      expect(longest).toBeLessThan(100);
    },
    60_000,
  );
});
