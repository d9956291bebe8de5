import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SearchDocument } from '#app/domain/site/search/documents.server.ts';
import type { OpenaiSandbox } from '#stand-ins/sandbox/openai/openai.ts';
import { startPgvector } from '#tests/integration/pgvector.ts';

// Passages found by what they mean, in a Postgres that has pgvector: the site's own statements, over the migrated schema.

const postgres = await startPgvector();
// The gate is shut: who has no membership reads what is public.
Object.assign(process.env, {
  DATABASE_URL: postgres.url,
  // All its connections share one session, where a name can be given once.
  DATABASE_NAMED_STATEMENTS: 'off',
  MEMBERSHIP_GATE: 'always',
});

const { embedPassages } = await import('#app/domain/assistant/meaning/embedding.server.ts');
const { resetMeaningCache: forgetMeaning } = await import(
  '#app/domain/assistant/meaning/question-embedding.server.ts'
);
const { askLibrarian } = await import('#app/domain/assistant/librarian.server.ts');
const { findPassages } = await import('#app/domain/assistant/retrieval.server.ts');
const { indexLibrary } = await import('#app/domain/site/search/indexing.server.ts');
const { connectModel, findModel } = await import('#app/platform/ai/connection.server.ts');
const { withClock } = await import('#app/platform/clock.server.ts');
const { databasePool, disconnectDatabase, prisma } = await import('#app/platform/database/client.server.ts');
const { applyMigrations } = await import('#app/platform/database/migrate.ts');
const { vectorOf } = await import('#stand-ins/sandbox/openai/thesaurus.ts');
const { startModel } = await import('#tests/integration/models.ts');
const { newViewer } = await import('#tests/integration/people.ts');

const piece = (id: string, visibility: 'public' | 'member', title: string, body: string): SearchDocument => ({
  id: `guide:${id}`,
  kind: 'guide',
  visibility,
  path: `/training/guides/${id}`,
  title,
  summary: `On ${id}.`,
  place: '',
  body,
  topic: null,
  level: null,
});

const library = [
  piece(
    'shop',
    'member',
    'The shop',
    '## Why customers abandon the basket\n\nShoppers forsake their basket when the fee comes late.',
  ),
  piece('open', 'public', 'The letter', '## Titles that are read\n\nA headline promises one thing.'),
  ...Array.from({ length: 70 }, (_, index) =>
    piece(
      `other-${index}`,
      'member',
      `Topic ${index}`,
      `## Part ${index}\n\nSentence about lawn ${index} gardening and seeds.`,
    ),
  ),
];
/** None of its words stands in the shop's guide. */
const inOtherWords = 'Purchases quit with a full trolley';
const shop = '/training/guides/shop#why-customers-abandon-the-basket';

const embedding = { model: 'sandbox-thesaurus', dimensions: null, price: 0.02, certainFrom: null };
let model: OpenaiSandbox;
let member: Awaited<ReturnType<typeof newViewer>>;

const paths = async (viewer = member) =>
  (await findPassages(viewer, inOtherWords)).passages.map(({ path }) => path);
const calls = () => model.requests.filter(({ path }) => path === '/v1/embeddings');

beforeAll(async () => {
  // That Postgres has one session, whoever connects: prepared statements of two connections would meet.
  databasePool().options.max = 1;
  databasePool().on('connect', (client) => void client.query('DEALLOCATE ALL'));
  model = await startModel({ embedding });
  member = await newViewer({ hasMembership: true });
  await indexLibrary(() => true, library);
});
beforeEach(() => {
  model.failEmbeddings();
  model.requests.length = 0;
  forgetMeaning();
});
afterAll(async () => {
  connectModel(null);
  await model.close();
  await disconnectDatabase();
  await postgres.close();
});

const connected = (changes: object) => {
  const now = findModel();
  if (!now) throw new Error('No model is connected.');
  connectModel({ ...now, ...changes });
  forgetMeaning();
};

describe('before anything is embedded', () => {
  it('is found by words alone, and the provider is told nothing', async () => {
    expect(await paths()).not.toContain(shop);
    expect(calls()).toEqual([]);
  });
});

describe('embedded', () => {
  it('is every passage once, in batches, and later what has changed alone', async () => {
    const all = await prisma().searchPassage.count();
    expect(await embedPassages()).toBe(all);
    expect(calls().length).toBe(Math.ceil(all / 64));
    expect(await embedPassages()).toBe(0);
    expect((await prisma().searchState.findFirst())?.embeddingNote).toBe(
      `${all} passages are also found by what they mean, by sandbox-thesaurus.`,
    );
    const [first, ...others] = library;
    const changed = { ...first, body: `${first?.body}\n\nThey come back on Monday.` } as SearchDocument;
    model.requests.length = 0;
    await indexLibrary(() => true, [changed, ...others.slice(0, -1)]);
    expect(await embedPassages()).toBe(1);
    expect(calls()).toHaveLength(1);
    expect(JSON.stringify(calls())).toContain('Monday');
    expect(await prisma().$queryRaw`SELECT count(*)::int AS count FROM passage_vectors.vectors`).toEqual([
      { count: await prisma().searchPassage.count() },
    ]);
  });

  it('has its price counted for the day', async () => {
    const [day] = await prisma().assistantDay.findMany();
    expect(Number(day?.costMicros)).toBeGreaterThan(0);
  });

  it('leaves nothing to do for the migrations', async () => {
    expect(await applyMigrations(postgres.url)).toEqual({ applied: [] });
  });

  it('stands in the way of no migration of what it is made from', async () => {
    const change = prisma().$transaction(async (db) => {
      await db.$executeRaw`DROP FUNCTION alike_passages`;
      await db.$executeRaw`DROP TABLE search_passages`;
      await db.$executeRaw`DROP TYPE passage_audience`;
      throw new Error('and back');
    });
    await expect(change).rejects.toThrow('and back');
  });
});

