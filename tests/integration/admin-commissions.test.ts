import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { readCursor } from '#app/domain/core/values/cursor.ts';
import {
  adjustmentSchema,
  askAdjustment,
  decideAdjustment,
  listAdjustments,
  listWaitingAdjustments,
} from '#app/domain/programme/commissions/adjustments.server.ts';
import { findAccount } from '#app/domain/programme/commissions/balance.server.ts';
import { type RowFilter, sumLedger } from '#app/domain/programme/commissions/ledger.server.ts';
import { countDesk, listDesk } from '#app/domain/programme/commissions/ledger-desk.server.ts';
import { readDeskFilter } from '#app/domain/programme/commissions/ledger-filter.ts';
import { proveLedger } from '#app/domain/programme/commissions/proof.server.ts';
import {
  listReview,
  reviewCommission,
  reviewSchema,
} from '#app/domain/programme/commissions/review.server.ts';
import {
  checkReview,
  reviewCommissions,
  reviewManySchema,
} from '#app/domain/programme/commissions/review-selection.server.ts';
import {
  cancelPayouts,
  manySchemas,
  markPayoutsPaid,
  retryPayouts,
  writeShown,
} from '#app/domain/programme/payouts/change-payouts.server.ts';
import { ledgerFile } from '#app/domain/programme/payouts/ledger-file.server.ts';
import { requestPayout } from '#app/domain/programme/payouts/payout-batches.server.ts';
import {
  cancelPayoutFor,
  markPayoutPaid,
  retryPayout,
  sendBatch,
  sendBatchAgain,
} from '#app/domain/programme/payouts/payout-desk.server.ts';
import { beginPayoutExport } from '#app/domain/programme/payouts/payout-export.server.ts';
import {
  findDeskPayout,
  listPayoutDesk,
  readPayoutDesk,
} from '#app/domain/programme/payouts/payout-list.server.ts';
import { previewPayouts } from '#app/domain/programme/payouts/payout-preview.server.ts';
import { checkPayouts, type PayoutAction } from '#app/domain/programme/payouts/payout-selection.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { auditOf, newActor } from '#tests/integration/admins.ts';
import { newSale } from '#tests/integration/facts.ts';
import { give, newPayee, payoutsOf } from '#tests/integration/payees.ts';
import { at } from '#tests/integration/people.ts';
import { takeQueued, withJobQueue } from '#tests/integration/queued-jobs.ts';
import { newBuyer, newSeller, sellMembership, tell } from '#tests/integration/sellers.ts';
import { statementsOf } from '#tests/integration/statements.ts';

withJobQueue();

const later = 16 * 60_000;
const stale = <T>(work: () => T) => at(Date.now() + later, work);
const filterOf = (query: string) => readDeskFilter(new URLSearchParams(query));

const adjustment = (who: string, amount: string, key = randomUUID()) =>
  adjustmentSchema.parse({ who, amount, reason: 'A bonus', key });

const emailOf = async (id: string) => (await prisma().user.findUniqueOrThrow({ where: { id } })).email;

/** A sale that a rule holds. */
async function newHeld() {
  const seller = await newSeller();
  const buyer = await newBuyer(seller.id);
  await prisma().user.update({ where: { id: buyer.id }, data: { email: `${buyer.id}@yopmail.com` } });
  const sale = newSale(buyer.id);
  await tell(sale.created, sale.activated, sale.paid, sale.linked);
  const payment = await prisma().payment.findFirstOrThrow({ where: { userId: buyer.id } });
  return { seller, buyer, payment };
}

