import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  findKeyOwner,
  makeApiKey,
  maxKeys,
  revokeApiKey,
} from '#app/domain/core/api-keys/api-keys.server.ts';
import { membership } from '#app/domain/core/catalogue/products.ts';
import { readCursor } from '#app/domain/core/values/cursor.ts';
import {
  endPromotionCode,
  makeOwnCode,
  maxOwnCodes,
} from '#app/domain/programme/affiliates/promotion-codes.server.ts';
import {
  archiveShortLink,
  findShortLinks,
  makeShortLink,
  ownsShortLink,
} from '#app/domain/programme/affiliates/short-links.server.ts';
import { takePromotion } from '#app/domain/programme/affiliates/take-promotion.server.ts';
import { findAccount } from '#app/domain/programme/commissions/balance.server.ts';
import { listLedger } from '#app/domain/programme/commissions/ledger.server.ts';
import { requestPayout } from '#app/domain/programme/payouts/payout-batches.server.ts';
import { writeStatementPdf } from '#app/domain/programme/payouts/statement-pdf.server.ts';
import {
  findMonthStatement,
  findPayoutStatement,
  findStatementPart,
} from '#app/domain/programme/payouts/statements.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { give, newPayee, payoutsOf } from '#tests/integration/payees.ts';
import { at, newUser } from '#tests/integration/people.ts';
import { readPdf } from '#tests/integration/read-pdf.ts';

// What affiliates may do with what is theirs, and with what is not.

process.env.AFFILIATE_CODES = '20';

const newKey = ({ id }: { id: string }) =>
  makeApiKey({ id, sessionId: randomUUID() }, { name: 'script', formKey: randomUUID() });
const keysOf = (userId: string) => prisma().apiKey.findMany({ where: { userId, revokedAt: null } });
const fulfilled = (results: PromiseSettledResult<unknown>[]) =>
  results.filter(({ status }) => status === 'fulfilled').length;

describe('a key for programs', () => {
  it('is revoked by its owner alone', async () => {
    const [owner, other] = [await newUser({ role: 'affiliate' }), await newUser({ role: 'affiliate' })];
    const secret = (await newKey(owner)) ?? '';
    const [key] = await keysOf(owner.id);
    for (const id of [key?.id ?? '', 'x', randomUUID()])
      await expect(revokeApiKey(other, id)).rejects.toMatchObject({ kind: 'not_found' });
    expect(await findKeyOwner(secret, '192.0.2.1')).toEqual({ id: owner.id });
    await revokeApiKey(owner, key?.id ?? '');
    expect(await findKeyOwner(secret, '192.0.2.1')).toBeNull();
  });

  it('is taken while its owner is active and in the program', async () => {
    const { id } = await newUser({ role: 'affiliate' });
    const secret = (await newKey({ id })) ?? '';
    await prisma().user.update({ where: { id }, data: { status: 'inactive' } });
    expect(await findKeyOwner(secret, '192.0.2.2')).toBeNull();
    await prisma().user.update({
      where: { id },
      data: { status: 'active', assignedRole: 'member', role: 'member' },
    });
    expect(await findKeyOwner(secret, '192.0.2.2')).toBeNull();
    await prisma().user.update({ where: { id }, data: { assignedRole: 'affiliate', role: 'affiliate' } });
    expect(await findKeyOwner(secret, '192.0.2.2')).toEqual({ id });
  });

  it('is one of ten at most, also where two are made at once; a form sent twice makes one', async () => {
    const user = await newUser({ role: 'affiliate' });
    const formKey = randomUUID();
    const twice = await Promise.all(
      [1, 2].map(() => makeApiKey({ id: user.id, sessionId: randomUUID() }, { name: 'twice', formKey })),
    );
    expect(twice.filter((secret) => secret !== null)).toHaveLength(1);
    for (let count = 1; count < maxKeys - 1; count += 1) await newKey(user);
    expect(fulfilled(await Promise.allSettled([newKey(user), newKey(user), newKey(user)]))).toBe(1);
    expect(await keysOf(user.id)).toHaveLength(maxKeys);
  });
});

