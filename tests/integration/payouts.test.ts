import { describe, expect, it } from 'vitest';
import { findAccount } from '#app/domain/programme/commissions/balance.server.ts';
import { listLedger } from '#app/domain/programme/commissions/ledger.server.ts';
import { proveLedger } from '#app/domain/programme/commissions/proof.server.ts';
import {
  confirmPayoutAddress,
  findPayoutProfile,
  giveUpPayoutAddress,
  requestPayoutAddress,
} from '#app/domain/programme/payouts/addresses.server.ts';
import { cancelPayout, markPaidByHand } from '#app/domain/programme/payouts/manual-payouts.server.ts';
import { gatherPayouts, requestPayout } from '#app/domain/programme/payouts/payout-batches.server.ts';
import {
  endTooOld,
  keepFailure,
  listOpenBatches,
  type OpenBatch,
  sendAgain,
} from '#app/domain/programme/payouts/refusals.server.ts';
import { pollPayouts, sendPayouts } from '#app/domain/programme/payouts/sending.server.ts';
import { config } from '#app/platform/config.server.ts';
import { databasePool, prisma, transaction } from '#app/platform/database/client.server.ts';
import { connectPaypal, payoutProvider } from '#app/platform/payments/payments.server.ts';
import { PaymentError } from '#app/platform/payments/port.ts';
import { newFact } from '#tests/integration/facts.ts';
import { confirmAddress, give, newPayee, payoutsOf, sure, tokenMailedTo } from '#tests/integration/payees.ts';
import { deliver, fake, withPaypal } from '#tests/integration/paypal-buyers.ts';
import { activityOf, at, mailsTo, newEmail, newViewer, subjectsTo } from '#tests/integration/people.ts';
import { newSeller, sellMembership, tell } from '#tests/integration/sellers.ts';

withPaypal();

const dayMs = 24 * 3600 * 1000;
const stateOf = async (userId: string) => (await payoutsOf(userId)).map(({ state }) => state);

/** PayPal goes through what it was given, and tells of it. */
async function settle(days = 1 / 1440): Promise<void> {
  await sendPayouts();
  await fake.passDays(days);
  await deliver();
}

/** What the stand-in has paid, by address. */
async function paidTo(email: string): Promise<string[]> {
  const { rows } = await databasePool().query<{ status: string; cents: string }>(
    `SELECT data ->> 'status' AS status, data ->> 'cents' AS cents FROM sandbox.objects
     WHERE object = 'paypal_payout_item' AND data ->> 'receiver' = $1 ORDER BY position`,
    [email],
  );
  return rows.map(({ status, cents }) => `${status} ${cents}`);
}

/** The batch of somebody's latest payout, as the operator is shown it. */
async function batchOf(userId: string): Promise<OpenBatch> {
  const [item] = (await payoutsOf(userId)).slice(-1);
  const found = (await listOpenBatches(10_000)).find(({ id }) => id === item?.batchId);
  if (!found) throw new Error('The batch is settled.');
  return found;
}

/** What the operator was mailed of a batch. */
const refusalMailsOf = async (batchId: string) =>
  (await mailsTo(config().supportEmail)).filter(({ text }) => text.includes(batchId));

