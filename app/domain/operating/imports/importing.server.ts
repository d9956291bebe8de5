import { settleRole } from '#app/domain/core/access/roles.server.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { siteSettings } from '#app/domain/core/site-settings/current.server.ts';
import {
  filledIn,
  findErased,
  type PresentUser,
  presentUsers,
  raises,
} from '#app/domain/operating/imports/comparing.server.ts';
import { addCourses } from '#app/domain/operating/imports/courses.server.ts';
import type { PersonData } from '#app/domain/operating/imports/isolated-tasks.ts';
import { usernameFrom } from '#app/domain/people/accounts/registration.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { newToken } from '#app/platform/secrets/crypto.server.ts';

/** So many rows are imported in one transaction: what a kill can undo. */
const batchSize = 500;

/** Imports the people of a checked file, batch by batch. A job, which goes on where it stopped. */
export async function importPeople({ importId }: { importId: string }): Promise<void> {
  while (await importNext(importId));
}

interface Row {
  number: number;
  email: string;
  data: PersonData;
  passwordHash: string | null;
}

async function importNext(id: string): Promise<boolean> {
  return transaction(async (tx) => {
    const [file] = await tx.db.$queryRaw<{ state: string; doneRow: number; givesRoles: boolean }[]>`
      SELECT state::text, done_row AS "doneRow", gives_roles AS "givesRoles"
      FROM people_imports WHERE id = ${id}::uuid FOR UPDATE`;
    if (file?.state !== 'importing') return false;
    const rows = await tx.db.$queryRaw<Row[]>`
      SELECT number, email, data, password_hash AS "passwordHash" FROM people_import_rows
      WHERE import_id = ${id}::uuid AND number > ${file.doneRow}
        AND (outcome IN ('new', 'changed') OR (is_raise AND ${file.givesRoles}))
      ORDER BY number LIMIT ${batchSize}`;
    if (rows.length === 0) {
      await finish(tx, id);
      return false;
    }
    await importRows(tx, id, rows, file.givesRoles);
    await tx.db.peopleImport.update({
      where: { id },
      data: { doneRow: rows.at(-1)?.number ?? file.doneRow },
    });
    return true;
  }, 60_000);
}

/** The file is needed no more, nor are the passwords of rows that changed nobody. */
async function finish(tx: Transaction, id: string): Promise<void> {
  await tx.db.peopleImport.update({
    where: { id },
    data: { state: 'imported', importedAt: now(), sample: [] },
  });
  await tx.db.peopleImportRow.updateMany({
    where: { importId: id, passwordHash: { not: null } },
    data: { passwordHash: null },
  });
  await tx.db.peopleImportPiece.deleteMany({ where: { importId: id } });
}

async function importRows(
  tx: Transaction,
  importId: string,
  rows: readonly Row[],
  givesRoles: boolean,
): Promise<void> {
  const usualRate = siteSettings().programme.affiliatePercent;
  const erased = await findErased(rows.map(({ email }) => email));
  const people = rows.filter(({ email }) => !erased.has(email));
  // What somebody enters while the batch runs stays: they wait for its end, and it is not overwritten.
  await tx.db.$executeRaw`
    SELECT FROM users WHERE email = ANY(${people.map(({ email }) => email)}) ORDER BY id FOR NO KEY UPDATE`;
  const before = await presentUsers(
    tx.db,
    people.map(({ email }) => email),
  );
  await makeAccounts(
    tx,
    importId,
    people.filter(({ email }) => !before.has(email)),
    givesRoles ? usualRate : null,
  );
  // In one order everywhere, so that no two of them wait for each other.
  const changed = people
    .filter(({ email }) => before.has(email))
    .sort((a, b) => (a.email < b.email ? -1 : 1));
  for (const row of changed) {
    const user = before.get(row.email);
    if (user) await changeAccount(tx, importId, row, user, givesRoles ? usualRate : null);
  }
  await importCourses(tx, importId, people, before);
}

/** Adds how far people were in courses. Of who was here before, that is noted so that it can be taken back. */
async function importCourses(
  tx: Transaction,
  importId: string,
  rows: readonly Row[],
  before: ReadonlyMap<string, PresentUser>,
): Promise<void> {
  const learners = rows.filter(({ data }) => data.courses);
  if (learners.length === 0) return;
  const users = await presentUsers(
    tx.db,
    learners.map(({ email }) => email),
  );
  const people = learners.flatMap((row) => {
    const user = users.get(row.email);
    return user && user.role !== 'admin' ? [{ ...row, userId: user.id }] : [];
  });
  const added = await addCourses(tx, people);
  for (const { userId, number, email } of people) {
    const courses = added.get(userId);
    if (courses && before.has(email))
      await tx.db.$executeRaw`
        UPDATE people_import_rows SET is_done = true, user_id = ${userId}::uuid, outcome = 'changed', password_hash = NULL,
          before = coalesce(before, '{}') || ${JSON.stringify({ courses })}::jsonb
        WHERE import_id = ${importId}::uuid AND number = ${number}`;
  }
}