describe('short links', () => {
  it('are taken off the list by whose they are, and nobody else draws their QR code', async () => {
    const [owner, other] = [await newUser({ role: 'affiliate' }), await newUser({ role: 'affiliate' })];
    const code = await makeShortLink(owner, { destination: '/pricing' });
    await expect(archiveShortLink(other, code)).rejects.toMatchObject({ kind: 'not_found' });
    expect(await ownsShortLink(other.id, code)).toBe(false);
    expect((await findShortLinks(owner.id)).rows.map((link) => link.code)).toEqual([code]);
    await archiveShortLink(owner, code);
    expect((await findShortLinks(owner.id)).rows).toEqual([]);
    expect(await ownsShortLink(owner.id, code)).toBe(true);
  });
});

describe('codes of one’s own', () => {
  const newCode = () => `C${randomUUID().slice(0, 8)}`;

  it('are twenty at a time, also where two are made at once, and give nothing to whose they are', async () => {
    const user = await newUser({ role: 'affiliate' });
    const code = newCode();
    await makeOwnCode(user, code);
    for (let count = 1; count < maxOwnCodes - 1; count += 1) await makeOwnCode(user, newCode());
    expect(fulfilled(await Promise.allSettled([1, 2, 3].map(() => makeOwnCode(user, newCode()))))).toBe(1);
    expect(await prisma().promotionCode.count({ where: { affiliateId: user.id } })).toBe(maxOwnCodes);
    await expect(takePromotion(user, code, membership)).rejects.toMatchObject({
      kind: 'invalid',
      field: 'code',
    });
    expect(await takePromotion(await newUser(), code, membership)).toMatchObject({
      affiliateId: user.id,
      percentOff: 20,
    });
  });

  it('are taken no more once their owner has left the program', async () => {
    const owner = await newUser({ role: 'affiliate' });
    const code = newCode();
    await makeOwnCode(owner, code);
    const left = { assignedRole: 'member', role: 'member' } as const;
    await prisma().user.update({ where: { id: owner.id }, data: left });
    await expect(takePromotion(await newUser(), code, membership)).rejects.toMatchObject({
      kind: 'invalid',
      field: 'code',
    });
  });

  it('are ended by whose they are, and nobody makes and ends them until all names are gone', async () => {
    const [owner, other] = [await newUser({ role: 'affiliate' }), await newUser({ role: 'affiliate' })];
    const code = newCode();
    await makeOwnCode(owner, code);
    await expect(endPromotionCode(code, { affiliateId: other.id })).rejects.toMatchObject({
      kind: 'not_found',
    });
    expect(await takePromotion(await newUser(), code, membership)).toMatchObject({ affiliateId: owner.id });
    await expect(makeOwnCode(other, code)).rejects.toMatchObject({
      kind: 'conflict',
      field: 'promotionCode',
    });
    const squat = async () => {
      for (let count = 0; count < 3 * maxOwnCodes; count += 1) {
        const name = newCode();
        await makeOwnCode(other, name);
        await endPromotionCode(name, { affiliateId: other.id });
      }
    };
    await expect(squat()).rejects.toMatchObject({ retryAfterSeconds: expect.any(Number) });
  });
});

describe('a statement', () => {
  it('has every row, in parts that each add up where they are many', async () => {
    const user = await newUser({ role: 'affiliate' });
    const begin = Date.parse('2026-06-01T10:00:00Z');
    for (const index of [0, 1, 2, 3])
      await at(begin + index * 3600 * 1000, () => give(user.id, 1_001 + index));
    const partOf = (part: number, perPart: number) =>
      findStatementPart(user.id, { month: '2026-06' }, part, perPart);
    const textOf = async (part: number, perPart: number) => {
      const found = await partOf(part, perPart);
      if (!found) throw new Error('There is no such part.');
      return (await readPdf(await writeStatementPdf(user, found))).pages.join(' ');
    };
    const first = await textOf(1, 3);
    for (const words of [
      'Part 1 of 2: rows 1 to 3 of 4',
      '$10.04',
      '$10.03',
      '$10.02',
      'The rows of part 2 $10.01',
    ])
      expect(first).toContain(words);
    const second = await textOf(2, 3);
    for (const words of [
      'Part 2 of 2: rows 4 to 4 of 4',
      'The rows of part 1 $30.09',
      '$10.01',
      'Owed after $40.10',
    ])
      expect(second).toContain(words);
    expect(second).not.toContain('$10.02');
    expect(await textOf(2, 1)).toContain('The rows of parts 3 to 4 $20.03');
    const all = await textOf(1, 4);
    for (const words of ['$10.04', '$10.01', 'Owed after $40.10']) expect(all).toContain(words);
    expect(all).not.toContain('Part 1');
    for (const part of [0, 3, 1.5, Number.NaN, Number.MAX_SAFE_INTEGER])
      expect(await partOf(part, 3), String(part)).toBeNull();
  });
});