describe('where somebody is paid', () => {
  it('is what they confirm by the link mailed to it, which works once', async () => {
    const viewer = await newViewer({ role: 'affiliate' });
    const email = newEmail();
    expect(
      await requestPayoutAddress(sure(viewer), { email: ` ${email.toUpperCase()}`, country: 'DE' }),
    ).toBe('mailed');
    expect(await findPayoutProfile(viewer.id)).toMatchObject({
      email: null,
      unconfirmed: { email },
      country: 'DE',
    });
    const token = await tokenMailedTo(email);
    const confirmed = await confirmPayoutAddress(token);
    expect(await findPayoutProfile(viewer.id)).toMatchObject({ email, unconfirmed: null, coming: null });
    // Pressed twice is told the same; later it is used.
    expect(await confirmPayoutAddress(token)).toEqual(confirmed);
    await expect(at(Date.now() + 60_000, () => confirmPayoutAddress(token))).rejects.toThrow(
      'used or is too old',
    );
    await expect(confirmPayoutAddress('nothing')).rejects.toThrow('used or is too old');
    expect(await requestPayoutAddress(sure(viewer), { email, country: 'DE' })).toBe('kept');
  });

  it('changes after seven days, of which the old address and the account are told, and can be given up', async () => {
    const old = newEmail();
    const viewer = await newPayee(20_000, old);
    const next = newEmail();
    await confirmAddress(viewer, next);
    const profile = await findPayoutProfile(viewer.id);
    expect(profile).toMatchObject({ email: old, coming: { email: next } });
    const changed = expect.stringMatching(/^Your commissions will be paid to another address/);
    expect(await subjectsTo(old)).toContainEqual(changed);
    expect(await subjectsTo(viewer.email)).toContainEqual(changed);
    const inSevenDays = Date.now() + 7 * dayMs + 60_000;
    expect(await at(inSevenDays, () => findPayoutProfile(viewer.id))).toMatchObject({
      email: next,
      coming: null,
    });
    expect(await giveUpPayoutAddress((await newViewer()).id, profile.coming?.id ?? '')).toBe(false);
    expect(await giveUpPayoutAddress(viewer.id, profile.coming?.id ?? '')).toBe(true);
    expect(await at(inSevenDays, () => findPayoutProfile(viewer.id))).toMatchObject({
      email: old,
      coming: null,
    });
    await requestPayout(viewer);
    expect(await payoutsOf(viewer.id)).toMatchObject([{ email: old }]);
  });

  it('is mailed five links a day at most, whoever asks for them', async () => {
    const email = newEmail();
    const ask = async () =>
      requestPayoutAddress(sure(await newViewer({ role: 'affiliate' })), { email, country: 'US' });
    for (const _ of [1, 2, 3, 4, 5]) await ask();
    await expect(ask()).rejects.toMatchObject({ retryAfterSeconds: expect.any(Number) });
    expect(await mailsTo(email)).toHaveLength(5);
  });

  it('is that of the later change where there are two, and an address in use is not given up', async () => {
    const [old, second, third] = [newEmail(), newEmail(), newEmail()];
    const viewer = await newPayee(0, old);
    await confirmAddress(viewer, second);
    await at(Date.now() + dayMs, () => confirmAddress(viewer, third));
    const emailIn = (days: number) =>
      at(Date.now() + days * dayMs, async () => (await findPayoutProfile(viewer.id)).email);
    expect([await emailIn(7.5), await emailIn(8.5)]).toEqual([old, third]);
    const current = await prisma().payoutAddress.findFirstOrThrow({ where: { email: old } });
    expect(await giveUpPayoutAddress(viewer.id, current.id)).toBe(false);
  });

  it('is asked for five times a day at most, and a link is too old after two days', async () => {
    const viewer = await newViewer({ role: 'affiliate' });
    const email = newEmail();
    await requestPayoutAddress(sure(viewer), { email, country: 'US' });
    const token = await tokenMailedTo(email);
    await expect(at(Date.now() + 3 * dayMs, () => confirmPayoutAddress(token))).rejects.toThrow('too old');
    for (let count = 0; count < 4; count += 1)
      await requestPayoutAddress(sure(viewer), { email: newEmail(), country: 'US' });
    // A newer link takes the place of the older ones.
    await expect(confirmPayoutAddress(token)).rejects.toThrow('used');
    await expect(requestPayoutAddress(sure(viewer), { email: newEmail(), country: 'US' })).rejects.toThrow();
  });
});

