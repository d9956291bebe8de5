import { beforeAll, describe, expect, it } from 'vitest';
import { mayReadLessons } from '#app/domain/core/access/policy.server.ts';
import { type SearchDocument, searchDocuments } from '#app/domain/site/search/documents.server.ts';
import { indexLibrary } from '#app/domain/site/search/indexing.server.ts';
import type { SearchResult } from '#app/domain/site/search/library-query.server.ts';
import { maxQuestionLength, searchLibrary, suggestPieces } from '#app/domain/site/search/search.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { newViewer } from '#tests/integration/people.ts';

const everywhere = () => true;

/** A piece of a library made for these tests. */
const piece = (id: string, fields: Partial<SearchDocument> = {}): SearchDocument => ({
  id,
  kind: 'guide',
  visibility: 'member',
  path: `/training/guides/${id}`,
  title: id,
  summary: 'Something else entirely.',
  place: '',
  body: 'Nothing of note.',
  topic: 'email',
  level: 'beginner',
  ...fields,
});

const ask = (
  question: string,
  options: { page?: number; kind?: SearchResult['kind'] } = {},
  viewer = member,
) => searchLibrary(viewer, { question, kind: options.kind ?? null, page: options.page ?? 1 });

const plain = (pieces: SearchResult['title']) => pieces.map(({ text }) => text).join('');
const hits = (pieces: SearchResult['title']) => pieces.filter(({ isHit }) => isHit).map(({ text }) => text);
const paths = ({ results }: { results: SearchResult[] }) => results.map(({ path }) => path);
const slugs = (answer: { results: SearchResult[] }) => paths(answer).map((path) => path.split('/').at(-1));

let member: Awaited<ReturnType<typeof newViewer>> | null = null;

beforeAll(async () => {
  member = await newViewer({ hasMembership: true });
});