describe('the page of a statement', () => {
  it('says of how many files it is, of a month and of a payout', async () => {
    const then = <T>(work: () => T) => at(Date.parse('2026-07-01T12:00:00Z'), work);
    const payee = await then(() => newPayee(0));
    const rows = async (count: number) => {
      await prisma().$executeRaw`
        INSERT INTO commissions (id, referrer_username, kind, cause, amount, commission, currency, reason, available_at, timestamp)
        SELECT gen_random_uuid(), ${payee.id}::uuid, 'adjustment', gen_random_uuid()::text, 0, 100, 'usd', 'a test',
          '2026-04-03', '2026-03-31T23:59:00Z'::timestamptz + n * interval '1 minute' FROM generate_series(0, ${count - 1}::int) n`;
    };
    const month = (name: string) => findMonthStatement(payee.id, name, null);
    await rows(3);
    expect(await month('2026-03')).toMatchObject({
      parts: 1,
      head: { hasEarlier: false },
      rows: { entries: [{ cents: 100 }] },
    });
    expect(await month('2026-04')).toMatchObject({
      parts: 1,
      head: { openingCents: 100, closingCents: 300, hasEarlier: true },
      rowCount: 2,
    });
    expect(await month('2026-05')).toMatchObject({ parts: 1, rows: { entries: [] } });
    await rows(2_001);
    expect(await month('2026-03')).toMatchObject({ parts: 1, head: { openingCents: 0, closingCents: 200 } });
    expect(await month('2026-04')).toMatchObject({ parts: 2, rows: { next: expect.any(String) } });
    const { amountCents } = await then(() => requestPayout(payee));
    const [payout] = await payoutsOf(payee.id);
    const paid = await findPayoutStatement(payee.id, payout?.number ?? 0, null);
    expect([amountCents, paid?.parts, paid?.rowCount, paid?.rows.entries.length]).toEqual([
      200_400, 2, 2_004, 25,
    ]);
    expect(await findPayoutStatement((await newUser()).id, payout?.number ?? 0, null)).toBeNull();
  });
});

describe('the first day of somebody', () => {
  it('is that of the first thing earned or changed, whenever it was told', async () => {
    const user = await newUser({ role: 'affiliate' });
    const firstDay = async () => (await findAccount(user.id)).firstDay;
    expect(await firstDay()).toBeNull();
    await at(Date.parse('2026-05-10T00:00:00Z'), () => give(user.id, 2_000));
    expect(await firstDay()).toBe('2026-05-10');
    await at(Date.parse('2026-06-01T10:00:00Z'), () => give(user.id, 1_000));
    expect(await firstDay()).toBe('2026-05-10');
    await at(Date.parse('2026-03-31T23:59:59.999Z'), () => give(user.id, -3_000));
    expect(await firstDay()).toBe('2026-03-31');
    expect(await findAccount((await newUser()).id)).toMatchObject({ firstDay: null });
  });
});

describe('the ledger of somebody', () => {
  it('is narrowed to kinds, in one order over all of them, page by page', async () => {
    const [user, other] = [await newUser({ role: 'affiliate' }), await newUser({ role: 'affiliate' })];
    const begin = Date.parse('2026-06-01T10:00:00Z');
    const hour = 3600 * 1000;
    for (const index of [0, 1, 2, 3, 4])
      await at(begin + index * hour, () => give(index === 2 ? other.id : user.id, 1_000 + index));
    const kinds = ['reversal', 'adjustment', 'restoration'] as const;
    const first = await listLedger(user.id, { kinds, limit: 2 });
    expect(first.entries.map(({ cents }) => cents)).toEqual([1_004, 1_003]);
    const second = await listLedger(user.id, { kinds, limit: 2, place: readCursor(first.next) });
    expect(second).toMatchObject({ entries: [{ cents: 1_001 }, { cents: 1_000 }], next: null });
    expect((await listLedger(user.id, { kinds: ['earning', 'payout'] })).entries).toEqual([]);
    expect((await listLedger(user.id, { kinds: [] })).entries).toEqual([]);
    for (const cursor of [`999999999999999-${user.id}`, `0-${user.id}`, 'x', `8640000000000001-${user.id}`])
      expect(
        (await listLedger(user.id, { kinds, place: readCursor(cursor) })).entries.length,
      ).toBeLessThanOrEqual(4);
  });
});