describe('Request Payout', () => {
  it('says what is missing, one thing after the other', async () => {
    const viewer = await newViewer({ role: 'affiliate' });
    await expect(requestPayout(viewer)).rejects.toThrow('Payouts begin at $100. $0 is approved so far.');
    await give(viewer.id, 9_999);
    await expect(requestPayout(viewer)).rejects.toThrow('$99.99 is approved');
    await give(viewer.id, 1);
    await prisma().user.update({ where: { id: viewer.id }, data: { emailVerifiedAt: null } });
    await expect(requestPayout(viewer)).rejects.toThrow('verify the email');
    await prisma().user.update({ where: { id: viewer.id }, data: { emailVerifiedAt: new Date() } });
    await expect(requestPayout(viewer)).rejects.toThrow('Enter your PayPal address');
    await confirmAddress(viewer, newEmail());
    const { email } = await findPayoutProfile(viewer.id);
    const shown = { cents: 10_000, email: email ?? '' };
    await expect(requestPayout(viewer, { ...shown, cents: 9_000 })).rejects.toThrow('changed to $100');
    await expect(requestPayout(viewer, { ...shown, email: newEmail() })).rejects.toThrow('address');
    expect(await requestPayout(viewer, shown)).toEqual({ amountCents: 10_000 });
    await give(viewer.id, 20_000);
    await expect(requestPayout(viewer)).rejects.toThrow('on its way');
  });

  it('pays approved rows alone, nets what was taken back, and freezes the statement', async () => {
    const seller = await newSeller();
    const viewer = { ...(await newViewer()), id: seller.id, email: seller.email };
    await confirmAddress(viewer, newEmail());
    const sale = await sellMembership(seller.id);
    await give(seller.id, 12_000);
    await give(seller.id, -1_500);
    expect(await requestPayout(viewer)).toEqual({ amountCents: 10_500 });
    const [payout] = await payoutsOf(seller.id);
    expect(payout).toMatchObject({ amountCents: 10_500, leftCents: 2_350 });
    expect(await prisma().payoutLine.count({ where: { itemId: payout?.id ?? '' } })).toBe(2);
    await tell(sale.refunded(4_700));
    expect(await findAccount(seller.id)).toMatchObject({
      inPayoutCents: 10_500,
      owedCents: 0,
      approvedCents: 0,
    });
    for (const text of [
      'UPDATE payout_items SET amount_cents = 1 WHERE id = $1',
      `UPDATE payout_items SET email = 'a@b.example' WHERE id = $1`,
      'DELETE FROM payout_items WHERE id = $1',
      'DELETE FROM payout_lines WHERE item_id = $1',
    ])
      await expect(databasePool().query(text, [payout?.id]), text).rejects.toThrow('frozen');
  });

  it('and a refund of the same moment come to the same, whichever is first', async () => {
    const later = Date.now() + 40 * dayMs;
    const race = async (isRefundFirst: boolean) => {
      const seller = await newSeller();
      const viewer = { ...(await newViewer()), id: seller.id, email: seller.email };
      await confirmAddress(viewer, newEmail());
      const sale = await sellMembership(seller.id);
      await give(seller.id, 20_000);
      const both = [() => requestPayout(viewer), () => tell(sale.refunded(4_700))];
      const asked = isRefundFirst ? both.toReversed() : both;
      await at(later, () => Promise.all(asked.map((ask) => ask())));
      const [payout, ...more] = await payoutsOf(seller.id);
      expect(more).toEqual([]);
      const { approvedCents } = await at(later, () => findAccount(seller.id));
      // What was sold for it is gone: out of the payout, or owed after it.
      expect([payout?.amountCents, approvedCents]).toEqual(
        payout?.amountCents === 20_000 ? [20_000, 0] : [22_350, -2_350],
      );
    };
    await Promise.all([true, false, true, false, true, false].map(race));
    expect((await proveLedger()).findings).toEqual([]);
  });

  it('asked for twice at once pays once', async () => {
    const viewer = await newPayee(15_000);
    const results = await Promise.allSettled([
      requestPayout(viewer),
      requestPayout(viewer),
      requestPayout(viewer),
    ]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await payoutsOf(viewer.id)).toHaveLength(1);
  });

  it.each([
    ['whose email is not verified', { emailVerifiedAt: null }],
    ['who has not said where they live', { payoutCountry: null }],
    ['whose account is not active', { status: 'inactive' as const }],
    ['whose address is not in use yet', null],
  ])('pays nobody %s, nor does the day of payouts', async (_, change) => {
    const viewer = await newPayee(11_000);
    const { id: userId } = viewer;
    const usableFrom = new Date(Date.now() + dayMs);
    if (change) await prisma().user.update({ where: { id: userId }, data: change });
    else await prisma().payoutAddress.updateMany({ where: { userId }, data: { usableFrom } });
    await expect(requestPayout(viewer)).rejects.toMatchObject({ kind: 'conflict' });
    await gatherPayouts();
    expect(await payoutsOf(viewer.id)).toEqual([]);
  });

  it('leaves out what is under review', async () => {
    const seller = await newSeller();
    const viewer = { ...(await newViewer()), id: seller.id, email: seller.email };
    await confirmAddress(viewer, newEmail());
    const { payment } = await sellMembership(seller.id);
    await prisma().commissionHold.create({
      data: { paymentId: payment.id, referrerId: seller.id, rule: 'same_card', openedAt: new Date() },
    });
    await give(seller.id, 10_000);
    const later = Date.now() + 40 * dayMs;
    expect(await at(later, () => findAccount(seller.id))).toMatchObject({
      heldCents: 2_350,
      approvedCents: 10_000,
    });
    expect(await at(later, () => requestPayout(viewer))).toEqual({ amountCents: 10_000 });
  });
});