describe('the ledger of everybody', () => {
  it('is paged by key, and narrowed by kind, state, person and day', async () => {
    const seller = await newSeller();
    await sellMembership(seller.id);
    await give(seller.id, 1_000);
    const email = await emailOf(seller.id);
    const of = async (query: string) =>
      (await listDesk(filterOf(`who=${encodeURIComponent(email)}&${query}`), null)).rows.map(
        ({ kind, state }) => `${kind} ${state}`,
      );
    expect(await of('')).toEqual(expect.arrayContaining(['earning waiting', 'adjustment approved']));
    expect(await of('what=earned')).toEqual(['earning waiting']);
    expect(await of('what=adjusted')).toEqual(['adjustment approved']);
    expect(await of('state=waiting')).toEqual(['earning waiting']);
    expect(await of('state=under_review')).toEqual([]);
    expect(await of('to=2001-01-01')).toEqual([]);
    // What its owner reads below the same rows.
    const sum = { count: 2, isMore: false, sums: [{ currency: 'usd', cents: 3_350 }] };
    expect(await sumLedger(seller.id, {})).toEqual(sum);
    const adjusted = { count: 1, isMore: false, sums: [{ currency: 'usd', cents: 1_000 }] };
    expect(await sumLedger(seller.id, { kinds: ['adjustment', 'payout'] })).toEqual(adjusted);
    const none = { count: 0, isMore: false, sums: [] };
    expect(await sumLedger(seller.id, { until: new Date('2001-01-01') })).toEqual(none);
    // And has in the file.
    const inFile = async (filter: RowFilter) => {
      const rows: unknown[] = [];
      for await (const batch of ledgerFile(seller.id, filter).batches)
        rows.push(...batch.map(([, what]) => what));
      return rows;
    };
    expect(await inFile({})).toEqual(['Adjustment', 'Commission']);
    expect(await inFile({ kinds: ['earning'] })).toEqual(['Commission']);
    expect(await inFile({ until: new Date('2001-01-01') })).toEqual([]);
    expect(await listDesk(filterOf('who=nobody-at-all'), null)).toEqual({
      rows: [],
      next: null,
      previous: null,
    });
    const seen = new Set<string>();
    let after: string | null = null;
    for (let pages = 0; pages < 50; pages += 1) {
      const page = await listDesk(filterOf(''), readCursor(after));
      for (const { id } of page.rows) {
        expect(seen.has(id)).toBe(false);
        seen.add(id);
      }
      after = page.next;
      if (after === null) break;
    }
    expect(seen.size).toBe(await prisma().commission.count());
    expect(await statementsOf(() => listDesk(filterOf('what=earned&state=under_review'), null))).toHaveLength(
      1,
    );
  });
});

describe('what is under review', () => {
  it('is released or rejected once, with a reason and a line in the audit log', async () => {
    const { actor } = await newActor('manager');
    const { seller, buyer, payment } = await newHeld();
    const row = (await listReview(null)).rows.find(({ referrerId }) => referrerId === seller.id);
    expect(row).toMatchObject({ cents: 2_350, paymentId: payment.id, buyerId: buyer.id, paidCents: 4_700 });
    expect(row?.why).toEqual([expect.stringContaining('disposable')]);
    expect((await listDesk(filterOf('state=under_review'), null)).rows).toContainEqual(
      expect.objectContaining({ userId: seller.id, state: 'under_review' }),
    );
    const decide = (decision: 'released' | 'rejected') =>
      reviewCommission(actor, { decision, paymentId: payment.id, referrerId: seller.id, reason: 'Known' });
    await expect(stale(() => decide('released'))).rejects.toThrow('confirm that it is you');
    await decide('released');
    await expect(decide('rejected')).rejects.toMatchObject({ kind: 'not_found' });
    expect(await auditOf(seller.id)).toMatchObject([
      { action: 'commission_released', reason: 'Known', actorId: actor.id, after: { payment: payment.id } },
    ]);
    const holds = await prisma().commissionHold.findMany({ where: { paymentId: payment.id } });
    expect(holds).toMatchObject([{ decision: 'released', note: 'Known', decidedById: actor.id }]);
  });

  it('is not for support to decide, nor for who would earn on it', async () => {
    const { seller, payment } = await newHeld();
    const asked = {
      decision: 'released' as const,
      paymentId: payment.id,
      referrerId: seller.id,
      reason: 'x',
    };
    const { actor: support } = await newActor('support');
    await expect(reviewCommission(support, asked)).rejects.toMatchObject({ kind: 'not_allowed' });
    const { actor } = await newActor('owner');
    await prisma().commissionHold.updateMany({
      where: { paymentId: payment.id },
      data: { referrerId: actor.id },
    });
    // As the form brings it: an id is the same in capital letters.
    for (const referrerId of [actor.id, actor.id.toUpperCase()])
      await expect(
        reviewCommission(actor, reviewSchema.parse({ ...asked, referrerId })),
      ).rejects.toMatchObject({ kind: 'not_allowed' });
    expect(await auditOf(seller.id)).toEqual([]);
    expect(await auditOf(actor.id)).toEqual([]);
  });
});