describe('the library', () => {
  beforeAll(async () => {
    await indexLibrary(everywhere);
  });

  it('is copied once, by however many processes start at the same time', async () => {
    await prisma().searchState.deleteMany();
    const written = await Promise.all([1, 2, 3].map(() => indexLibrary(everywhere)));
    expect(written.toSorted((a, b) => a - b)).toEqual([0, 0, searchDocuments().length]);
    expect(await indexLibrary(everywhere)).toBe(0);
    expect(await prisma().searchDocument.count()).toBe(searchDocuments().length);
  });

  it('is found by its titles first', async () => {
    expect((await ask('email marketing')).results[0]?.path).toBe('/courses/email-marketing');
    expect((await ask('seo')).results[0]?.path).toBe('/courses/seo');
    expect((await ask('refund policy')).results[0]?.path).toBe('/legal/refund-policy');
    expect((await ask('landing pages')).results[0]?.path).toBe('/courses/landing-pages');
    expect((await ask('break-even price of a click')).results[0]?.path).toBe('/calculators/break-even-click');
  });

  it.each([
    ['emial marketing', 'email marketing'],
    ['pintrest', 'pinterest'],
    ['afilliate', 'affiliate'],
    ['adverstising', 'advertising'],
    ['keywrod reserch', 'keyword research'],
  ])('answers "%s" as if it were "%s"', async (typed, meant) => {
    const answer = await ask(typed);
    expect(answer.corrected).toBe(meant);
    expect(answer.results).toEqual((await ask(meant)).results);
  });

  it('takes a minus between words for a dash', async () => {
    expect((await ask('email - marketing')).results).toEqual((await ask('email marketing')).results);
    expect(await ask('-')).toMatchObject({ total: 0, hasOnlySome: false });
  });

  it('leads to the ebook by its kind and by its title', async () => {
    const found = await Promise.all(
      ['ebook', 'digital marketing domination'].map((question) => ask(question, {}, null)),
    );
    expect(found.map(({ results }) => results[0]?.path)).toEqual(['/ebook', '/ebook']);
  });

  it('leads to the path of a new member by the name of its address', async () => {
    expect(paths(await ask('getting started', {}, null))).toContain('/guides/getting-started');
  });

  it('shows some of the words where no piece has all', async () => {
    const answer = await ask('pinterest cold calling refund workbook');
    expect(answer).toMatchObject({ hasOnlySome: true, corrected: null });
    expect(answer.total).toBeGreaterThan(3);
  });

  it('says when there is nothing', async () => {
    expect(await ask('xqzzvk wjqqx')).toMatchObject({ total: 0, results: [], corrected: null, page: 1 });
  });

  it('is shown twenty pieces at a time, the last page for any beyond it', async () => {
    const first = await ask('customers');
    expect(first.total).toBeGreaterThan(40);
    expect(first.results).toHaveLength(20);
    const second = await ask('customers', { page: 2 });
    expect(new Set([...paths(first), ...paths(second)]).size).toBe(40);
    const beyond = await ask('customers', { page: 1000 });
    expect(beyond.page).toBe(first.pageCount);
    expect(beyond.results).toHaveLength(first.total - 20 * (first.pageCount - 1));
  });

  it('can be narrowed to a kind, and counts the others all the same', async () => {
    const all = await ask('email');
    const courses = await ask('email', { kind: 'course' });
    expect(courses.kinds).toEqual(all.kinds);
    expect(courses.results.every(({ kind }) => kind === 'course')).toBe(true);
    expect(courses.results).toHaveLength(all.kinds.find(({ kind }) => kind === 'course')?.count ?? 0);
  });

  it.each([
    "'; DROP TABLE search_documents; --",
    '<script>alert(1)</script>',
    'a & | ! ( : * <-> \\ " unbalanced',
    '\u0000\u0007\uE000x\uE001\uD800',
    '%_$1 {{brand}} \\1',
    '🙂 日本語 العربية',
    '-email',
    'the and of',
    '',
    'x'.repeat(10_000),
    'é'.repeat(300),
  ])('takes %j for words', async (question) => {
    const answer = await ask(question);
    expect(answer.question.length).toBeLessThanOrEqual(maxQuestionLength);
    expect(await prisma().searchDocument.count()).toBe(searchDocuments().length);
  });
});

