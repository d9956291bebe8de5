import { createHash } from 'node:crypto';
import { announceSearchChange } from '#app/domain/site/search/answer-cache.server.ts';
import { type SearchDocument, searchDocuments } from '#app/domain/site/search/documents.server.ts';
import { packText, withoutMarks } from '#app/domain/site/search/highlights.ts';
import { passages } from '#app/domain/site/search/passages.server.ts';
import { spellableWords } from '#app/domain/site/search/words.ts';
import { now } from '#app/platform/clock.server.ts';
import { plainText } from '#app/platform/content/plain-text.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';

/** To be raised when the same content is to be stored differently. */
const version = 2;

/** Processes that start at once take turns under this number. */
const lockId = 4_711_048;

/** Writing it all takes seconds; a machine under load, or a second process that waits for the first, takes minutes. */
const timeoutMs = 10 * 60_000;

/** An address without the place on its page. */
const pageOf = (path: string) => path.split('#', 1)[0] ?? path;

/**
 * Copies the library into the search tables, whole and cut into passages, when it has changed since the last time; else this is one small query.
 * Any number of processes may do it at once: readers see the old text or the new one, never half of it.
 * `hasPage` tells which addresses lead to a page; pieces without one are left out. `source` names what all of it was made of, for
 * `isIndexedFrom`; left out, nobody is to be spared making it again.
 * @returns how many documents were written, 0 when nothing had changed.
 */
export async function indexLibrary(
  hasPage: (path: string) => boolean,
  all: readonly SearchDocument[] = searchDocuments(),
  source = '',
): Promise<number> {
  const documents = all.filter(({ path }) => hasPage(pageOf(path)));
  const cut = passages(documents)
    .filter(({ path }) => hasPage(pageOf(path)))
    .map((passage) => ({ ...passage, body: withoutMarks(passage.body) }));
  const fingerprint = createHash('sha256').update(JSON.stringify({ version, documents, cut })).digest('hex');
  if (await isCurrent(prisma(), fingerprint, source)) return 0;
  const texts = documents.map((document) => ({
    ...document,
    title: packText(document.title),
    summary: packText(plainText(document.summary)),
    body: packText(plainText(document.body)),
  }));
  return transaction(async (tx) => {
    const { db } = tx;
    await db.$executeRaw`SELECT pg_advisory_xact_lock(${lockId})`;
    if (await isCurrent(db, fingerprint, source)) return 0;
    await writeDocuments(db, texts);
    await writeWords(db, countWords(texts));
    await writePassages(db, cut);
    // Whoever asks first is not to wait for statistics.
    await db.$executeRaw`ANALYZE search_passages`;
    const state = { fingerprint: stateOf(fingerprint, source), indexedAt: now() };
    await db.searchState.upsert({ where: { id: 1 }, create: state, update: state });
    await announceSearchChange(tx);
    return texts.length;
  }, timeoutMs);
}

// Rows that stay as they were are not written again: their indexes are what takes the time, and one piece changes at a time.

async function writeDocuments(db: Transaction['db'], texts: readonly SearchDocument[]): Promise<void> {
  await db.$executeRaw`DELETE FROM search_documents WHERE id <> ALL(${texts.map(({ id }) => id)})`;
  await db.$executeRaw`
    INSERT INTO search_documents (id, kind, visibility, path, title, summary, place, body, topic, level)
    SELECT id, kind, visibility, path, title, summary, place, body, topic, level
    FROM json_to_recordset(${JSON.stringify(texts)}::json) AS wanted(
      id text, kind search_kind, visibility search_visibility, path text, title text, summary text, place text,
      body text, topic text, level text)
    WHERE NOT EXISTS (
      SELECT FROM search_documents known WHERE known.id = wanted.id
        AND ROW(known.kind, known.visibility, known.path, known.title, known.summary, known.place, known.body, known.topic, known.level)
          IS NOT DISTINCT FROM ROW(wanted.kind, wanted.visibility, wanted.path, wanted.title, wanted.summary, wanted.place, wanted.body, wanted.topic, wanted.level))
    ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, visibility = excluded.visibility, path = excluded.path,
      title = excluded.title, summary = excluded.summary, place = excluded.place, body = excluded.body, topic = excluded.topic,
      level = excluded.level`;
}