describe('several commissions under review', () => {
  const idOf = async (paymentId: string) =>
    (await prisma().commissionHold.findFirstOrThrow({ where: { paymentId } })).id;

  it('are released or rejected at once, each by itself and once', async () => {
    const { actor, user } = await newActor('manager');
    const [one, two, own] = [await newHeld(), await newHeld(), await newHeld()];
    await prisma().commissionHold.updateMany({
      where: { paymentId: own.payment.id },
      data: { referrerId: user.id },
    });
    const ids = await Promise.all([one, two, own].map(({ payment }) => idOf(payment.id)));
    const [first = '', second = '', third = ''] = ids;
    const seen = await checkReview(actor.id, ids, 1_000);
    expect(seen.ready.map(({ id, cents }) => [id, cents])).toEqual([
      [first, 2_350],
      [second, 2_350],
    ]);
    expect(seen.leftOut).toMatchObject([{ id: third, why: expect.stringContaining('your own') }]);
    const decide = (decision: string, rows: string[]) =>
      reviewCommissions(
        actor,
        reviewManySchema.parse({ decision, rows: rows.join(','), reason: 'Known to us' }),
      );
    expect(await decide('released', [first, third])).toMatchObject({
      changed: 1,
      refusals: [{ count: 1, items: [third] }],
    });
    // Decided is decided: the one that was released is not rejected after.
    expect(await decide('rejected', [first, second])).toMatchObject({ changed: 1, unchanged: 1 });
    expect((await auditOf(one.seller.id)).map(({ action }) => action)).toEqual(['commission_released']);
    expect((await auditOf(two.seller.id)).map(({ action }) => action)).toEqual(['commission_rejected']);
    expect(await checkReview(actor.id, ids, 1_000)).toMatchObject({ ready: [], decided: 2, isMore: false });
    expect(await checkReview(actor.id, null, 0)).toMatchObject({ ready: [], isMore: true });
    await expect(decide('released', [randomUUID()])).rejects.toMatchObject({ kind: 'not_found' });
    for (const rows of ['', 'x', `${first},`])
      expect(reviewManySchema.safeParse({ decision: 'released', rows, reason: 'x' }).success).toBe(false);
  });
});

describe('an adjustment', () => {
  it('up to $500 is made at once, once however often its form is sent', async () => {
    const { actor } = await newActor('manager');
    const seller = await newSeller();
    const form = adjustment(await emailOf(seller.id), '-12.50');
    const answers = await Promise.all([1, 2, 3].map(() => askAdjustment(actor, form)));
    expect(answers.toSorted()).toEqual(['known', 'known', 'made']);
    expect((await findAccount(seller.id)).approvedCents).toBe(-1_250);
    expect(await auditOf(seller.id)).toMatchObject([
      { action: 'adjustment_made', after: { cents: -1_250 }, reason: 'A bonus' },
    ]);
    const waiting = await listWaitingAdjustments();
    expect(waiting.filter(({ userId }) => userId === seller.id)).toEqual([]);
    expect((await listAdjustments(null)).rows).toContainEqual(
      expect.objectContaining({ userId: seller.id, cents: -1_250, state: 'made' }),
    );
  });

  it('above $500 waits for another admin, also where it comes in parts', async () => {
    const { actor } = await newActor('manager');
    const { actor: other } = await newActor('manager');
    const seller = await newSeller();
    const email = await emailOf(seller.id);
    expect(await askAdjustment(actor, adjustment(email, '500'))).toBe('made');
    expect(await askAdjustment(other, adjustment(email, '0.01'))).toBe('waiting');
    const tomorrow = () => at(Date.now() + 25 * 3_600_000, () => listWaitingAdjustments());
    const [asked] = (await tomorrow()).filter(({ userId }) => userId === seller.id);
    const id = asked?.id ?? '';
    expect((await countDesk()).adjustments).toBeGreaterThan(0);
    await expect(decideAdjustment(other, id, 'made')).rejects.toMatchObject({ kind: 'not_allowed' });
    const { actor: support } = await newActor('support');
    await expect(decideAdjustment(support, id, 'made')).rejects.toMatchObject({ kind: 'not_allowed' });
    expect((await findAccount(seller.id)).approvedCents).toBe(50_000);
    const decided = await Promise.allSettled([1, 2].map(() => decideAdjustment(actor, id, 'made')));
    expect(decided.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await findAccount(seller.id)).approvedCents).toBe(50_001);
    await expect(decideAdjustment(actor, id, 'declined')).rejects.toMatchObject({ kind: 'conflict' });
    expect((await auditOf(seller.id)).map(({ action }) => action)).toEqual([
      'adjustment_made',
      'adjustment_asked',
      'adjustment_made',
    ]);
    await expect(
      prisma().commissionAdjustment.create({
        data: {
          userId: seller.id,
          cents: 50_001,
          reason: 'past the domain',
          state: 'made',
          formKey: randomUUID(),
          requestedAt: new Date(),
        },
      }),
    ).rejects.toThrow('commission_adjustments_large');
    await expect(
      prisma().commissionAdjustment.update({ where: { id }, data: { decidedById: other.id } }),
    ).rejects.toThrow('commission_adjustments_two_admins');
  });

  it('that was declined moves nothing; one’s own account, nobody’s and an unconfirmed admin’s are refused', async () => {
    const { actor, user } = await newActor('owner');
    const seller = await newSeller();
    const email = await emailOf(seller.id);
    expect(await askAdjustment(actor, adjustment(email, '600'))).toBe('waiting');
    const [asked] = (await listWaitingAdjustments()).filter(({ userId }) => userId === seller.id);
    await decideAdjustment(actor, asked?.id ?? '', 'declined');
    expect((await findAccount(seller.id)).approvedCents).toBe(0);
    await expect(askAdjustment(actor, adjustment(user.email, '5'))).rejects.toMatchObject({ field: 'who' });
    await expect(askAdjustment(actor, adjustment('no@body.example', '5'))).rejects.toMatchObject({
      field: 'who',
    });
    await expect(stale(() => askAdjustment(actor, adjustment(email, '5')))).rejects.toThrow('confirm');
    await expect(askAdjustment(actor, adjustment(email, '10000.01'))).rejects.toMatchObject({
      field: 'amount',
    });
    await expect(decideAdjustment(actor, 'x', 'made')).rejects.toMatchObject({ kind: 'not_found' });
    for (const amount of ['', '1e9', '1.234', '1,5', '5%', '--5', '1.005'])
      expect(
        adjustmentSchema.safeParse({ who: email, amount, reason: 'x', key: randomUUID() }).success,
        amount,
      ).toBe(false);
  });
});