describe('a library made for the test', () => {
  const secret = 'The hidden lantern is lit with <b>paraffin</b> & care.';
  beforeAll(async () => {
    await indexLibrary(everywhere, [
      piece('members-body', { title: 'Evening work', summary: 'How to read late.', body: secret }),
      piece('in-title', { title: 'Lantern', kind: 'course', visibility: 'public' }),
      piece('in-summary', { title: 'Light', summary: 'What a lantern is for.' }),
      piece('often-in-body', { title: 'Shadows', body: 'lantern '.repeat(60), visibility: 'public' }),
      piece('accents', { title: 'Café crème', summary: 'Naïve façade of a *Zürich* shop' }),
      piece('markup', {
        title: 'On <script> & "quotes"',
        summary: 'A \uE000forged\uE001 mark',
        body: 'Wherever price < cost, `<i>tag</i>` closes everything.',
      }),
    ]);
  });

  it('ranks title before summary before text', async () => {
    expect(slugs(await ask('lantern'))).toEqual(['in-title', 'in-summary', 'often-in-body', 'members-body']);
  });

  it('shows a member the place in the text, as text', async () => {
    const answer = await ask('paraffin');
    expect(answer.results).toHaveLength(1);
    const [result] = answer.results;
    expect(plain(result?.extract ?? [])).toBe('... hidden lantern is lit with <b>paraffin</b> & care ...');
    expect(hits(result?.extract ?? [])).toEqual(['paraffin']);
    expect(result?.isLocked).toBe(false);
  });

  it("neither shows nor betrays members' text to others", async () => {
    expect((await ask('paraffin', {}, null)).total).toBe(0);
    expect(slugs(await ask('"hidden lantern"', {}, null))).not.toContain('members-body');
    // The spelling helper knows only words that this reader may see.
    expect((await ask('parafin')).corrected).toBe('paraffin');
    expect((await ask('parafin', {}, null)).corrected).toBeNull();
    const [evening] = (await ask('evening', {}, null)).results;
    expect(evening).toMatchObject({ isLocked: true });
    expect(plain(evening?.extract ?? [])).toBe('How to read late.');
  });

  it('proposes to somebody who types what the word may become, and to members alone what is theirs', async () => {
    const proposed = async (typed: string, viewer = member) =>
      paths({ results: await suggestPieces(viewer, typed) }).map((path) => path.split('/').at(-1));
    expect(await proposed('l')).toEqual([]);
    expect(await proposed('lan')).toEqual(['in-title', 'in-summary', 'often-in-body', 'members-body']);
    expect(await proposed('lan ')).toEqual([]);
    expect(await proposed('hidden lan')).toEqual(['members-body']);
    expect(await proposed('paraf')).toEqual(['members-body']);
    expect(await proposed('paraf', null)).toEqual([]);
    // In quotes, or to be left out, a word is what it is.
    expect(await proposed('"paraf')).toEqual([]);
    const [result] = await suggestPieces(member, 'lant');
    expect(hits(result?.title ?? [])).toEqual(['Lantern']);
    expect(result?.extract).toEqual([]);
  });

  it('treats somebody signed in without a membership as the gate says', async () => {
    const guest = await newViewer();
    expect((await ask('paraffin', {}, guest)).total).toBe(mayReadLessons(guest) ? 1 : 0);
  });

  it('takes accents for what they are: both ways', async () => {
    expect(slugs(await ask('cafe creme'))).toEqual(['accents']);
    expect(slugs(await ask('CAFÉ'))).toEqual(['accents']);
    expect(slugs(await ask('zurich'))).toEqual(['accents']);
    expect(hits((await ask('facade')).results[0]?.extract ?? [])).toEqual(['façade']);
  });

  it('gives markup and marks of its own no meaning', async () => {
    const [result] = (await ask('quotes')).results;
    expect(plain(result?.title ?? [])).toBe('On <script> & "quotes"');
    expect(hits(result?.title ?? [])).toEqual(['quotes']);
    expect(plain((await ask('forged')).results[0]?.extract ?? [])).toBe('A forged mark');
    expect(plain((await ask('tag')).results[0]?.extract ?? [])).toBe(
      '... Wherever price < cost, <i>tag</i> closes everything ...',
    );
  });

  it('leaves out what has no page', async () => {
    await indexLibrary((path) => path !== '/nowhere', [piece('here'), piece('gone', { path: '/nowhere' })]);
    expect((await prisma().searchDocument.findMany({ select: { id: true } })).map(({ id }) => id)).toEqual([
      'here',
    ]);
  });
});

describe('the indexes', () => {
  it.each([
    [
      'search_documents_full_text_idx',
      `SELECT id FROM search_documents WHERE full_text @@ websearch_to_tsquery('library', 'email list')`,
    ],
    [
      'search_documents_open_text_idx',
      `SELECT id FROM search_documents WHERE open_text @@ websearch_to_tsquery('library', 'email list')`,
    ],
    ['search_words_trigram_idx', `SELECT word FROM search_words ORDER BY word <-> 'emial' LIMIT 40`],
  ])('%s serves its query', async (index, query) => {
    const plan = await prisma().$transaction(async (db) => {
      // At this size reading everything is cheaper: the question is whether the index could serve.
      await db.$executeRawUnsafe('SET LOCAL enable_seqscan = off');
      await db.$executeRawUnsafe('SET LOCAL enable_sort = off');
      return db.$queryRawUnsafe<{ 'QUERY PLAN': string }[]>(`EXPLAIN ${query}`);
    });
    expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toContain(index);
  });
});
