import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, describe, expect, it } from 'vitest';
import { guides } from '#app/domain/learning/articles/articles.server.ts';
import { toolBoxes } from '#app/domain/learning/tool-boxes/tool-boxes.server.ts';
import { piecesOf } from '#app/domain/publishing/pieces.server.ts';
import { judgedShelves } from '#app/domain/publishing/quality/piece-quality.server.ts';
import { repeatedWording } from '#app/domain/publishing/quality/repeated-wording.server.ts';
import { withClock } from '#app/platform/clock.server.ts';
import { contentText, setOverrides } from '#app/platform/content/files.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import QualityPage, { loader } from '#app/routes/admin/content/quality.tsx';
import { newUser } from '#tests/integration/people.ts';
import { statementsOf } from '#tests/integration/statements.ts';

const at = (day: string) => () => new Date(`${day}T12:00:00Z`);
const load = (query = '', day = '2026-11-27') =>
  withClock(at(day), () =>
    loader({ url: new URL(`http://site.example/admin/content/quality${query}`) } as never),
  );
const drawn = async (query = '', day?: string) =>
  renderToStaticMarkup(createElement(QualityPage as never, { loaderData: await load(query, day) } as never));

/** Waits for the thread that counts, so that no test depends on how fast it is. */
const counted = () => repeatedWording(60_000);

async function missed(words: string, askers: number, day: string): Promise<void> {
  await prisma().missedSearch.create({
    data: {
      fingerprint: `test ${words}`,
      words,
      days: { create: { day: new Date(`${day}T00:00:00Z`), askers } },
    },
  });
}

async function tried(courseId: string, passed: number, failed: number): Promise<void> {
  for (let index = 0; index < passed + failed; index += 1) {
    const { id: userId } = await newUser();
    const isPassed = index < passed;
    await prisma().quizResult.create({
      data: {
        userId,
        courseId,
        best: isPassed ? 5 : 2,
        last: 2,
        tries: 2,
        passedAt: isPassed ? new Date('2026-11-20T00:00:00Z') : null,
        answers: [],
        version: 'v',
        triedAt: new Date('2026-11-20T00:00:00Z'),
      },
    });
  }
}

afterEach(async () => {
  setOverrides(new Map());
  await prisma().missedSearch.deleteMany();
  await prisma().quizResult.deleteMany();
});

describe('the page of content quality', () => {
  it('lists every piece that members read, a page at a time, by three queries at most', async () => {
    const every = judgedShelves.flatMap(piecesOf);
    const first = await load();
    expect(first.total).toBe(every.length);
    expect(first.rows).toHaveLength(25);
    expect(first.ways).toMatchObject({ first: null, previous: null });
    const second = await load('?page=2');
    expect(second.rows[0]?.file).not.toBe(first.rows[0]?.file);
    expect(second.ways.previous).toBe('/admin/content/quality');
    const last = await load('?page=9999');
    expect(last.ways.next).toBeNull();
    expect(last.rows.length).toBeGreaterThan(0);
    for (const odd of ['?page=0', '?page=-1', '?page=x', '?kind=nonsense'])
      expect((await load(odd)).rows.map(({ file }) => file)).toEqual(first.rows.map(({ file }) => file));
    expect((await load('?kind=guides')).total).toBe(guides().size);
    expect((await statementsOf(() => load())).length).toBeLessThanOrEqual(3);
  });

  it('puts pieces with old sources first, and says how many there are', async () => {
    expect((await load()).due).toBe(0);
    const later = await load('', '2036-01-01');
    expect(later.due).toBe(toolBoxes().length);
    expect(later.rows[0]?.sources?.due).toBeGreaterThan(0);
    expect(await drawn('', '2036-01-01')).toContain('to check again');
  });

  it('counts the passages that another piece has too, once for each change of the content', async () => {
    const file = 'guides/keyword-research.md';
    const other = contentText('guides/sales-copy.md') ?? '';
    const paragraph = other.split('\n\n').find((text) => /^[A-Z]/.test(text) && text.length > 200) ?? '';
    setOverrides(new Map([[file, `${contentText(file)}\n\n${paragraph}\n`]]));
    await counted();
    const { rows, isCounting } = await load('?kind=guides');
    expect(isCounting).toBe(false);
    const files = rows.filter(({ repeated }) => (repeated ?? 0) > 0).map((row) => row.file);
    expect(files.sort()).toEqual([file, 'guides/sales-copy.md']);
  });

  it('shows how a course’s quiz is passed, and marks one that few pass', async () => {
    await tried('seo', 2, 4);
    await tried('cold-calling', 5, 1);
    const rows = [...(await load('?kind=modules')).rows];
    const seo = rows.find(({ file }) => file === 'courses/seo/module-1.md');
    expect(seo?.quiz).toEqual({ words: '33% of 6 passed, 2 tries each', isPoor: true });
    const html = await drawn('?kind=modules');
    expect(html).toContain('33% of 6 passed, 2 tries each');
    expect(rows.find(({ file }) => file.startsWith('courses/cold-calling/'))?.quiz?.isPoor).not.toBe(true);
  });

  it('sets searches that found nothing beside the pieces that are near to them, and names the others', async () => {
    await missed('septic inspection', 7, '2026-11-20');
    await missed('quokka rental', 3, '2026-11-21');
    await missed('quokka long ago', 9, '2025-01-01');
    await missed('shuffleboard', 2, '2026-11-22');
    const { rows, unplaced } = await load();
    expect(unplaced.map(({ words }) => words)).toEqual([
      'septic inspection',
      'quokka rental',
      'shuffleboard',
    ]);
    await missed('jealous referral partners', 4, '2026-11-22');
    const near = (await load()).rows.filter(({ searches }) => searches.includes('jealous referral partners'));
    expect(near.length).toBeGreaterThan(0);
    expect(rows.every(({ searches }) => !searches.includes('quokka rental'))).toBe(true);
    expect(await drawn()).toContain('quokka rental');
  });
});
