import { randomBytes } from 'node:crypto';
import type { Transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

/**
 * Sends several writes as one statement, which is one way to the database and back. All of them see it as it was before: none finds what
 * another has written, and no two may change the same row.
 * @returns the rows of the last.
 */
export async function writeTogether<Row = never>(
  tx: Transaction,
  writes: readonly Prisma.Sql[],
): Promise<Row[]> {
  const last = writes.at(-1);
  if (!last) return [];
  const named = writes
    .slice(0, -1)
    .map((write, place) => Prisma.sql`${Prisma.raw(`write_${place}`)} AS (${write})`);
  return tx.db.$queryRaw<Row[]>(named.length === 0 ? last : Prisma.sql`WITH ${Prisma.join(named)} ${last}`);
}

/** A new id of the kind that Prisma makes (UUID version 7): it begins with the time, so that new rows stand together in an index. */
export function newId(): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(Date.now(), 0, 6);
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
