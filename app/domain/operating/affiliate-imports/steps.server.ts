import { z } from 'zod';
import { requirePermission } from '#app/domain/core/access/admin-guard.server.ts';
import { reasonField } from '#app/domain/core/audit/reason.ts';
import { type Actor, recordAudit } from '#app/domain/core/audit/record.server.ts';
import { isId } from '#app/domain/core/audit/target.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { undoableSince, undoDays } from '#app/domain/operating/imports/steps.server.ts';
import { type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { sendJobWith } from '#app/platform/jobs/queue.server.ts';

export const startAffiliateImportSchema = z.object({
  givesRates: z.literal('on').optional(),
  reason: reasonField(500, 3),
});

export type StartAffiliateImportForm = z.input<typeof startAffiliateImportSchema>;

/** Takes an import for one step, as part of `tx`. @throws {Refusal} not_allowed; not_found @throws {ConfirmationNeeded} */
async function lockImport(tx: Transaction, actor: Actor, id: string) {
  await requirePermission(tx, actor, 'users:import');
  if (isId(id)) await tx.db.$executeRaw`SELECT FROM affiliate_imports WHERE id = ${id}::uuid FOR UPDATE`;
  const file = isId(id) ? await tx.db.affiliateImport.findUnique({ where: { id } }) : null;
  if (!file) throw new Refusal('not_found', 'There is no such import.');
  return file;
}

/** Whether a file says what anybody is owed. Their sum does not tell: it may be nothing. */
async function hasBalances({ db }: Transaction, importId: string): Promise<boolean> {
  const rows = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM affiliate_import_rows
    WHERE import_id = ${importId}::uuid AND outcome <> 'rejected' AND jsonb_exists(data, 'balanceCents') LIMIT 1`;
  return rows.length > 0;
}

/**
 * Has a checked file imported by a job, for a reason (P234). It makes affiliates and adds to what is owed, so it needs the right to do both.
 * @throws {Refusal} not_allowed; not_found; conflict where the file is not checked
 * @throws {ConfirmationNeeded}
 */
export async function startAffiliateImport(
  actor: Actor,
  id: string,
  { givesRates, reason }: z.output<typeof startAffiliateImportSchema>,
): Promise<void> {
  await transaction(async (tx) => {
    const file = await lockImport(tx, actor, id);
    await requirePermission(tx, actor, 'roles:change');
    if (await hasBalances(tx, id)) await requirePermission(tx, actor, 'money:move');
    // The second of two presses.
    if (file.state === 'importing' || file.state === 'imported') return;
    if (file.state !== 'checked') throw new Refusal('conflict', 'This file is not ready to be imported.');
    await tx.db.affiliateImport.update({
      where: { id },
      data: { state: 'importing', givesRates: givesRates === 'on', reason, doneRow: 0 },
    });
    await recordAudit(tx, actor, {
      action: 'affiliate_import_started',
      subject: { type: 'affiliate_import', id },
      after: {
        kind: file.kind,
        new: file.newCount,
        changed: file.changedCount,
        cents: Number(file.balanceCents),
        ...(givesRates ? { rates_raised: file.raisedCount } : {}),
      },
      reason,
    });
    await sendJobWith(tx, 'import-affiliates', { importId: id });
  });
}

/**
 * Has an import undone by a job: codes, rates, roles, referrals and opening balances that nothing has built on since are taken back.
 * @throws {Refusal} not_allowed; not_found; conflict where it is too late, or nothing was imported
 * @throws {ConfirmationNeeded}
 */
export async function undoAffiliateImport(actor: Actor, id: string): Promise<void> {
  await transaction(async (tx) => {
    const { state, importedAt } = await lockImport(tx, actor, id);
    await requirePermission(tx, actor, 'roles:change');
    if (await hasBalances(tx, id)) await requirePermission(tx, actor, 'money:move');
    if (state === 'undoing' || state === 'undone') return;
    if (state !== 'imported' || !importedAt) throw new Refusal('conflict', 'There is nothing to undo yet.');
    if (importedAt < undoableSince())
      throw new Refusal('conflict', `An import can be undone for ${undoDays} days. This one is older.`);
    await tx.db.affiliateImport.update({ where: { id }, data: { state: 'undoing', doneRow: 0 } });
    await recordAudit(tx, actor, {
      action: 'affiliate_import_undone',
      subject: { type: 'affiliate_import', id },
    });
    await sendJobWith(tx, 'undo-affiliate-import', { importId: id });
  });
}

/**
 * Throws a file away that was not imported.
 * @throws {Refusal} not_allowed; not_found; conflict where it was imported
 * @throws {ConfirmationNeeded}
 */
export async function discardAffiliateImport(actor: Actor, id: string): Promise<void> {
  await transaction(async (tx) => {
    const { state } = await lockImport(tx, actor, id);
    if (state !== 'checked')
      throw new Refusal('conflict', 'This file was imported. Undo the import instead.');
    await tx.db.affiliateImport.delete({ where: { id } });
    await recordAudit(tx, actor, {
      action: 'affiliate_import_discarded',
      subject: { type: 'affiliate_import', id },
    });
  });
}
