import { withDatabaseSlot } from '#app/domain/assistant/database-slots.ts';
import {
  embedQuestion,
  type Meaning,
  resetMeaningCache,
} from '#app/domain/assistant/meaning/question-embedding.server.ts';
import { inLibraryTerms, isAboutHere, subjectOf } from '#app/domain/assistant/question-words.ts';
import type { Citation } from '#app/domain/assistant/reply.ts';
import { mayReadLessons, mayUseAffiliateCentre } from '#app/domain/core/access/policy.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import type { Passage, PassageAudience } from '#app/domain/site/search/passages.server.ts';
import { respell } from '#app/domain/site/search/spelling.server.ts';
import { readPrepared } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { log } from '#app/platform/log.server.ts';

/** A passage that may answer a question. */
export interface FoundPassage extends Omit<Passage, 'audience'> {
  /** Which words asked for stand in it, stemmed. */
  matched: string[];
  /** How much of the question it speaks of, from 0 to 1: rare words count for more than common ones. */
  coverage: number;
  /** The same of its headings alone. */
  headingCoverage: number;
  /** How near it is in meaning, from 0 to 1; 0 where that is not known. */
  similarity: number;
  /** Whether it is so near that this counts as speaking of what is asked, by the operator's setting. */
  isMeant: boolean;
}

/** What was found for a question. */
export interface Retrieval {
  /** What was looked for, its spelling corrected. */
  question: string;
  replaced: ReadonlyMap<string, string>;
  /** The best first. */
  passages: FoundPassage[];
  /** The words looked for, stemmed, with how rare they are among what this reader may read. */
  rarity: ReadonlyMap<string, number>;
}

/** What a reader may be shown of the library. */
function audiencesOf(viewer: Viewer): PassageAudience[] {
  return [
    'public',
    ...(mayReadLessons(viewer) ? (['member'] as const) : []),
    ...(mayUseAffiliateCentre(viewer) ? (['affiliate'] as const) : []),
  ];
}

/** Ranks are added up as 1 / (this + rank): the usual constant of reciprocal rank fusion. */
const fusion = 60;
/** So many of each ranking are merged. */
const depth = 40;
/** A piece that speaks of it everywhere leaves room for others. */
const perPiece = 2;

interface Row {
  rarity: Record<string, number>;
  passages: Omit<FoundPassage, 'isMeant'>[];
}

/** The passages nearest to what is asked by what they mean: of those that this reader may read, as the vectors' own search asks. */
const nearestSql = ({ vector }: Meaning, audiences: readonly PassageAudience[]) => Prisma.sql`
  SELECT id, distance, row_number() OVER (ORDER BY distance, id) AS rank
  FROM passage_vectors.nearest(${vector}::vector, ${audiences}::text[], ${depth}::int)`;

/** The same list where nothing is known of meaning. */
const noNearestSql = Prisma.sql`SELECT NULL::text AS id, NULL::float8 AS distance, NULL::bigint AS rank WHERE false`;

/**
 * The passages that speak of what is asked, the best first, of those that this reader may read: the database shows it no others. A
 * ranking by words (each counts by its rarity), one by likeness of the headings, one by likeness of the questions that the help texts
 * answer and, for what is asked about one's dealings here, one of the help and legal texts alone are merged by reciprocal rank; and, where
 * embeddings are there, another by what they mean. Two queries, and what the meaning
 * takes. Takes its turn by itself: the provider is not waited for within one.
 */
export async function findPassages(
  viewer: Viewer,
  typed: string,
  { limit = 8, signal }: { limit?: number; signal?: AbortSignal } = {},
): Promise<Retrieval> {
  const meaning = await embedQuestion(viewer.id, typed, signal);
  return withDatabaseSlot(() => search(viewer, typed, limit, meaning));
}

async function search(
  viewer: Viewer,
  typed: string,
  limit: number,
  meaning: Meaning | null,
): Promise<Retrieval> {
  const audiences = audiencesOf(viewer);
  const { text, replaced } = await respell(typed, audiences.includes('member'));
  const merge = (by: Meaning | null) => mergeRankings(audiences, text, by, limit);
  const row = await merge(meaning).catch((error: unknown) => {
    if (!meaning) throw error;
    // The vectors are gone, or are being made anew: what is found by words is an answer too.
    resetMeaningCache();
    log().warn({ event: 'assistant_vectors_failed', error: String(error) }, 'no search by meaning');
    return merge(null);
  });
  const certainFrom = meaning?.certainFrom ?? Number.POSITIVE_INFINITY;
  return {
    question: text,
    replaced,
    passages: row.passages.map((one) => ({ ...one, isMeant: one.similarity >= certainFrom })),
    rarity: new Map(Object.entries(row.rarity)),
  };
}

