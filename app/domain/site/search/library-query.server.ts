import { type SearchKind, searchKinds } from '#app/domain/site/search/documents.server.ts';
import {
  greater,
  hitEnd,
  hitStart,
  less,
  type MarkedPiece,
  markedPieces,
} from '#app/domain/site/search/highlights.ts';
import { nearWordsSql } from '#app/domain/site/search/similar-words.server.ts';
import type { Candidate } from '#app/domain/site/search/words.ts';
import { config } from '#app/platform/config.server.ts';
import { readPrepared } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

export interface SearchResult {
  kind: SearchKind;
  path: string;
  place: string;
  topic: string | null;
  level: string | null;
  /** For members, and the one who asks is none. */
  isLocked: boolean;
  /** Not open yet for the one who asks, by the release schedule of its course. */
  isClosed: boolean;
  title: MarkedPiece[];
  extract: MarkedPiece[];
}

/** What a question is asked about, for whom, and how much of the answer is wanted. */
export interface Scope {
  mayReadAll: boolean;
  /** Documents that a release schedule keeps closed for the one who asks: of those their title and summary are found. */
  closedIds: readonly string[];
  kind: SearchKind | null;
  page: number;
  /** How many results a page has. */
  pageSize: number;
  /** Whether each result says where it has the words: more than half of what a search costs. */
  hasExtracts: boolean;
  /** Documents that are results whatever their words, before others, by their ids. Of the attempts after the first, they alone are shown. */
  near?: readonly string[];
}

interface Row {
  attempt: number | null;
  counts: Partial<Record<SearchKind, number>>;
  results: (Omit<SearchResult, 'title' | 'extract'> & {
    title: string;
    extract: string;
  })[];
  candidates: Candidate[];
}

/** Words that stand in more threads than this are looked for in so many of them. */
const rankedThreads = 500;

const markers = `StartSel=${hitStart}, StopSel=${hitEnd}`;
const wholeText = `${markers}, HighlightAll=true`;
const fragments = `${markers}, MaxFragments=2, MaxWords=24, MinWords=10, FragmentDelimiter=" ... "`;

/**
 * The text under the heading where a document `l` says most of what was asked, without its summary, as `packText` makes it: marking words
 * in it takes a fraction of what it takes in the whole. None where no heading has a word of it.
 */
const bestPassage = Prisma.sql`
  SELECT CASE WHEN starts_with(packed.body, l.summary) THEN substr(packed.body, length(l.summary) + 2) ELSE packed.body END AS body
  FROM (SELECT p.body, ts_rank(p.body_text, asked.query) AS rank FROM search_passages p WHERE split_part(p.id, '#', 1) = l.id
      ORDER BY rank DESC, p.id LIMIT 1) p,
    LATERAL (SELECT replace(replace(p.body, '<', ' ${Prisma.raw(less)} '), '>', ' ${Prisma.raw(greater)} ') AS body) packed
  WHERE p.rank > 0`;

