import { prisma } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

/** A query of what resembles each word that the library does not know, of the words that this reader may see: asked, word, documents. */
export const nearWordsSql = (words: readonly string[], mayReadAll: boolean): Prisma.Sql => Prisma.sql`
  SELECT a.word AS asked, near.word, near.documents
  FROM unnest(${words}::text[]) AS a(word) CROSS JOIN LATERAL (
    SELECT w.word, w.documents FROM search_words w WHERE ${mayReadAll}::boolean OR w.is_open
    ORDER BY w.word <-> a.word LIMIT 40) near
  WHERE NOT EXISTS (SELECT FROM search_words k WHERE k.word = a.word AND (${mayReadAll}::boolean OR k.is_open))`;

/** The commonest words of the library, of those that this reader may see, that begin with these letters and figures (folded). */
export async function commonWords(beginning: string, mayReadAll: boolean): Promise<string[]> {
  const words = await prisma().searchWord.findMany({
    where: { word: { startsWith: beginning }, ...(mayReadAll ? {} : { isOpen: true }) },
    orderBy: [{ documents: 'desc' }, { word: 'asc' }],
    take: 3,
    select: { word: true },
  });
  return words.map(({ word }) => word);
}