async function mergeRankings(
  audiences: readonly PassageAudience[],
  text: string,
  meaning: Meaning | null,
  limit: number,
): Promise<Row> {
  const subject = subjectOf(inLibraryTerms(text));
  const [row] = await readPrepared<Row>(
    meaning ? 'passages-by-meaning' : 'passages',
    Prisma.sql`
    WITH readable AS (SELECT count(*)::float AS total FROM search_passages WHERE audience = ANY(${audiences}::passage_audience[])),
    asked AS (
      SELECT lexeme, quoted::tsquery AS query, (quoted || ':ABC')::tsquery AS in_headings
      FROM unnest(to_tsvector('library', ${subject})),
        LATERAL (SELECT '''' || replace(replace(lexeme, '\\', '\\\\'), '''', '''''') || '''' AS quoted) written
    ), hits AS MATERIALIZED (
      SELECT a.lexeme, p.id, ts_rank('{0.25, 0.4, 0.6, 1}', p.full_text, a.query, 1) AS weight,
             p.full_text @@ a.in_headings AS in_heading
      FROM asked a JOIN search_passages p ON p.full_text @@ a.query WHERE p.audience = ANY(${audiences}::passage_audience[])
    ), rarity AS (
      SELECT a.lexeme, ln(1 + (r.total - count(h.id) + 0.5) / (count(h.id) + 0.5)) AS worth
      FROM readable r CROSS JOIN asked a LEFT JOIN hits h USING (lexeme) GROUP BY a.lexeme, r.total
    ), wanted AS (SELECT greatest(sum(worth), 0.001) AS worth FROM rarity
    ), by_words AS (
      SELECT h.id, sum(h.weight * y.worth) AS score, array_agg(h.lexeme) AS matched, sum(y.worth) AS covered,
             coalesce(sum(y.worth) FILTER (WHERE h.in_heading), 0) AS heading_covered
      FROM hits h JOIN rarity y USING (lexeme) GROUP BY h.id
    ), ranked AS (
      SELECT id, row_number() OVER (ORDER BY score * (0.3 + covered / wanted.worth) DESC, id) AS rank FROM by_words, wanted
      ORDER BY rank LIMIT ${depth}
    ), alike AS (SELECT id, rank FROM alike_passages(${subject}, ${audiences}::passage_audience[], ${depth}::int)
    ), asked_before AS (
      SELECT id, row_number() OVER (ORDER BY similarity(${text}, title) DESC, id) AS rank FROM search_passages
      WHERE kind = 'question' AND audience = ANY(${audiences}::passage_audience[]) AND similarity(${text}, title) > 0.55
    ), helping AS (
      SELECT w.id, row_number() OVER (ORDER BY w.score * (0.3 + w.covered / wanted.worth) DESC, w.id) AS rank
      FROM wanted, by_words w JOIN search_passages p USING (id) WHERE ${isAboutHere(text)}::boolean AND p.kind IN ('question', 'legal')
      ORDER BY rank LIMIT ${depth}
    ), meant AS MATERIALIZED (${meaning ? nearestSql(meaning, audiences) : noNearestSql}
    ), merged AS (
      SELECT id, sum(share) AS score FROM (
        SELECT id, 1.0 / (${fusion}::int + rank) AS share FROM ranked
        UNION ALL SELECT id, 0.3 / (${fusion}::int + rank) FROM alike
        UNION ALL SELECT id, 1.0 / (${fusion}::int + rank) FROM asked_before
        UNION ALL SELECT id, 1.0 / (${fusion}::int + rank) FROM helping
        UNION ALL SELECT id, 1.0 / (${fusion}::int + rank) FROM meant
      ) shares GROUP BY id
    ), chosen AS (
      SELECT id, score FROM (
        SELECT m.id, m.score, row_number() OVER (PARTITION BY split_part(m.id, '#', 1) ORDER BY m.score DESC, m.id) AS place FROM merged m
      ) within WHERE place <= ${perPiece} ORDER BY score DESC, id LIMIT ${limit}
    )
    SELECT (SELECT coalesce(json_object_agg(lexeme, worth), '{}') FROM rarity) AS rarity,
      (SELECT coalesce(json_agg(json_build_object(
          'id', p.id, 'kind', p.kind, 'path', p.path, 'title', p.title, 'heading', p.heading, 'place', p.place, 'body', p.body,
          'matched', coalesce(w.matched, '{}'), 'coverage', coalesce(w.covered, 0) / wanted.worth,
          'headingCoverage', coalesce(w.heading_covered, 0) / wanted.worth, 'similarity', coalesce(1 - near.distance, 0)
        ) ORDER BY chosen.score DESC, p.id), '[]')
        FROM wanted, chosen JOIN search_passages p USING (id) LEFT JOIN by_words w USING (id) LEFT JOIN meant near USING (id)) AS passages`,
  );
  if (!row) throw new Error('A query that always has one row had none.');
  return row;
}

/** A passage as an answer names it. */
export function citationOf(
  { path, title, heading, place }: Pick<Passage, 'path' | 'title' | 'heading' | 'place'>,
  number: number,
): Citation {
  return { number, path, title, heading, place };
}

/** The passages of one page in its order, if this reader may read them; none for a page that is no piece of the library. One query. */
export async function findPagePassages(viewer: Viewer, path: string): Promise<Omit<Passage, 'audience'>[]> {
  const page = path.split(/[?#]/, 1)[0] ?? path;
  return readPrepared<Omit<Passage, 'audience'>>(
    'page-passages',
    Prisma.sql`
    SELECT id, kind, path, title, heading, place, body FROM search_passages
    WHERE split_part(path, '#', 1) = ${page} AND audience = ANY(${audiencesOf(viewer)}::passage_audience[])
    ORDER BY split_part(id, '#', 1), split_part(id, '#', 2)::int LIMIT 60`,
  );
}
