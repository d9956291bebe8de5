import { now } from '#app/platform/clock.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { dayMs } from '#app/platform/durations.ts';

/** A piece of the library, or an entry of what is new. */
interface Piece {
  /** Begins with `news:` for an entry of what is new. */
  id: string;
  title: string;
  path: string;
}

/** Notes the pieces of the library that were not there before. Those of the first time are no news. Safe to repeat, and at once. */
export async function notePieces(pieces: readonly Piece[]): Promise<void> {
  await transaction(async ({ db }) => {
    await db.$executeRaw`SELECT pg_advisory_xact_lock(4711049)`;
    const isFirst = (await db.libraryPiece.count({ take: 1 })) === 0;
    await db.libraryPiece.createMany({
      data: pieces.map(({ id, title, path }) => ({
        id,
        title,
        path,
        firstSeenAt: now(),
        toldAt: isFirst ? now() : null,
      })),
      skipDuplicates: true,
    });
  });
}

/** Users who have been away for longer than this many days are not notified. */
const awayDays = 90;
const batchSize = 5_000;

/**
 * Tells those who use the site of the pieces that are new, in one notification each, batch by batch; the worker calls it. What a run that
 * was cut off has told already is not told again: a user is told once under the key of its pieces.
 */
export async function tellNewPieces(): Promise<void> {
  const pieces = await prisma().libraryPiece.findMany({
    where: { toldAt: null },
    orderBy: [{ firstSeenAt: 'asc' }, { id: 'asc' }],
  });
  const isNews = ({ id }: Piece) => id.startsWith('news:');
  await tellOf(
    'new_pieces',
    pieces.filter((piece) => !isNews(piece)),
    '/tutorials',
  );
  await tellOf('whats_new', pieces.filter(isNews), '/whats-new');
}

/** Tells of pieces in one notification, which leads to the one there is or to the page of all. */
async function tellOf(
  event: 'new_pieces' | 'whats_new',
  pieces: readonly Piece[],
  pathOfAll: string,
): Promise<void> {
  const [first] = pieces;
  if (!first) return;
  const details = { title: first.title, more: pieces.length - 1 };
  const path = pieces.length === 1 ? first.path : pathOfAll;
  let after: string | null = null;
  do {
    after = await transaction((tx) =>
      notifyBatch(tx, after, { event, details, path, key: `pieces:${first.id}` }),
    );
  } while (after !== null);
  await prisma().libraryPiece.updateMany({
    where: { id: { in: pieces.map(({ id }) => id) } },
    data: { toldAt: now() },
  });
}

/** Notifies the next batch of users after one. @returns the last of them; null once everybody has been notified */
async function notifyBatch(
  { db }: Transaction,
  after: string | null,
  {
    event,
    details,
    path,
    key,
  }: { event: string; details: { title: string; more: number }; path: string; key: string },
): Promise<string | null> {
  const at = now();
  const since = new Date(at.getTime() - awayDays * dayMs);
  const [row] = await db.$queryRaw<{ last: string | null; count: number }[]>`
    WITH batch AS (
      SELECT u.id FROM users u WHERE u.status = 'active' ${after === null ? Prisma.empty : Prisma.sql`AND u.id > ${after}::uuid`}
      ORDER BY u.id LIMIT ${batchSize}),
    told AS (
      INSERT INTO notifications (id, user_id, kind, event, details, path, key, is_listed, created_at, mail_at)
      SELECT gen_random_uuid(), b.id, 'pieces', ${event}, ${JSON.stringify(details)}::jsonb, ${path}, ${key},
        s.user_id IS NULL OR NOT 'pieces' = ANY(s.site_off), ${at}::timestamptz,
        CASE WHEN 'pieces' = ANY(s.mail_on)
          THEN GREATEST(${at}::timestamptz + interval '1 hour', s.last_digest_at + interval '24 hours') END
      FROM batch b LEFT JOIN notification_settings s ON s.user_id = b.id
      WHERE (s.user_id IS NULL OR NOT 'pieces' = ANY(s.site_off) OR 'pieces' = ANY(s.mail_on))
        AND EXISTS (SELECT FROM sessions e WHERE e.user_id = b.id AND e.last_used_at > ${since})
      ON CONFLICT DO NOTHING)
    SELECT max(id::text) AS last, count(*)::int AS count FROM batch`;
  return row && row.count === batchSize ? row.last : null;
}