/** Asks the database for one page of what the first of `attempts` that finds anything finds. */
export async function queryPage(
  { mayReadAll, closedIds, kind, page, pageSize, hasExtracts, near = [] }: Scope,
  attempts: string[],
  words: string[],
) {
  const hasNear = near.length > 0;
  const lastAttempt = hasNear ? attempts.length : 0;
  const text = Prisma.raw(mayReadAll ? 'd.full_text' : 'd.open_text');
  const isClosed = Prisma.sql`d.id = ANY(${[...closedIds]}::text[])`;
  const isOfKind = kind ? Prisma.sql`h.kind = ${kind}` : Prisma.sql`true`;
  // Of the community's threads visitors find the titles, where those are shown.
  const hasThreads = Prisma.sql`${mayReadAll || config().showsCommunityTitles}`;
  const extract = hasExtracts
    ? Prisma.sql`CASE WHEN strpos(said.body, ${hitStart}) > 0 THEN '... ' || said.body || ' ...'
            ELSE ts_headline('library', d.summary, asked.query, ${wholeText}) END`
    : Prisma.sql`''`;
  // Words in the title come first, most of all where they are the whole title, then words in the summary.
  const [row] = await readPrepared<Row>(
    `search ${mayReadAll ? 'all' : 'open'}${kind ? ' of a kind' : ''}${hasExtracts ? '' : ' by title'}`,
    Prisma.sql`
    WITH asked AS (
      SELECT websearch_to_tsquery('library', t.attempt) AS query, t.number
      FROM unnest(${attempts}::text[]) WITH ORDINALITY AS t(attempt, number)
      WHERE EXISTS (SELECT FROM search_documents d WHERE ${text} @@ websearch_to_tsquery('library', t.attempt))
        OR (${hasThreads} AND EXISTS (SELECT FROM search_threads d WHERE ${text} @@ websearch_to_tsquery('library', t.attempt)))
        OR t.number = ${lastAttempt}
      ORDER BY t.number LIMIT 1
    ), near AS (
      SELECT n.id, n.place FROM unnest(${near}::text[]) WITH ORDINALITY AS n(id, place)
    ), hits AS MATERIALIZED (
      SELECT d.id, d.kind::text AS kind,
        1000 - near.place + 2000 * (ts_filter(d.head_text, '{a}') @@ asked.query AND asked.number = 1)::int AS rank
      FROM near JOIN search_documents d ON d.id = near.id, asked
      UNION ALL
      SELECT d.id, d.kind::text AS kind, ts_rank_cd('{0.05, 0.1, 0.4, 1}', ${text}, asked.query, 1)
        + 4 * (ts_filter(d.head_text, '{a}') @@ asked.query)::int
        + 4 * ts_rank(ts_filter(d.head_text, '{a}'), asked.query, 2)
        + 2 * (d.head_text @@ asked.query)::int AS rank
      FROM search_documents d, asked
      WHERE ${text} @@ asked.query AND (NOT ${isClosed} OR d.open_text @@ asked.query)
        AND d.id <> ALL(${near}::text[]) AND (asked.number = 1 OR NOT ${hasNear}::boolean)
      UNION ALL
      SELECT d.id::text, 'thread', ts_rank_cd('{0.05, 0.1, 0.4, 1}', ${text}, asked.query, 1)
        + 2 * (ts_filter(${text}, '{a}') @@ asked.query)::int AS rank
      FROM asked, LATERAL (
        SELECT * FROM search_threads d
          WHERE ${hasThreads} AND ${text} @@ asked.query AND (asked.number = 1 OR NOT ${hasNear}::boolean) LIMIT ${rankedThreads}) d
    ), shown AS (
      SELECT h.id, h.kind, h.rank FROM hits h WHERE ${isOfKind} ORDER BY h.rank DESC, h.id LIMIT ${pageSize}
      OFFSET LEAST(${(page - 1) * pageSize},
        (SELECT GREATEST(count(*) - 1, 0) / ${pageSize} * ${pageSize} FROM hits h WHERE ${isOfKind}))
    )
    SELECT (SELECT number::int FROM asked) AS attempt,
      (SELECT coalesce(json_object_agg(c.kind, c.count), '{}')
        FROM (SELECT kind, count(*) AS count FROM hits GROUP BY kind) c) AS counts,
      (SELECT coalesce(json_agg(json_build_object(
          'kind', d.kind, 'path', d.path, 'place', d.place, 'topic', d.topic, 'level', d.level,
          'isLocked', NOT ${mayReadAll} AND d.visibility = 'member', 'isClosed', ${isClosed},
          'title', ts_headline('library', d.title, asked.query, ${wholeText}),
          'extract', ${extract}
        ) ORDER BY shown.rank DESC, d.id), '[]')
        FROM asked, shown CROSS JOIN LATERAL (
          SELECT l.id, l.kind::text AS kind, l.path, l.place, l.topic, l.level, l.visibility::text AS visibility, l.title, l.summary, best.body
            FROM search_documents l LEFT JOIN LATERAL (${bestPassage}) best ON ${hasExtracts}
            WHERE shown.kind <> 'thread' AND l.id = shown.id
          UNION ALL
          SELECT c.id::text, 'thread', '/community/threads/' || c.id, '', NULL, NULL, 'member', c.title, left(c.body, CASE WHEN ${mayReadAll} THEN 300 ELSE 0 END), c.body
            FROM search_threads c WHERE c.id = CASE WHEN shown.kind = 'thread' THEN shown.id::uuid END) d
        CROSS JOIN LATERAL (SELECT CASE WHEN ${hasExtracts} AND NOT ${isClosed} AND (${mayReadAll} OR d.visibility = 'public')
          THEN ts_headline('library', d.body, asked.query, ${fragments}) END AS body OFFSET 0) said) AS results,
      (SELECT coalesce(json_agg(near), '[]') FROM (${nearWordsSql(words, mayReadAll)}) near
        WHERE NOT EXISTS (SELECT FROM hits)) AS candidates`,
  );
  if (!row) throw new Error('A query that always has one row had none.');
  const kinds = searchKinds.flatMap((name) => {
    const count = row.counts[name] ?? 0;
    return count > 0 ? [{ kind: name, count }] : [];
  });
  const total = kinds.reduce((sum, { count }) => sum + count, 0);
  const listedCount = kind ? (row.counts[kind] ?? 0) : total;
  const pageCount = Math.max(1, Math.ceil(listedCount / pageSize));
  return {
    attempt: row.attempt,
    candidates: row.candidates,
    kinds,
    total,
    page: Math.min(page, pageCount),
    pageCount,
    results: row.results.map(({ title, extract, ...result }) => ({
      ...result,
      title: markedPieces(title),
      extract: markedPieces(extract),
    })),
  };
}