describe('a payout at PayPal', () => {
  it('is paid when PayPal says so, told by mail, and its rows are paid', async () => {
    const email = newEmail();
    const viewer = await newPayee(25_000, email);
    await requestPayout(viewer);
    await sendPayouts();
    expect(await stateOf(viewer.id)).toEqual(['sending']);
    await settle();
    expect(await payoutsOf(viewer.id)).toMatchObject([
      { state: 'paid', feeCents: 25, providerItemId: expect.any(String) },
    ]);
    expect(await paidTo(email)).toEqual(['SUCCESS 25000']);
    expect(await subjectsTo(viewer.email)).toContain('$250.00 of commission was paid to you');
    expect(await findAccount(viewer.id)).toMatchObject({
      paidCents: 25_000,
      approvedCents: 0,
      inPayoutCents: 0,
    });
    const { entries } = await listLedger(viewer.id);
    expect(entries.map(({ kind, state }) => `${kind} ${state}`)).toEqual(['payout none', 'adjustment paid']);
    await pollPayouts();
    expect(
      (await prisma().payoutBatch.findMany({ where: { items: { some: { userId: viewer.id } } } }))[0]?.state,
    ).toBe('done');
  });

  it.each([
    ['failed', 1, 'failed', 1],
    ['blocked', 1, 'blocked', 1],
    ['unclaimed', 31, 'returned', 2],
    ['refunded', 2, 'refunded', 2],
    ['reversed', 2, 'reversed', 2],
  ])('to %s@ comes back to the balance, by a row and a mail', async (fate, days, state, mailCount) => {
    const viewer = await newPayee(11_000, `${fate}@${newEmail().split('@')[0]}.example`);
    await requestPayout(viewer);
    await settle(days);
    expect(await stateOf(viewer.id)).toEqual([state]);
    expect(await findAccount(viewer.id)).toMatchObject({
      approvedCents: 11_000,
      paidCents: 0,
      inPayoutCents: 0,
    });
    const mails = (await subjectsTo(viewer.email)).filter((subject) => /\$110\.00/.test(subject));
    expect(mails).toHaveLength(mailCount);
    expect(mails.at(-1)).toBe('A payout of $110.00 came back');
    expect(await activityOf(viewer.id)).toContain('Payout of $110 came back');
    // It can be paid again, to another address.
    expect(await requestPayout(viewer)).toEqual({ amountCents: 11_000 });
    expect((await proveLedger()).findings).toEqual([]);
  });

  it('is held by PayPal for a while, and then paid', async () => {
    const viewer = await newPayee(11_000, `onhold@${newEmail().split('@')[0]}.example`);
    await requestPayout(viewer);
    await settle();
    expect(await stateOf(viewer.id)).toEqual(['onhold']);
    await settle(2);
    expect(await stateOf(viewer.id)).toEqual(['paid']);
  });

  it('is found out about by asking, where no webhook tells', async () => {
    const viewer = await newPayee(11_000);
    await requestPayout(viewer);
    await sendPayouts();
    await fake.passDays(1 / 1440);
    await fake.take();
    await pollPayouts();
    await pollPayouts();
    expect(await stateOf(viewer.id)).toEqual(['paid']);
    expect((await subjectsTo(viewer.email)).filter((subject) => /was paid/.test(subject))).toHaveLength(1);
  });

  it('is paid once where the answer was lost, where two send at once, and where news come late and twice', async () => {
    const email = newEmail();
    const viewer = await newPayee(11_000, email);
    await requestPayout(viewer);
    const [item] = await payoutsOf(viewer.id);
    const batchId = item?.batchId ?? '';
    await Promise.all([sendPayouts(), sendPayouts()]);
    // As if the process had ended between sending and writing that down.
    await prisma().payoutBatch.update({
      where: { id: batchId },
      data: { state: 'sending', providerBatchId: null },
    });
    await sendPayouts();
    expect(await prisma().payoutBatch.findUnique({ where: { id: batchId } })).toMatchObject({
      state: 'sent',
    });
    await settle();
    const told = (status: 'pending' | 'paid' | 'unclaimed') =>
      newFact('payout_changed', { provider: 'paypal', itemId: item?.id ?? '', status });
    await tell(told('pending'), told('unclaimed'), told('paid'));
    expect(await stateOf(viewer.id)).toEqual(['paid']);
    expect(await paidTo(email)).toEqual(['SUCCESS 11000']);
  });

  it('waits while PayPal is away, and is not sent at all after 28 days', async () => {
    const email = newEmail();
    const viewer = await newPayee(11_000, email);
    await requestPayout(viewer);
    fake.health.isDown = true;
    await expect(sendPayouts()).rejects.toThrow();
    expect(await stateOf(viewer.id)).toEqual(['sending']);
    fake.health.isDown = false;
    await at(Date.now() + 29 * dayMs, sendPayouts);
    expect(await paidTo(email)).toEqual([]);
    // Nobody can know whether the try of then has arrived: a person looks, and pays by hand or takes it back.
    const { id, why } = await batchOf(viewer.id);
    expect(why).toContain('Look at the activity of the PayPal account');
    await expect(sendAgain(id)).rejects.toThrow('too old');
    const tries = async () => (await prisma().payoutBatch.findUniqueOrThrow({ where: { id } })).attempts;
    const before = await tries();
    await at(Date.now() + 40 * dayMs, sendPayouts);
    expect(await paidTo(email)).toEqual([]);
    expect(await tries()).toBe(before);
    const [item] = await payoutsOf(viewer.id);
    await markPaidByHand(item?.number ?? 0, 'seen in the account');
    expect(await stateOf(viewer.id)).toEqual(['paid']);
  });

  it('that is refused ends in words, told once, and is sent again at a press or a day later, once', async () => {
    const email = newEmail();
    const viewer = await newPayee(11_000, email);
    await requestPayout(viewer);
    fake.health.payoutRefusal = { status: 422, issue: 'INSUFFICIENT_FUNDS' };
    await sendPayouts();
    await sendPayouts();
    const refused = await batchOf(viewer.id);
    expect(refused).toMatchObject({ state: 'refused', cents: 11_000, payouts: 1 });
    expect(refused.why).toBe('There is not enough money in the PayPal account.');
    expect(await stateOf(viewer.id)).toEqual(['requested']);
    expect(await refusalMailsOf(refused.id)).toHaveLength(1);
    await expect(requestPayout(viewer)).rejects.toThrow('on its way');
    // Tried again a day later, and refused again: told already.
    await at(Date.now() + 2 * dayMs, sendPayouts);
    expect(await refusalMailsOf(refused.id)).toHaveLength(1);
    fake.health.payoutRefusal = null;
    await sendPayouts();
    expect(await paidTo(email)).toEqual([]);
    await sendAgain(refused.id);
    await settle();
    expect(await paidTo(email)).toEqual(['SUCCESS 11000']);
    expect(await stateOf(viewer.id)).toEqual(['paid']);
    await expect(sendAgain(refused.id)).rejects.toThrow('not refused');
    await expect(sendAgain('nothing')).rejects.toThrow('no batch');
  });

  it('that is refused can be paid by hand, and is not sent then', async () => {
    const email = newEmail();
    const viewer = await newPayee(11_000, email);
    await requestPayout(viewer);
    fake.health.payoutRefusal = { status: 403, issue: 'AUTHORIZATION_ERROR' };
    await sendPayouts();
    fake.health.payoutRefusal = null;
    await markPaidByHand((await payoutsOf(viewer.id))[0]?.number ?? 0, 'Bank transfer');
    await at(Date.now() + 2 * dayMs, sendPayouts);
    expect(await paidTo(email)).toEqual([]);
    expect(await stateOf(viewer.id)).toEqual(['paid']);
  });

  it('of a batch that is refused twice stays paid where it was paid by hand in between', async () => {
    const [first, second] = [await newPayee(11_000), await newPayee(12_000)];
    await gatherPayouts();
    fake.health.payoutRefusal = { status: 422, issue: 'INSUFFICIENT_FUNDS' };
    await sendPayouts();
    const { id } = await batchOf(first.id);
    expect((await batchOf(second.id)).id).toBe(id);
    await markPaidByHand((await payoutsOf(first.id))[0]?.number ?? 0, 'Bank transfer');
    await sendAgain(id);
    await sendPayouts();
    expect([await stateOf(first.id), await stateOf(second.id)]).toEqual([['paid'], ['requested']]);
    fake.health.payoutRefusal = null;
    await at(Date.now() + 2 * dayMs, sendPayouts);
    await settle();
    expect([await stateOf(first.id), await stateOf(second.id)]).toEqual([['paid'], ['paid']]);
  });

  it('that is refused after a try that may have arrived stays handed over: it is neither paid by hand nor lost', async () => {
    const email = newEmail();
    const viewer = await newPayee(11_000, email);
    await requestPayout(viewer);
    await sendPayouts();
    const { id } = await batchOf(viewer.id);
    // As if the process had ended before the answer was written down.
    await prisma().payoutBatch.update({
      where: { id },
      data: { state: 'sending', providerBatchId: null, uncertainSince: new Date() },
    });
    fake.health.payoutRefusal = { status: 401, issue: 'invalid_client' };
    await sendPayouts();
    expect(await batchOf(viewer.id)).toMatchObject({ state: 'sending' });
    expect(await refusalMailsOf(id)).toHaveLength(1);
    await expect(markPaidByHand((await payoutsOf(viewer.id))[0]?.number ?? 0, 'x')).rejects.toThrow(
      'handed over',
    );
    await expect(sendAgain(id)).rejects.toThrow('not refused');
    fake.health.payoutRefusal = null;
    await settle();
    expect(await paidTo(email)).toEqual(['SUCCESS 11000']);
  });

  it('that two hand over at once is not refused by what one of them hears', async () => {
    const viewer = await newPayee(11_000);
    await requestPayout(viewer);
    const { id } = await batchOf(viewer.id);
    await prisma().payoutBatch.update({
      where: { id },
      data: { state: 'sending', attempts: 2, uncertainSince: new Date() },
    });
    const refusal = new PaymentError('INSUFFICIENT_FUNDS', 'refused', false);
    await keepFailure(id, { attempt: 1, wasUncertain: false }, refusal);
    expect(await batchOf(viewer.id)).toMatchObject({ state: 'sending' });
    await sendPayouts();
    // What is heard late of a try changes nothing of a batch that PayPal has.
    await keepFailure(id, { attempt: 3, wasUncertain: false }, refusal);
    await endTooOld(id);
    expect(await batchOf(viewer.id)).toMatchObject({ state: 'sent' });
    expect(await stateOf(viewer.id)).toEqual(['sending']);
    await settle();
    expect(await stateOf(viewer.id)).toEqual(['paid']);
    expect(await refusalMailsOf(id)).toHaveLength(1);
  });

  it('that another process has handed over meanwhile is not handed over again', async () => {
    const viewer = await newPayee(11_000);
    await requestPayout(viewer);
    const { id } = await batchOf(viewer.id);
    const isWaitedFor = async () =>
      (
        await databasePool().query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        )
      ).rowCount !== 0;
    let sending: Promise<void> | undefined;
    await transaction(async (tx) => {
      await tx.db.$queryRaw`SELECT 1 FROM payout_batches WHERE id = ${id}::uuid FOR UPDATE`;
      sending = sendPayouts();
      while (!(await isWaitedFor()));
      await tx.db.payoutBatch.update({
        where: { id },
        data: { state: 'sent', providerBatchId: 'theirs', sentAt: new Date() },
      });
    });
    await sending;
    const batch = await prisma().payoutBatch.findUniqueOrThrow({ where: { id } });
    expect(batch).toMatchObject({ state: 'sent', providerBatchId: 'theirs', attempts: 0 });
  });

  it('that is settled before its answer is read stays settled', async () => {
    const viewer = await newPayee(11_000);
    await requestPayout(viewer);
    const { id } = await batchOf(viewer.id);
    const to = payoutProvider();
    if (!to) throw new Error('PayPal is not there.');
    const { send } = to;
    Object.assign(to, {
      async send(order: Parameters<typeof send>[0]) {
        const told = await send.call(to, order);
        if (order.id === id) await prisma().payoutBatch.update({ where: { id }, data: { state: 'done' } });
        return told;
      },
    });
    await sendPayouts().finally(() => Object.assign(to, { send }));
    expect(await prisma().payoutBatch.findUnique({ where: { id } })).toMatchObject({ state: 'done' });
  });

  it('news of something that is none of ours are ignored', async () => {
    const fact = newFact('payout_changed', { provider: 'paypal', itemId: 'somebody-elses', status: 'paid' });
    await tell(fact);
    const row = await prisma().webhookEvent.findFirst({ where: { eventId: fact.eventId } });
    expect(row).toMatchObject({ outcome: 'ignored', note: 'not_ours' });
  });
});