describe('payouts', () => {
  const reason = 'Month end';

  it('are previewed as they are then made, those passed over with why; another amount than was shown is refused', async () => {
    const { actor } = await newActor('manager');
    const payee = await newPayee(30_000);
    const nowhere = await newSeller();
    await give(nowhere.id, 20_000);
    const preview = await previewPayouts();
    expect(preview.paid).toContainEqual(expect.objectContaining({ userId: payee.id, cents: 30_000 }));
    expect(preview.passed).toContainEqual(expect.objectContaining({ userId: nowhere.id, cents: 20_000 }));
    expect(preview.passed.every(({ obstacle }) => obstacle)).toBe(true);
    expect(await payoutsOf(payee.id)).toEqual([]);
    const shown = { payouts: preview.payouts, cents: preview.cents, reason };
    await give(payee.id, 100);
    await expect(sendBatch(actor, shown)).rejects.toMatchObject({ kind: 'conflict' });
    expect(await payoutsOf(payee.id)).toEqual([]);
    const { actor: support } = await newActor('support');
    const right = { ...shown, cents: shown.cents + 100 };
    await expect(sendBatch(support, right)).rejects.toMatchObject({ kind: 'not_allowed' });
    expect(await sendBatch(actor, right)).toEqual({ payouts: right.payouts, cents: right.cents });
    expect(await payoutsOf(payee.id)).toMatchObject([{ amountCents: 30_100, state: 'requested' }]);
    const lines = await prisma().auditEntry.findMany({ where: { actorId: actor.id } });
    expect(lines).toMatchObject([
      { action: 'payouts_gathered', reason, after: { payouts: right.payouts, cents: right.cents } },
    ]);
    await expect(sendBatch(actor, right)).rejects.toMatchObject({ kind: 'conflict' });
    expect(await takeQueued('send-payouts')).not.toEqual([]);
  });

  it('are marked paid by hand with a reference, canceled, and made again after they came back', async () => {
    const { actor } = await newActor('manager');
    const payee = await newPayee(12_000);
    await requestPayout(payee);
    const [first] = await payoutsOf(payee.id);
    const number = first?.number ?? 0;
    const again = { reason, cents: 12_000 };
    await expect(retryPayout(actor, number, again)).rejects.toMatchObject({ kind: 'conflict' });
    await expect(stale(() => cancelPayoutFor(actor, number, reason))).rejects.toThrow('confirm');
    await cancelPayoutFor(actor, number, reason);
    await expect(markPayoutPaid(actor, number, { reference: 'x', reason })).rejects.toMatchObject({
      kind: 'conflict',
    });
    expect((await findAccount(payee.id)).approvedCents).toBe(12_000);
    // What is paid is what the page has shown.
    await expect(retryPayout(actor, number, { reason, cents: 11_999 })).rejects.toThrow('changed to $120');
    const twice = await Promise.allSettled([1, 2].map(() => retryPayout(actor, number, again)));
    expect(twice.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const [, second] = await payoutsOf(payee.id);
    await markPayoutPaid(actor, second?.number ?? 0, { reference: 'Wire 7', reason });
    expect(await findDeskPayout(second?.number ?? 0)).toMatchObject({
      state: 'paid',
      reference: 'Wire 7',
      origin: 'manual',
      userId: payee.id,
    });
    expect((await auditOf(payee.id)).map(({ action }) => action)).toEqual(['payout_made']);
    expect((await auditOf(String(number))).map(({ action }) => action)).toEqual(['payout_canceled']);
    expect((await listPayoutDesk('paid', null)).rows.map((row) => row.number)).toContain(second?.number);
    expect((await listPayoutDesk('open', null)).rows.map((row) => row.number)).not.toContain(second?.number);
    expect((await listPayoutDesk(null, { number })).rows.every((row) => row.number < number)).toBe(true);
    expect((await proveLedger()).findings).toEqual([]);
  });

  it('are marked, canceled and made again several at once, each by itself; what was done is not done twice', async () => {
    const { actor } = await newActor('manager');
    const payees: Viewer[] = [];
    const numbers: number[] = [];
    for (const cents of [12_000, 13_000, 14_000]) {
      const payee = await newPayee(cents);
      await requestPayout(payee);
      payees.push(payee);
      numbers.push((await payoutsOf(payee.id))[0]?.number ?? 0);
    }
    const [first = 0, second = 0, third = 0] = numbers;
    const check = (action: PayoutAction, chosen: number[] | null = numbers) =>
      checkPayouts(actor.id, action, { numbers: chosen, group: null }, 1_000);
    const seen = await check('cancel', [first, second]);
    expect(seen.ready.map(({ number, cents }) => [number, cents])).toEqual([
      [second, 13_000],
      [first, 12_000],
    ]);
    const canceling = manySchemas.cancel.parse({ rows: writeShown(seen.ready), reason });
    expect(await cancelPayouts(actor, canceling)).toMatchObject({ changed: 2, refusals: [] });
    expect(await cancelPayouts(actor, canceling)).toMatchObject({ changed: 0, unchanged: 2 });
    expect(await auditOf(String(first))).toHaveLength(1);

    expect(await check('cancel', null)).toMatchObject({
      ready: expect.not.arrayContaining([{ number: first }]),
    });
    const paying = await check('paid');
    expect(paying.leftOut.map(({ number }) => number)).toEqual([second, first]);
    const all = numbers.map((number) => `${number}:1`).join(',');
    const paid = { rows: all, reference: 'Wire 8', reason };
    expect(await markPayoutsPaid(actor, manySchemas.paid.parse(paid))).toMatchObject({
      changed: 1,
      refusals: [{ count: 2, items: [first, second] }],
    });
    expect(await findDeskPayout(third)).toMatchObject({ state: 'paid', reference: 'Wire 8' });

    // What is paid again is what was shown, and that once.
    await give(payees[0]?.id ?? '', 500);
    const again = await check('retry');
    expect(again.ready.map(({ number, cents }) => [number, cents])).toEqual([
      [second, 13_000],
      [first, 12_500],
    ]);
    expect(again.leftOut).toMatchObject([
      { number: third, why: expect.stringContaining('did not come back') },
    ]);
    const retry = (rows: string) => retryPayouts(actor, manySchemas.retry.parse({ rows, reason }));
    await expect(retry(`${first}:12000`)).rejects.toThrow('changed to $125');
    expect(await retry(writeShown(again.ready))).toMatchObject({ changed: 2 });
    await expect(retry(writeShown(again.ready))).rejects.toMatchObject({ kind: 'conflict' });
    expect(await payoutsOf(payees[1]?.id ?? '')).toHaveLength(2);
    expect((await check('retry')).leftOut).toHaveLength(3);
    expect(await readPayoutDesk('paid')).toMatchObject({ count: expect.any(Number), isMore: false });
    expect((await proveLedger()).findings).toEqual([]);
  });

  it('are read from a form as its page has written them, and nothing else is', () => {
    const parse = (rows: string) => manySchemas.cancel.safeParse({ rows, reason }).success;
    expect(parse('12:5000,13:7000')).toBe(true);
    for (const rows of ['', '12', '12:', '0:5', '12:5;13:4', '12:-5', `${'1:1,'.repeat(1_000)}1:1`])
      expect(parse(rows), rows.slice(0, 20)).toBe(false);
  });

  it('that were chosen are exported, which the audit log says', async () => {
    const { actor } = await newActor('manager');
    const payee = await newPayee(16_000);
    await requestPayout(payee);
    const [payout] = await payoutsOf(payee.id);
    const chosen = { numbers: [payout?.number ?? 0, 0], group: null };
    const batches = [];
    for await (const batch of await beginPayoutExport(actor, chosen, 'csv')) batches.push(batch);
    expect(batches).toMatchObject([[{ number: payout?.number, email: payout?.email }]]);
    expect(await prisma().auditEntry.findMany({ where: { actorId: actor.id } })).toMatchObject([
      { action: 'payouts_exported', after: { form: 'csv', narrowed_to: '2 chosen' } },
    ]);
    const { actor: support } = await newActor('support');
    await expect(beginPayoutExport(support, chosen, 'csv')).rejects.toMatchObject({ kind: 'not_allowed' });
  });

  it('of one’s own are another admin’s to see to', async () => {
    const { actor } = await newActor('owner');
    const payee = await newPayee(15_000);
    await requestPayout(payee);
    const [payout] = await payoutsOf(payee.id);
    const number = payout?.number ?? 0;
    const self = { ...actor, id: payee.id };
    await prisma().session.update({ where: { id: actor.sessionId ?? '' }, data: { userId: payee.id } });
    await prisma().user.update({
      where: { id: payee.id },
      data: { role: 'admin', assignedRole: 'admin', adminLevel: 'owner', secondFactorSince: new Date() },
    });
    const { leftOut } = await checkPayouts(payee.id, 'paid', { numbers: [number], group: null }, 10);
    expect(leftOut).toMatchObject([{ number, why: expect.stringContaining('your own') }]);
    await expect(markPayoutPaid(self, number, { reference: 'x', reason })).rejects.toThrow('another admin');
    await expect(cancelPayoutFor(self, number, reason)).rejects.toThrow('another admin');
    expect(await payoutsOf(payee.id)).toMatchObject([{ state: 'requested' }]);
  });

  it('of a batch that was not taken are handed over again', async () => {
    const { actor } = await newActor('manager');
    const payee = await newPayee(11_000);
    await requestPayout(payee);
    const [payout] = await payoutsOf(payee.id);
    const batchId = payout?.batchId ?? '';
    await prisma().payoutBatch.update({
      where: { id: batchId },
      data: { state: 'sending', lastError: 'INSUFFICIENT_FUNDS' },
    });
    expect((await readPayoutDesk(null)).stuck).toContainEqual(
      expect.objectContaining({ id: batchId, lastError: 'INSUFFICIENT_FUNDS', payouts: 1, cents: 11_000 }),
    );
    await takeQueued('send-payouts');
    await sendBatchAgain(actor, batchId);
    expect(await takeQueued('send-payouts')).toHaveLength(1);
    expect(await auditOf(batchId)).toMatchObject([{ action: 'payouts_sent_again' }]);
    // Refused for good it waits for this; of one that is too old nobody knows whether it was taken.
    await prisma().payoutBatch.update({ where: { id: batchId }, data: { state: 'refused' } });
    expect((await readPayoutDesk(null)).stuck).toContainEqual(
      expect.objectContaining({ id: batchId, isRefused: true }),
    );
    await sendBatchAgain(actor, batchId);
    expect(await takeQueued('send-payouts')).toHaveLength(1);
    const tooOld = { state: 'refused', lastError: 'batch_too_old' } as const;
    await prisma().payoutBatch.update({ where: { id: batchId }, data: tooOld });
    await expect(sendBatchAgain(actor, batchId)).rejects.toThrow('too old');
    await prisma().payoutBatch.update({ where: { id: batchId }, data: { state: 'sent' } });
    await expect(sendBatchAgain(actor, batchId)).rejects.toMatchObject({ kind: 'conflict' });
    await expect(sendBatchAgain(actor, 'x')).rejects.toMatchObject({ kind: 'not_found' });
  });
});
