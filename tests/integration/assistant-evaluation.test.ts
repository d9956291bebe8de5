import { beforeAll, describe, expect, it } from 'vitest';
import { intentOf } from '#app/domain/assistant/intents.ts';
import { askLibrarian } from '#app/domain/assistant/librarian.server.ts';
import { isQuotedFrom } from '#app/domain/assistant/quoting.ts';
import type { Reply } from '#app/domain/assistant/reply.ts';
import { findPagePassages, findPassages } from '#app/domain/assistant/retrieval.server.ts';
import { indexLibrary } from '#app/domain/site/search/indexing.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { layQuestionsKept, layQuestionsTried, offTopicQuestions } from '#tests/assistant/lay-questions.ts';
import {
  misspelledQuestions,
  stateQuestions,
  type TaughtQuestion,
  taughtQuestions,
  unanswerableQuestions,
} from '#tests/assistant/questions.ts';
import {
  secondStrangersOffTopic,
  secondStrangersQuestions,
} from '#tests/assistant/second-strangers-questions.ts';
import { strangersOffTopic, strangersQuestions } from '#tests/assistant/strangers-questions.ts';
import { unseenOffTopic, unseenQuestions } from '#tests/assistant/unseen-questions.ts';
import { prepareEncoder } from '#tests/integration/encoder.ts';
import { newViewer } from '#tests/integration/people.ts';

// What the librarian, which is the assistant without a model, makes of eighty questions. `npm run eval:assistant` runs this alone.

const pageOf = (path: string) => path.split('#', 1)[0] ?? path;

let member: Awaited<ReturnType<typeof newViewer>>;

beforeAll(async () => {
  member = await newViewer({ role: 'affiliate', hasMembership: true });
  await indexLibrary(() => true);
  await prepareEncoder();
}, 300_000);