async function writeWords(db: Transaction['db'], words: ReturnType<typeof countWords>): Promise<void> {
  await db.$executeRaw`DELETE FROM search_words WHERE word <> ALL(${words.map(({ word }) => word)})`;
  await db.$executeRaw`
    INSERT INTO search_words (word, documents, is_open)
    SELECT word, documents, "isOpen"
    FROM json_to_recordset(${JSON.stringify(words)}::json) AS wanted(word text, documents int, "isOpen" boolean)
    WHERE NOT EXISTS (
      SELECT FROM search_words known
      WHERE known.word = wanted.word AND known.documents = wanted.documents AND known.is_open = wanted."isOpen")
    ON CONFLICT (word) DO UPDATE SET documents = excluded.documents, is_open = excluded.is_open`;
}

async function writePassages(db: Transaction['db'], cut: ReturnType<typeof passages>): Promise<void> {
  await db.$executeRaw`DELETE FROM search_passages WHERE id <> ALL(${cut.map(({ id }) => id)})`;
  await db.$executeRaw`
    INSERT INTO search_passages (id, audience, kind, path, title, heading, place, body)
    SELECT id, audience, kind, path, title, heading, place, body
    FROM json_to_recordset(${JSON.stringify(cut)}::json) AS wanted(
      id text, audience passage_audience, kind text, path text, title text, heading text, place text, body text)
    WHERE NOT EXISTS (
      SELECT FROM search_passages known WHERE known.id = wanted.id
        AND ROW(known.audience, known.kind, known.path, known.title, known.heading, known.place, known.body)
          IS NOT DISTINCT FROM ROW(wanted.audience, wanted.kind, wanted.path, wanted.title, wanted.heading, wanted.place, wanted.body))
    ON CONFLICT (id) DO UPDATE SET audience = excluded.audience, kind = excluded.kind, path = excluded.path,
      title = excluded.title, heading = excluded.heading, place = excluded.place, body = excluded.body`;
}

type ReadsState = Pick<Transaction['db'], 'searchState'>;

/** What is noted of the copy: the fingerprint of what is in it and, where that is known, of what it was made of. */
const stateOf = (fingerprint: string, source: string) => (source ? `${fingerprint} ${source}` : fingerprint);

const storedState = async (db: ReadsState): Promise<string[]> =>
  (await db.searchState.findUnique({ where: { id: 1 } }))?.fingerprint.split(' ') ?? [];

/** Whether the copy is this one; then it is noted that it comes of this source too. */
async function isCurrent(db: ReadsState, fingerprint: string, source: string): Promise<boolean> {
  const [storedFingerprint, storedSource = ''] = await storedState(db);
  if (storedFingerprint !== fingerprint) return false;
  if (source && source !== storedSource)
    await db.searchState.updateMany({
      where: { id: 1, fingerprint: stateOf(fingerprint, storedSource) },
      data: { fingerprint: stateOf(fingerprint, source) },
    });
  return true;
}

/** Whether the copy was made of this source, and nobody has put another in its place. One small query. */
export async function isIndexedFrom(source: string): Promise<boolean> {
  const [, storedSource] = await storedState(prisma());
  return storedSource === source;
}

/** Every word of the documents: in how many it stands, and whether anyone may read it. */
function countWords(documents: readonly SearchDocument[]) {
  const words = new Map<string, { word: string; documents: number; isOpen: boolean }>();
  for (const { title, summary, place, body, visibility } of documents) {
    const open = spellableWords([title, summary, place, visibility === 'public' ? body : ''].join(' '));
    for (const word of new Set([...open, ...spellableWords(body)])) {
      const entry = words.get(word) ?? { word, documents: 0, isOpen: false };
      words.set(word, {
        word,
        documents: entry.documents + 1,
        isOpen: entry.isOpen || open.has(word),
      });
    }
  }
  return [...words.values()];
}