describe('by hand', () => {
  it('a payout is marked paid with a reference, and is not sent', async () => {
    const email = newEmail();
    const viewer = await newPayee(11_000, email);
    await requestPayout(viewer);
    const [item] = await payoutsOf(viewer.id);
    await expect(markPaidByHand(item?.number ?? 0, ' ')).rejects.toThrow('reference');
    await markPaidByHand(item?.number ?? 0, 'Bank transfer 17');
    await expect(markPaidByHand(item?.number ?? 0, 'again')).rejects.toThrow('settled');
    await settle();
    expect(await payoutsOf(viewer.id)).toMatchObject([{ state: 'paid', reference: 'Bank transfer 17' }]);
    expect(await paidTo(email)).toEqual([]);
    await expect(markPaidByHand(999_999_999, 'x')).rejects.toThrow('no payout');
    await expect(markPaidByHand(Number.NaN, 'x')).rejects.toThrow('no payout');
  });

  it('what PayPal tells of one that was paid by hand changes nothing', async () => {
    const viewer = await newPayee(11_000);
    await requestPayout(viewer);
    const [item] = await payoutsOf(viewer.id);
    await markPaidByHand(item?.number ?? 0, 'Bank transfer');
    for (const status of ['failed', 'returned', 'paid'] as const)
      await tell(newFact('payout_changed', { provider: 'paypal', itemId: item?.id ?? '', status }));
    expect(await stateOf(viewer.id)).toEqual(['paid']);
    expect((await findAccount(viewer.id)).owedCents).toBe(0);
    expect((await proveLedger()).findings).toEqual([]);
  });

  it('one that PayPal may have is neither marked nor canceled; one that it has not is given back', async () => {
    const sent = await newPayee(11_000);
    await requestPayout(sent);
    await sendPayouts();
    const [item] = await payoutsOf(sent.id);
    await expect(markPaidByHand(item?.number ?? 0, 'x')).rejects.toThrow('handed over');
    await expect(cancelPayout(item?.number ?? 0)).rejects.toThrow('handed over');
    await settle();
    const kept = await newPayee(11_000);
    await requestPayout(kept);
    await cancelPayout((await payoutsOf(kept.id))[0]?.number ?? 0);
    expect(await findAccount(kept.id)).toMatchObject({ approvedCents: 11_000, inPayoutCents: 0 });
  });

  it('without PayPal payouts wait for the operator', async () => {
    connectPaypal(null);
    expect(payoutProvider()).toBeNull();
    const viewer = await newPayee(11_000);
    await requestPayout(viewer);
    await sendPayouts();
    expect(await stateOf(viewer.id)).toEqual(['requested']);
    await markPaidByHand((await payoutsOf(viewer.id))[0]?.number ?? 0, 'Cheque 1');
    expect(await stateOf(viewer.id)).toEqual(['paid']);
  });
});

