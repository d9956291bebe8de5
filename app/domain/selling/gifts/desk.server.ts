import { requirePermission } from '#app/domain/core/access/admin-guard.server.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { type Actor, recordAudit } from '#app/domain/core/audit/record.server.ts';
import { isId } from '#app/domain/core/audit/target.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { resendWith } from '#app/domain/selling/gifts/delivery.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { transaction } from '#app/platform/database/client.server.ts';

/** Emails a gift once more. @throws {Refusal} not_allowed; not_found; as `resendWith` @throws {ConfirmationNeeded} */
export async function resendFromDesk(actor: Actor, id: string): Promise<void> {
  await transaction(async (tx) => {
    await requirePermission(tx, actor, 'gifts:manage');
    if (!isId(id) || !(await tx.db.gift.findUnique({ where: { id }, select: { id: true } })))
      throw new Refusal('not_found', 'There is no such gift.');
    if (await resendWith(tx, id))
      await recordAudit(tx, actor, { action: 'gift_resent', subject: { type: 'gift', id } });
  });
}

/**
 * Ends the code of a gift that nobody has redeemed. Its money is given back apart. One that is canceled stays so.
 * @throws {Refusal} not_allowed; not_found; conflict for one that is redeemed or not paid @throws {ConfirmationNeeded}
 */
export async function cancelGift(actor: Actor, id: string): Promise<void> {
  await transaction(async (tx) => {
    await requirePermission(tx, actor, 'gifts:manage');
    if (!isId(id)) throw new Refusal('not_found', 'There is no such gift.');
    await tx.db.$queryRaw`SELECT id FROM gifts WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
    const gift = await tx.db.gift.findUnique({ where: { id } });
    if (!gift) throw new Refusal('not_found', 'There is no such gift.');
    if (gift.status === 'canceled') return;
    if (gift.status === 'redeemed')
      throw new Refusal(
        'conflict',
        'This gift has been redeemed. Refund its payment to end the membership it gives.',
      );
    if (gift.status === 'draft')
      throw new Refusal('conflict', 'This gift has not been paid, so it has no code.');
    await tx.db.gift.update({ where: { id }, data: { status: 'canceled', canceledAt: now() } });
    await recordActivity(tx, {
      kind: 'gift_canceled',
      userId: gift.giverId,
      ...(actor.id ? { actorId: actor.id } : {}),
      subject: { type: 'gift', id },
    });
    await recordAudit(tx, actor, { action: 'gift_canceled', subject: { type: 'gift', id } });
  });
}