/** Quotations of an answer, with the number each is cited by, as they stand in the source. */
const quotationsIn = ({ text }: Reply) =>
  [...text.matchAll(/^> (.+) \[(\d+)\]$/gm)].map(([, quote = '', number]) => ({
    quote: quote.replace(/\\([\\`*_[\]<>#|~])/g, '$1'),
    number: Number(number),
  }));

describe('the evaluation', () => {
  it('has eighty questions, each once', () => {
    const all = [
      ...[...taughtQuestions, ...misspelledQuestions, ...stateQuestions].map(({ question }) => question),
      ...unanswerableQuestions,
    ];
    expect(new Set(all).size).toBe(80);
    expect([unanswerableQuestions.length, stateQuestions.length, misspelledQuestions.length]).toEqual([
      20, 10, 10,
    ]);
  });

  it('finds the piece that answers among the first three, nine times in ten', async () => {
    const missed: string[] = [];
    const asked = [...taughtQuestions, ...misspelledQuestions];
    for (const { question, answeredBy } of asked) {
      const { passages } = await findPassages(member, question);
      const pages = passages.slice(0, 3).map(({ path }) => pageOf(path));
      if (!pages.some((page) => answeredBy.includes(page))) missed.push(question);
    }
    const recall = 1 - missed.length / asked.length;
    console.info(
      `recall@3 of ${asked.length} questions: ${recall.toFixed(2)}; not found: ${missed.join(' | ')}`,
    );
    expect(recall).toBeGreaterThanOrEqual(0.9);
  });

  it('presents what it finds as known for most of what is taught', async () => {
    const replies: Reply[] = [];
    for (const { question } of taughtQuestions) replies.push(await askLibrarian(member, question));
    const known = replies.filter(({ standing }) => standing === 'taught').length / replies.length;
    console.info(`presented as known, of what is taught: ${known.toFixed(2)}`);
    expect(known).toBeGreaterThanOrEqual(0.65);
  });

  it.each(unanswerableQuestions)('does not claim to know: %s', async (question) => {
    const { standing, text } = await askLibrarian(member, question);
    expect(['near', 'unknown'], text).toContain(standing);
    expect(text).toMatch(/found nothing in the library that answers this for certain|has nothing about this/);
    // A way on.
    expect(text).toContain('](/search?q=');
    expect(text).toContain('](/support');
  });

  it.each(stateQuestions)('answers from data: $question', async ({ question, topic }) => {
    expect(intentOf(question)).toEqual({ kind: 'own', topic });
    expect((await askLibrarian(member, question)).standing).toBe('own');
  });

  it('takes no question about what is taught for one about the member', () => {
    for (const { question } of [...taughtQuestions, ...misspelledQuestions])
      expect(intentOf(question), question).toBeNull();
  });

  it('quotes word for word, and cites what there is', async () => {
    for (const { question } of [...taughtQuestions, ...misspelledQuestions]) {
      const reply = await askLibrarian(member, question);
      for (const { quote, number } of quotationsIn(reply)) {
        const citation = reply.citations.find((one) => one.number === number);
        const { path = '', title = '', heading = '' } = citation ?? {};
        const sources = await prisma().searchPassage.findMany({ where: { path, title, heading } });
        expect(
          sources.some(({ body }) => isQuotedFrom(quote, body)),
          `${question}: ${quote}`,
        ).toBe(true);
      }
      if (reply.standing === 'taught') expect(quotationsIn(reply).length, question).toBeGreaterThan(0);
    }
  });
});

/** How the pieces that an answer cites fit what was asked. */
async function measure(questions: readonly TaughtQuestion[]) {
  let [first, among, falselyCertain, certain, abstained] = [0, 0, 0, 0, 0];
  const notFound: string[] = [];
  const times: number[] = [];
  for (const { question, answeredBy } of questions) {
    const startedAt = performance.now();
    const { citations, standing } = await askLibrarian(member, question);
    times.push(performance.now() - startedAt);
    const fits = citations
      .slice(0, 3)
      .map(({ path }) => answeredBy.includes(path) || answeredBy.includes(pageOf(path)));
    if (fits[0]) first += 1;
    if (fits.includes(true)) among += 1;
    else notFound.push(`${question} (${citations.map(({ path }) => path).join(', ')})`);
    if (standing === 'taught') certain += 1;
    if (standing === 'unknown') abstained += 1;
    if (standing === 'taught' && !fits.includes(true)) falselyCertain += 1;
  }
  const sorted = times.toSorted((one, other) => one - other);
  return {
    recall1: first / questions.length,
    recall3: among / questions.length,
    certain: certain / questions.length,
    falselyCertain,
    abstained: abstained / questions.length,
    p95: sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0,
    notFound,
  };
}

describe("questions in a beginner's words", () => {
  it.each([
    ['the project\u2019s own', taughtQuestions, 0.9, 0.75, 0],
    ['misspelled', misspelledQuestions, 0.9, 0.8, 0],
    ['for trying', layQuestionsTried, 0.79, 0.55, 0],
    ['kept', layQuestionsKept, 0.83, 0.66, 0],
    ['unseen once', unseenQuestions, 0.77, 0.55, 0],
    // Nothing is set by these.
    ['a stranger\u2019s', strangersQuestions, 0.78, 0.57, 0],
    ['a second stranger\u2019s', secondStrangersQuestions, 0.66, 0.33, 0],
  ] as const)(
    'are answered by the right piece: %s',
    async (name, questions, recall3, recall1, falselyCertain) => {
      const { notFound, ...measured } = await measure(questions);
      const figures = Object.entries(measured).map(([figure, value]) => `${figure} ${value.toFixed(2)}`);
      console.info(`${name} (${questions.length}): ${figures.join(', ')}\n  ${notFound.join('\n  ')}`);
      expect(measured.recall3).toBeGreaterThanOrEqual(recall3);
      expect(measured.recall1).toBeGreaterThanOrEqual(recall1);
      expect(measured.falselyCertain).toBeLessThanOrEqual(falselyCertain);
    },
  );

  it.each([...offTopicQuestions, ...unseenOffTopic])(
    'of another trade have no quotations: %s',
    async (question) => {
      const { standing, text, citations } = await askLibrarian(member, question);
      expect(standing, text).toBe('unknown');
      expect(citations).toEqual([]);
      expect(text).toContain("That isn't in the library");
    },
  );

  it.each([
    ['a stranger', strangersOffTopic, 1],
    ['a second one', secondStrangersOffTopic, 6],
  ] as const)('of another trade, by %s, hardly have quotations', async (name, questions, most) => {
    const quoted: string[] = [];
    for (const question of questions)
      if ((await askLibrarian(member, question)).standing !== 'unknown') quoted.push(question);
    console.info(`of another trade, by ${name}, with quotations: ${quoted.join(' | ')}`);
    expect(quoted.length).toBeLessThanOrEqual(most);
  });
});

describe('the library', () => {
  it('is shown to nobody who may not read it', async () => {
    const plain = await newViewer({ hasMembership: true });
    const page = '/affiliate-centre/training/module-1-lesson-1';
    expect((await findPagePassages(member, page)).length).toBeGreaterThan(2);
    expect(await findPagePassages(plain, page)).toEqual([]);
    const found = async (viewer: typeof member) =>
      (await findPassages(viewer, 'Prefer the group you belong to as an affiliate', { limit: 20 })).passages
        .map(({ path }) => path)
        .filter((path) => path.startsWith('/affiliate-centre/training/'));
    expect((await found(member)).length).toBeGreaterThan(0);
    expect(await found(plain)).toEqual([]);
  });

  it('answers in the time of a page', async () => {
    const times: number[] = [];
    for (const { question } of taughtQuestions) {
      const startedAt = performance.now();
      await askLibrarian(member, question);
      times.push(performance.now() - startedAt);
    }
    const median = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
    // Told, not demanded: how busy the machine is nobody knows.
    console.info(`the librarian's median: ${median.toFixed(0)} ms`);
    expect(median).toBeGreaterThan(0);
  });
});
