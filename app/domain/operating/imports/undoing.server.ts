import { type CoursesBefore, takeCoursesBack } from '#app/domain/operating/imports/courses.server.ts';
import { references } from '#app/domain/people/personal-data/tables.ts';
import { now } from '#app/platform/clock.server.ts';
import { type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

const batchSize = 200;

/** Undoes an import for people who have not acted since, batch by batch. A job, which goes on where it stopped. */
export async function undoPeopleImport({ importId }: { importId: string }): Promise<void> {
  while (await undoNext(importId));
}

interface DoneRow {
  number: number;
  outcome: string;
  userId: string | null;
  before: Record<string, unknown> | null;
}

async function undoNext(id: string): Promise<boolean> {
  return transaction(async (tx) => {
    const [file] = await tx.db.$queryRaw<{ state: string; doneRow: number }[]>`
      SELECT state::text, done_row AS "doneRow" FROM people_imports WHERE id = ${id}::uuid FOR UPDATE`;
    if (file?.state !== 'undoing') return false;
    const rows = await tx.db.$queryRaw<DoneRow[]>`
      SELECT number, outcome::text, user_id AS "userId", before FROM people_import_rows
      WHERE import_id = ${id}::uuid AND number > ${file.doneRow} AND is_done ORDER BY number LIMIT ${batchSize}`;
    const last = rows.at(-1);
    if (!last) {
      await tx.db.peopleImport.update({ where: { id }, data: { state: 'undone', undoneAt: now() } });
      return false;
    }
    const newUserIds = rows.flatMap(({ outcome, userId }) => (outcome === 'new' && userId ? [userId] : []));
    const deletedCount = await deleteUnused(tx, newUserIds);
    for (const row of rows) if (row.outcome === 'changed') await emptyAgain(tx, row);
    await tx.db.peopleImport.update({
      where: { id },
      data: { doneRow: last.number, undoneCount: { increment: deletedCount } },
    });
    return true;
  }, 60_000);
}

/** What an import writes about somebody, and what the database keeps by itself: none of it says that they have acted. */
const ownTables = [
  'imported_people',
  'people_import_rows',
  'seller_terms',
  'user_notes',
  // Of accounts that nobody has signed in to.
  'certificates',
  'user_module_completion',
  'user_progress',
];

/** Rows of a table that are a trace of somebody: neither a letter, or a step of a sequence, that they were not sent, nor a tag of the file. */
const onlyWhere: Readonly<Record<string, string>> = {
  letter_recipients: 'AND t.mail_id IS NOT NULL',
  sequence_sends: 'AND t.mail_id IS NOT NULL',
  user_tags: 'AND t.added_at <> i.imported_at',
};

/** A row of any other table that names somebody. */
const traces = Object.keys(references)
  .map((name) => name.split('.') as [table: string, column: string])
  .filter(([table]) => !ownTables.includes(table))
  .map(([table, column]) =>
    Prisma.raw(`EXISTS (SELECT 1 FROM "${table}" t WHERE t."${column}" = u.id ${onlyWhere[table] ?? ''})`),
  );

/**
 * Deletes accounts that nobody has signed in to, asked a link for or verified, and that nothing else in the site names: no ticket, payment,
 * referral, or note of the team.
 * @returns how many
 */
async function deleteUnused(tx: Transaction, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  // A statement of its own: once the rows are locked, the next one sees what was done with them until then.
  await tx.db.$executeRaw`SELECT FROM users WHERE id = ANY(${[...ids]}::uuid[]) ORDER BY id FOR UPDATE`;
  const unused = await tx.db.$queryRaw<{ id: string }[]>`
    SELECT u.id FROM users u JOIN imported_people i ON i.user_id = u.id
    WHERE u.id = ANY(${[...ids]}::uuid[]) AND i.is_awaited
      AND NOT EXISTS (SELECT 1 FROM user_notes n WHERE n.user_id = u.id AND n.author_id IS NOT NULL)
      AND NOT (${Prisma.join(traces, ' OR ')})
    ORDER BY u.id`;
  const deleted = unused.map(({ id }) => id);
  if (deleted.length === 0) return 0;
  await tx.db.sellerTerms.deleteMany({ where: { userId: { in: deleted } } });
  await tx.db.user.deleteMany({ where: { id: { in: deleted } } });
  // The figures count them no more.
  await tx.db.$executeRaw`INSERT INTO figures_stale (user_id) SELECT unnest(${deleted}::uuid[])`;
  return deleted.length;
}

const textFields = ['name', 'phone', 'company', 'bio'];

/** Empties what the import filled in, where it still says what the import wrote. */
async function emptyAgain(tx: Transaction, { userId, before }: DoneRow): Promise<void> {
  if (!userId || !before) return;
  const sets = textFields
    .filter((field) => typeof before[field] === 'string')
    .map((field) => {
      const column = Prisma.raw(field);
      return Prisma.sql`${column} = CASE WHEN ${column} = ${String(before[field])} THEN '' ELSE ${column} END`;
    });
  if (typeof before.contactEmail === 'string')
    sets.push(Prisma.sql`contact_email = nullif(contact_email, ${before.contactEmail})`);
  if (before.hasPassword === true)
    sets.push(Prisma.sql`password_hash = CASE WHEN EXISTS (
      SELECT 1 FROM imported_people i WHERE i.user_id = users.id AND i.is_awaited) THEN NULL ELSE password_hash END`);
  if (before.courses) await takeCoursesBack(tx, userId, before.courses as CoursesBefore);
  if (sets.length > 0)
    await tx.db.$executeRaw`UPDATE users SET ${Prisma.join(sets)} WHERE id = ${userId}::uuid`;
}