describe('a question in other words', () => {
  it('finds the passage that means it, as near and not as known', async () => {
    expect((await paths())[0]).toBe(shop);
    const reply = await askLibrarian(member, inOtherWords);
    expect(reply.standing).toBe('near');
    expect(reply.text).toContain('Shoppers forsake their basket when the fee comes late.');
    expect(reply.citations[0]?.path).toBe(shop);
  });

  it("finds no member's passage for somebody who may not read it", async () => {
    const guest = await newViewer();
    const { passages } = await findPassages(guest, inOtherWords, { limit: 100 });
    const open = await prisma().searchPassage.findMany({
      where: { audience: 'public' },
      select: { id: true },
    });
    expect(passages.length).toBeGreaterThan(0);
    for (const { id } of passages) expect(open).toContainEqual({ id });
    expect(calls()).toHaveLength(1);
  });

  it('is looked for by the index until enough are found that the reader may see', async () => {
    const asked = `[${vectorOf(inOtherWords).join(',')}]`;
    const nearest = await prisma().$transaction(async (db) => {
      await db.$executeRaw`SET LOCAL enable_seqscan = off`;
      const plan = await db.$queryRaw`
        EXPLAIN SELECT FROM passage_vectors.vectors ORDER BY embedding <=> ${asked}::vector LIMIT 5`;
      expect(JSON.stringify(plan)).toContain('Index Scan using vectors_embedding_idx');
      return db.$queryRaw<
        { id: string }[]
      >`SELECT id FROM passage_vectors.nearest(${asked}::vector, '{public}', 71)`;
    });
    expect(nearest).toHaveLength(71);
    expect(
      await prisma().searchPassage.count({
        where: { audience: 'public', id: { in: nearest.map(({ id }) => id) } },
      }),
    ).toBe(71);
  });

  it('is counted as what the asker uses', async () => {
    const asker = await newViewer({ hasMembership: true });
    await findPassages(asker, inOtherWords);
    const usage = await prisma().assistantUsage.findFirstOrThrow({ where: { userId: asker.id } });
    expect(usage.inputTokens).toBe(Math.ceil(inOtherWords.length / 4));
  });

  it('is not embedded where the budget is used up', async () => {
    const asker = await newViewer({ hasMembership: true });
    const day = new Date(new Date().toISOString().slice(0, 10));
    await prisma().assistantUsage.create({ data: { day, userId: asker.id, inputTokens: 200_000 } });
    expect(await paths(asker)).not.toContain(shop);
    expect(calls()).toEqual([]);
  });

  it('is certain from the likeness on that the operator has set', async () => {
    const { passages } = await findPassages(member, inOtherWords);
    const likeness = passages[0]?.similarity ?? 0;
    connected({ embedding: { ...embedding, certainFrom: likeness - 0.01 } });
    expect((await askLibrarian(member, inOtherWords)).standing).toBe('taught');
    connected({ embedding: { ...embedding, certainFrom: likeness + 0.01 } });
    expect((await askLibrarian(member, inOtherWords)).standing).toBe('near');
    connected({ embedding });
  });
});

describe('without the provider', () => {
  it.each(['rate_limited', 'overloaded', 'silent'] as const)(
    'that is %s, words alone are searched, and it is left alone for half a minute',
    async (fault) => {
      model.failEmbeddings(fault);
      const asked = new Date();
      const at = (seconds: number) =>
        withClock(
          () => new Date(asked.getTime() + seconds * 1000),
          () => paths(),
        );
      expect(await at(0)).not.toContain(shop);
      expect(calls()).toHaveLength(1);
      await model.idle();
      model.failEmbeddings();
      expect(await at(29)).not.toContain(shop);
      expect(calls()).toHaveLength(1);
      expect(await at(31)).toContain(shop);
    },
  );

  it('the job fails, and goes on where it was', async () => {
    await prisma().$executeRaw`DELETE FROM passage_vectors.vectors WHERE passage_id LIKE 'guide:shop%'`;
    model.failEmbeddings('overloaded');
    await expect(embedPassages()).rejects.toThrow('status 503');
    model.failEmbeddings();
    expect(await embedPassages()).toBe(2);
  });
});

describe('another model', () => {
  it('finds none of the vectors of the one before, and has its own made', async () => {
    await model.close();
    model = await startModel({ embedding: { ...embedding, model: 'sandbox-thesaurus-2' } });
    forgetMeaning();
    expect(await paths()).not.toContain(shop);
    expect(calls()).toEqual([]);
    expect(await embedPassages()).toBe(await prisma().searchPassage.count());
    expect((await paths())[0]).toBe(shop);
  });
});

describe('vectors that are gone', () => {
  it('are missed by nobody, and made anew', async () => {
    expect((await paths())[0]).toBe(shop);
    await prisma().$executeRaw`DROP SCHEMA passage_vectors CASCADE`;
    expect(await paths()).not.toContain(shop);
    expect(await embedPassages()).toBeGreaterThan(0);
    expect((await paths())[0]).toBe(shop);
  });
});