describe('the day of payouts', () => {
  it('gathers whoever has enough and can be paid, once however often it is run', async () => {
    const [enough, little, lost] = [
      await newPayee(10_000),
      await newPayee(9_999),
      await newViewer({ role: 'affiliate' }),
    ];
    await give(lost.id, 50_000);
    await gatherPayouts();
    await gatherPayouts();
    expect(await payoutsOf(enough.id)).toMatchObject([{ amountCents: 10_000 }]);
    expect(await payoutsOf(little.id)).toEqual([]);
    expect(await payoutsOf(lost.id)).toEqual([]);
    await settle();
  });

  it('carries a negative balance forward, and tells of what was taken back after it was paid', async () => {
    const seller = await newSeller();
    const viewer = { ...(await newViewer()), id: seller.id, email: seller.email };
    await confirmAddress(viewer, newEmail());
    const sale = await sellMembership(seller.id);
    const unpaid = await sellMembership(seller.id);
    await tell(unpaid.refunded(4_700));
    expect((await mailsTo(seller.email)).filter(({ subject }) => /was reversed/.test(subject))).toEqual([]);
    await give(seller.id, 7_650);
    const later = Date.now() + 40 * dayMs;
    await at(later, () => requestPayout(viewer));
    await settle();
    await at(later, () => tell(sale.refunded(4_700)));
    expect(await at(later, () => findAccount(seller.id))).toMatchObject({
      approvedCents: -2_350,
      paidCents: 10_000,
    });
    await expect(at(later, () => requestPayout(viewer))).rejects.toThrow(
      'Your balance is $23.50 below zero.',
    );
    const [mail] = (await mailsTo(seller.email)).filter(({ subject }) => /was reversed/.test(subject));
    expect(mail?.text).toContain('is now -$23.50');
    await give(seller.id, 12_350);
    expect(await at(later, () => requestPayout(viewer))).toEqual({ amountCents: 10_000 });
    expect((await proveLedger()).findings).toEqual([]);
    await settle();
  });

  it('tells of what counts again once a dispute is won, after it was paid', async () => {
    const seller = await newSeller();
    const viewer = { ...(await newViewer()), id: seller.id, email: seller.email };
    await confirmAddress(viewer, newEmail());
    const sale = await sellMembership(seller.id);
    await give(seller.id, 7_650);
    const later = Date.now() + 40 * dayMs;
    await at(later, () => requestPayout(viewer));
    await settle();
    const disputed = sale.disputed();
    const { disputeId } = disputed;
    await at(later, () => tell(disputed));
    await at(later, () =>
      tell(sale.decided('won', { disputeId, createdAt: new Date(disputed.createdAt.getTime() + 1_000) })),
    );
    const [mail, ...more] = (await mailsTo(seller.email)).filter(({ subject }) =>
      /was restored/.test(subject),
    );
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('A commission of $23.50 was restored');
    await settle();
  });
});
