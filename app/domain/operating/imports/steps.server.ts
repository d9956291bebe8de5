import { z } from 'zod';
import { requirePermission } from '#app/domain/core/access/admin-guard.server.ts';
import { type Actor, recordAudit } from '#app/domain/core/audit/record.server.ts';
import { isId } from '#app/domain/core/audit/target.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { type ColumnMapping, mappingProblem } from '#app/domain/operating/imports/fields.ts';
import { rememberMapping } from '#app/domain/operating/imports/receiving.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { dayMs } from '#app/platform/durations.ts';
import { sendJobWith } from '#app/platform/jobs/queue.server.ts';

/** An import can be undone for so many days. */
export const undoDays = 30;

export const undoableSince = () => new Date(now().getTime() - undoDays * dayMs);

interface LockedImport {
  id: string;
  state: string;
  columns: string[];
  raisedCount: number;
  newCount: number;
  changedCount: number;
  importedAt: Date | null;
}

/** Takes an import for one step, as part of `tx`. @throws {Refusal} not_allowed; not_found @throws {ConfirmationNeeded} */
async function lockImport(tx: Transaction, actor: Actor, id: string): Promise<LockedImport> {
  await requirePermission(tx, actor, 'users:import');
  const [row] = isId(id)
    ? await tx.db.$queryRaw<LockedImport[]>`
        SELECT id, state::text, columns, raised_count AS "raisedCount", new_count AS "newCount",
          changed_count AS "changedCount", imported_at AS "importedAt"
        FROM people_imports WHERE id = ${id}::uuid FOR UPDATE`
    : [];
  if (!row) throw new Refusal('not_found', 'There is no such import.');
  return row;
}

/**
 * Says which field each column of a file is, and has the file checked. It is remembered for the next file with these columns.
 * @throws {Refusal} not_allowed; not_found; invalid; conflict where the file was checked already
 * @throws {ConfirmationNeeded}
 */
export async function mapColumns(actor: Actor, id: string, mapping: ColumnMapping): Promise<void> {
  const problem = mappingProblem(mapping);
  if (problem) throw new Refusal('invalid', problem);
  await transaction(async (tx) => {
    const { state, columns } = await lockImport(tx, actor, id);
    if (state === 'checking') return;
    if (state !== 'mapping') throw new Refusal('conflict', 'This file has been read already.');
    await tx.db.peopleImport.update({ where: { id }, data: { mapping, state: 'checking' } });
    await rememberMapping(tx, columns, mapping);
    await sendJobWith(tx, 'check-people-import', { importId: id });
  });
}

export const startImportSchema = z
  .object({
    givesRoles: z.literal('on').optional(),
    reason: z.string().trim().max(500, 'Please use at most 500 characters').default(''),
  })
  .superRefine(({ givesRoles, reason }, context) => {
    if (givesRoles && reason === '')
      context.addIssue({
        code: 'custom',
        path: ['reason'],
        message: 'Please say why they get these roles and rates',
      });
  });

export type StartImportForm = z.input<typeof startImportSchema>;

/**
 * Has the people of a checked file imported by a job. Roles and rates of the file are given only where that was asked for, by who may.
 * @throws {Refusal} not_allowed; not_found; conflict where the file is not checked
 * @throws {ConfirmationNeeded}
 */
export async function startImport(
  actor: Actor,
  id: string,
  { givesRoles, reason }: z.output<typeof startImportSchema>,
): Promise<void> {
  await transaction(async (tx) => {
    const { state, newCount, changedCount, raisedCount } = await lockImport(tx, actor, id);
    // The second of two presses.
    if (state === 'importing' || state === 'imported') return;
    if (state !== 'checked') throw new Refusal('conflict', 'This file is not ready to be imported.');
    if (givesRoles) await requirePermission(tx, actor, 'roles:change');
    await tx.db.peopleImport.update({
      where: { id },
      data: { state: 'importing', givesRoles: givesRoles === 'on', reason, doneRow: 0 },
    });
    await recordAudit(tx, actor, {
      action: 'people_import_started',
      subject: { type: 'people_import', id },
      after: { new: newCount, changed: changedCount, ...(givesRoles ? { roles_raised: raisedCount } : {}) },
      reason,
    });
    await sendJobWith(tx, 'import-people', { importId: id });
  });
}

/**
 * Has an import undone by a job: accounts that it made and nobody has used since are deleted, and what it filled in is emptied again.
 * @throws {Refusal} not_allowed; not_found; conflict where it is too late, or nothing was imported
 * @throws {ConfirmationNeeded}
 */
export async function undoImport(actor: Actor, id: string): Promise<void> {
  await transaction(async (tx) => {
    const { state, importedAt, newCount, changedCount } = await lockImport(tx, actor, id);
    if (state === 'undoing' || state === 'undone') return;
    if (state !== 'imported' || !importedAt) throw new Refusal('conflict', 'There is nothing to undo yet.');
    if (importedAt < undoableSince())
      throw new Refusal('conflict', `An import can be undone for ${undoDays} days. This one is older.`);
    await tx.db.peopleImport.update({ where: { id }, data: { state: 'undoing', doneRow: 0 } });
    await recordAudit(tx, actor, {
      action: 'people_import_undone',
      subject: { type: 'people_import', id },
      before: { new: newCount, changed: changedCount },
    });
    await sendJobWith(tx, 'undo-people-import', { importId: id });
  });
}

/**
 * Throws a file away that was not imported, with all that was read of it.
 * @throws {Refusal} not_allowed; not_found; conflict where it was imported
 * @throws {ConfirmationNeeded}
 */
export async function discardImport(actor: Actor, id: string): Promise<void> {
  await transaction(async (tx) => {
    const { state } = await lockImport(tx, actor, id);
    if (!['receiving', 'mapping', 'checking', 'checked', 'failed'].includes(state))
      throw new Refusal('conflict', 'This file was imported. Undo the import instead.');
    await tx.db.peopleImport.delete({ where: { id } });
    await recordAudit(tx, actor, {
      action: 'people_import_discarded',
      subject: { type: 'people_import', id },
    });
  });
}
