import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { databasePool, prisma, transaction } from '#app/platform/database/client.server.ts';
import { newSeller, sellMembership, tell } from '#tests/integration/sellers.ts';

const sql = (text: string, values: unknown[] = []) => databasePool().query(text, values);

/** A row of the ledger as nobody's code would write it. */
async function insert(referrerId: string, fields: Record<string, unknown>) {
  const row = {
    id: randomUUID(),
    referrer_username: referrerId,
    cause: randomUUID(),
    amount: 0,
    currency: 'usd',
    available_at: new Date(),
    timestamp: new Date(),
    basis_cents: 0,
    ...fields,
  };
  const names = Object.keys(row);
  await sql(
    `INSERT INTO commissions (${names.join(', ')}) VALUES (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
    Object.values(row),
  );
}

describe('the database itself refuses', () => {
  it('to change, delete or truncate a row of the ledger', async () => {
    const { id } = await newSeller();
    await sellMembership(id);
    for (const text of [
      'UPDATE commissions SET commission = commission + 1',
      "UPDATE commissions SET available_at = now() - interval '1 year'",
      'DELETE FROM commissions',
      'TRUNCATE commissions CASCADE',
    ])
      await expect(sql(text), text).rejects.toThrow('only ever added');
  });

  it('more for a payment than was received, less than nothing, and a second earning', async () => {
    const { id } = await newSeller();
    const { payment } = await sellMembership(id);
    const of = { payment_id: payment.id, tier: 'affiliate' };
    await expect(insert(id, { ...of, kind: 'restoration', commission: 2_351 })).rejects.toThrow(
      'of 4700 received',
    );
    await expect(insert(id, { ...of, kind: 'reversal', commission: -2_351 })).rejects.toThrow('would be -1');
    await expect(insert(id, { ...of, kind: 'earning', commission: 1 })).rejects.toThrow(
      'commissions_one_earning',
    );
    await expect(
      insert(id, {
        payment_id: payment.id,
        tier: 'second_tier',
        kind: 'second_tier_earning',
        commission: 2_351,
      }),
    ).rejects.toThrow('of 4700 received');
    await expect(insert(id, { ...of, kind: 'restoration', commission: 2_350 })).resolves.toBeUndefined();
  });

  it('a refund or tax that leaves less than was given', async () => {
    const { id } = await newSeller({ role: 'reseller' });
    const { payment } = await sellMembership(id);
    for (const column of ['amount_refunded_cents', 'tax_cents', 'charged_back_cents', 'disputed_cents'])
      await expect(
        sql(`UPDATE payments SET ${column} = 1 WHERE id = $1`, [payment.id]),
        column,
      ).rejects.toThrow('of 4699 received');
  });

  it('a row whose sign or parts do not fit its kind', async () => {
    const { id } = await newSeller();
    const { payment } = await sellMembership(id);
    const of = { payment_id: payment.id, tier: 'affiliate' };
    for (const fields of [
      { ...of, kind: 'reversal', commission: 5 },
      { ...of, kind: 'restoration', commission: -5 },
      { ...of, kind: 'not_earned', commission: 1, reason: 'x' },
      { ...of, kind: 'not_earned', commission: 0 },
      { kind: 'adjustment', commission: 5 },
      { kind: 'adjustment', commission: 5, reason: ' ' },
      { ...of, kind: 'adjustment', commission: 5, reason: 'x' },
      { kind: 'payout', commission: -5 },
    ])
      await expect(insert(id, fields), JSON.stringify(fields)).rejects.toThrow(
        /commissions_(form|of_a_payment)/,
      );
  });

  it('the same cause twice', async () => {
    const { id } = await newSeller();
    const row = { kind: 'adjustment', commission: 5, reason: 'a gift', cause: randomUUID() };
    await insert(id, row);
    await expect(insert(id, row)).rejects.toThrow('commissions_cause_key');
  });
});

describe('sums', () => {
  it('follow the ledger in the same transaction, and not where that is undone', async () => {
    const { id } = await newSeller();
    const sale = await sellMembership(id);
    await tell(sale.refunded(470));
    const total = async () => (await prisma().user.findUniqueOrThrow({ where: { id } })).totalEarnings;
    expect(await total()).toBe(2_115);
    await expect(
      transaction(async ({ db }) => {
        await db.commission.create({
          data: {
            referrerId: id,
            kind: 'adjustment',
            cause: randomUUID(),
            amount: 0,
            commission: 100,
            currency: 'usd',
            reason: 'a gift',
            availableAt: new Date(),
            timestamp: new Date(),
          },
        });
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    expect(await total()).toBe(2_115);
    const balances = await prisma().commissionBalance.findMany({ where: { userId: id } });
    expect(balances.reduce((sum, { cents }) => sum + Number(cents), 0)).toBe(2_115);
    const days = await prisma().commissionDay.findMany({ where: { userId: id } });
    expect(
      days.reduce((sum, { earnedCents, changedCents }) => sum + Number(earnedCents + changedCents), 0),
    ).toBe(2_115);
  });
});
