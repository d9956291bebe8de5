import { prisma, transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

// Where passages stand by what they mean: a schema of its own beside the migrated one, made where the server has pgvector, and made anew
// from the passages whenever it is gone (docs/decisions/0047-vectors-beside-the-schema.md).

/** The index needs more of pgvector's past: from this release on it goes on looking where a filter leaves too few. */
const oldestVersion = [0, 8] as const;

/** More numbers than this cannot be indexed. */
const mostDimensions = 2_000;

/** What vectors were made by; null where there are none, or none can be. */
export interface Maker {
  model: string;
  dimensions: number;
}

/** Why passages are found by words alone, in words for an operator. */
export class NoVectors extends Error {
  override readonly name = 'NoVectors';
}

function isSupportedVersion(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > oldestVersion[0] || (major === oldestVersion[0] && minor >= oldestVersion[1]);
}

/** Whether the server has pgvector, in use or to be had. One query. @throws {NoVectors} */
async function checkExtension(): Promise<void> {
  const [extension] = await prisma().$queryRaw<{ version: string }[]>`
    SELECT coalesce(installed_version, default_version) AS version FROM pg_available_extensions WHERE name = 'vector'`;
  if (!extension) throw new NoVectors('the database server has no extension "vector" (pgvector)');
  if (!isSupportedVersion(extension.version))
    throw new NoVectors(`pgvector ${extension.version} is too old: 0.8 or newer is wanted`);
}

/** What the vectors that are there were made by. One query, or two. */
export async function findMaker(): Promise<Maker | null> {
  // Asked first: a table that is not there cannot be named.
  const [table] = await prisma().$queryRaw<{ is: boolean }[]>`
    SELECT to_regclass('passage_vectors.maker') IS NOT NULL AS is`;
  if (!table?.is) return null;
  const [maker] = await prisma().$queryRaw<Maker[]>`SELECT model, dimensions FROM passage_vectors.maker`;
  return maker ?? null;
}

/**
 * Nothing of this names a migrated table so that Postgres would know: migrations may change those as if it were not there. Who may read a
 * passage is asked of the passage itself, within the search: the index goes on until enough are found that this reader may see.
 */
const schemaSql = ({ dimensions }: Maker) => [
  // Making the schema takes a right that a role which only serves has not; the one that migrates has made it then.
  `DO $$ BEGIN IF to_regnamespace('passage_vectors') IS NULL THEN CREATE SCHEMA passage_vectors; END IF; END $$`,
  'DROP FUNCTION IF EXISTS passage_vectors.nearest',
  'DROP TABLE IF EXISTS passage_vectors.vectors, passage_vectors.maker',
  `CREATE TABLE passage_vectors.maker (id int PRIMARY KEY DEFAULT 1 CHECK (id = 1), model text NOT NULL, dimensions int NOT NULL)`,
  `CREATE TABLE passage_vectors.vectors (passage_id text PRIMARY KEY, text_hash text NOT NULL, embedding vector(${dimensions}) NOT NULL)`,
  'CREATE INDEX ON passage_vectors.vectors USING hnsw (embedding vector_cosine_ops)',
  `CREATE FUNCTION passage_vectors.nearest(asked vector, audiences text[], most int)
   RETURNS TABLE (id text, distance float8) LANGUAGE sql STABLE SET hnsw.iterative_scan = 'strict_order' SET hnsw.ef_search = '80' AS $$
     SELECT v.passage_id, v.embedding <=> asked FROM passage_vectors.vectors v
     WHERE EXISTS (SELECT FROM search_passages p WHERE p.id = v.passage_id AND p.audience::text = ANY(audiences))
     ORDER BY v.embedding <=> asked LIMIT most
   $$`,
];

/**
 * Makes the place for vectors of this model, unless it is there; what another model has made is thrown away, since it cannot be
 * compared. @throws {NoVectors} where the server has none, or does not allow it.
 */
export async function prepareVectorTables(maker: Maker): Promise<void> {
  if (maker.dimensions > mostDimensions)
    throw new NoVectors(
      `${maker.model} makes ${maker.dimensions} numbers for a text: set ASSISTANT_EMBEDDING_DIMENSIONS to ${mostDimensions} or less`,
    );
  const currentMaker = await findMaker();
  if (currentMaker?.model === maker.model && currentMaker.dimensions === maker.dimensions) return;
  await transaction(async ({ db }) => {
    for (const statement of schemaSql(maker)) await db.$executeRawUnsafe(statement);
    await db.$executeRaw`INSERT INTO passage_vectors.maker (model, dimensions) VALUES (${maker.model}, ${maker.dimensions}::int)`;
  }, 60_000);
}

/** Turns the extension on, where the server has it and lets this site's user do so. @throws {NoVectors} */
export async function turnOnExtension(): Promise<void> {
  await checkExtension();
  try {
    await prisma().$executeRaw`CREATE EXTENSION IF NOT EXISTS vector`;
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('\n').at(-1) ?? '') : String(error);
    throw new NoVectors(`CREATE EXTENSION vector was refused (${reason.trim()}): let a superuser do it once`);
  }
}

/** What a passage is embedded by; what is longer says the same by its beginning. */
const textSql = Prisma.sql`left(concat_ws(E'\n', p.title, nullif(p.heading, ''), p.body), 8000)`;

/** A passage whose vector is missing, or was made of another text. */
interface Unembedded {
  id: string;
  text: string;
  hash: string;
}

/** The next passages that need a vector. Without a maker, that is all of them. One query. */
export async function listUnembedded(isMade: boolean, most: number): Promise<Unembedded[]> {
  const vectorsSql = isMade
    ? Prisma.sql`passage_vectors.vectors`
    : Prisma.sql`(SELECT NULL::text AS passage_id, NULL::text AS text_hash)`;
  return prisma().$queryRaw<Unembedded[]>`
    SELECT p.id, ${textSql} AS text, md5(${textSql}) AS hash FROM search_passages p LEFT JOIN ${vectorsSql} v ON v.passage_id = p.id
    WHERE v.text_hash IS DISTINCT FROM md5(${textSql}) ORDER BY p.id LIMIT ${most}`;
}

/** A vector as pgvector reads it. */
export const vectorLiteral = (vector: readonly number[]): string => `[${vector.join(',')}]`;

/** Keeps vectors of passages, in the place of older ones. */
export async function keepVectors(
  passages: readonly Pick<Unembedded, 'id' | 'hash'>[],
  vectors: readonly (readonly number[])[],
): Promise<void> {
  const rows = passages.map(({ id, hash }, index) => ({
    id,
    hash,
    vector: vectorLiteral(vectors[index] ?? []),
  }));
  await prisma().$executeRaw`
    INSERT INTO passage_vectors.vectors (passage_id, text_hash, embedding)
    SELECT id, hash, vector::vector FROM json_to_recordset(${JSON.stringify(rows)}::json) AS made(id text, hash text, vector text)
    ON CONFLICT (passage_id) DO UPDATE SET text_hash = excluded.text_hash, embedding = excluded.embedding`;
}

/** Forgets vectors of passages that are gone. @returns how many vectors are there. */
export async function deleteOrphanedVectors(): Promise<number> {
  await prisma().$executeRaw`
    DELETE FROM passage_vectors.vectors v WHERE NOT EXISTS (SELECT FROM search_passages p WHERE p.id = v.passage_id)`;
  const [row] = await prisma().$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM passage_vectors.vectors`;
  return row?.count ?? 0;
}