/** Makes the accounts of new people. Nobody is mailed, subscribed or asked to accept anything: that comes when they do. */
async function makeAccounts(
  tx: Transaction,
  importId: string,
  rows: readonly Row[],
  usualRate: number | null,
): Promise<void> {
  if (rows.length === 0) return;
  const at = now();
  const newUsers = await tx.db.user.createManyAndReturn({
    data: rows.map(({ email, data, passwordHash }) => {
      const raise = usualRate === null ? {} : raises(undefined, data, usualRate);
      const role = raise.role ?? 'member';
      return {
        email,
        name: data.name ?? '',
        passwordHash,
        username: usernameFrom(email, newToken().slice(0, 6).toLowerCase()),
        role,
        assignedRole: role,
        phone: data.phone ?? '',
        company: data.company ?? '',
        bio: data.bio ?? '',
        status: data.isInactive ? 'inactive' : 'active',
        contactEmail: data.contactEmail ?? null,
        paypalEmail: data.paypalEmail ?? null,
        emailVerifiedAt:
          data.verifiedAt === undefined ? null : data.verifiedAt ? new Date(data.verifiedAt) : at,
        createdAt: data.createdAt ? new Date(data.createdAt) : at,
        ...(role === 'member' ? {} : { commissionRate: usualRate ?? 0 }),
        ...(raise.commissionRate === undefined ? {} : { commissionRate: raise.commissionRate }),
      } as const;
    }),
    select: { id: true, email: true },
  });
  const ids = new Map(newUsers.map(({ id, email }) => [email, id]));
  await tx.db.importedPerson.createMany({
    data: newUsers.map(({ id }) => ({ userId: id, importId, isAwaited: true, importedAt: at })),
  });
  const notes = rows.flatMap(({ email, data: { note } }) => {
    const userId = ids.get(email);
    return note && userId ? [{ userId, text: note, createdAt: at }] : [];
  });
  // Of the moment of the import: such a tag starts no sequence.
  const tags = rows.flatMap(({ email, data }) => {
    const userId = ids.get(email);
    return userId ? (data.tags ?? []).map((tag) => ({ userId, tag, addedAt: at })) : [];
  });
  if (tags.length > 0) await tx.db.userTag.createMany({ data: tags });
  if (notes.length > 0) await tx.db.userNote.createMany({ data: notes });
  await tx.db.$executeRaw`
    UPDATE people_import_rows r SET user_id = m.id::uuid, is_done = true, password_hash = NULL, outcome = 'new'
    FROM jsonb_to_recordset(${JSON.stringify(newUsers)}::jsonb) AS m(id text, email text)
    WHERE r.import_id = ${importId}::uuid AND r.email = m.email AND r.number = ANY(${rows.map(({ number }) => number)})`;
}

async function changeAccount(
  tx: Transaction,
  importId: string,
  { number, data, passwordHash }: Row,
  user: PresentUser,
  usualRate: number | null,
): Promise<void> {
  const changes = filledIn(user, data, passwordHash);
  const raise = usualRate === null ? {} : raises(user, data, usualRate);
  const fields = Object.keys(changes) as (keyof typeof changes)[];
  if (fields.length === 0 && Object.keys(raise).length === 0) return;
  await tx.db.user.update({
    where: { id: user.id },
    data: {
      ...changes,
      ...(raise.role ? { assignedRole: raise.role, role: raise.role } : {}),
      ...(raise.commissionRate === undefined ? {} : { commissionRate: raise.commissionRate }),
    },
  });
  if (raise.role) {
    await settleRole(tx, user.id);
    await recordActivity(tx, { kind: 'role_assigned', userId: user.id, details: { role: raise.role } });
  }
  // What was empty is emptied again when the import is undone; roles and rates stay, for others may have counted on them.
  const { passwordHash: givenPassword, ...said } = changes;
  await tx.db.peopleImportRow.update({
    where: { importId_number: { importId, number } },
    data: {
      isDone: true,
      userId: user.id,
      passwordHash: null,
      outcome: 'changed',
      before: { ...said, ...(givenPassword ? { hasPassword: true } : {}) },
    },
  });
}
