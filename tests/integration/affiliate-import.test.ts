import { beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '#app/domain/core/audit/record.server.ts';
import { findAffiliateImport } from '#app/domain/operating/affiliate-imports/listing.server.ts';
import { receiveAffiliateFile } from '#app/domain/operating/affiliate-imports/receiving.server.ts';
import {
  discardAffiliateImport,
  startAffiliateImport,
  undoAffiliateImport,
} from '#app/domain/operating/affiliate-imports/steps.server.ts';
import { recordReferralClick } from '#app/domain/programme/affiliates/clicks.server.ts';
import { findAccount } from '#app/domain/programme/commissions/balance.server.ts';
import { listLedger } from '#app/domain/programme/commissions/ledger.server.ts';
import { proveLedger } from '#app/domain/programme/commissions/proof.server.ts';
import { gatherPayouts } from '#app/domain/programme/payouts/payout-batches.server.ts';
import { findMonthStatement } from '#app/domain/programme/payouts/statements.server.ts';
import { writeOff } from '#app/domain/programme/payouts/write-offs.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import { auditOf, newActor } from '#tests/integration/admins.ts';
import { chunksOf } from '#tests/integration/import-files.ts';
import { confirmAddress, payoutsOf } from '#tests/integration/payees.ts';
import { newEmail, newUser, newViewer } from '#tests/integration/people.ts';
import { doQueued, withJobQueue } from '#tests/integration/queued-jobs.ts';
import { sellMembership } from '#tests/integration/sellers.ts';

withJobQueue();

let actor: Actor;
beforeAll(async () => {
  actor = (await newActor('manager')).actor;
});

const check = (content: string, name = 'affiliates.csv') =>
  receiveAffiliateFile(actor, { name, chunks: chunksOf(content) });

async function importFile(content: string, options: { givesRates?: 'on' } = {}): Promise<string> {
  const id = await check(content);
  await startAffiliateImport(actor, id, { reason: 'moving in', ...options });
  await doQueued('import-affiliates');
  return id;
}

async function undo(id: string): Promise<void> {
  await undoAffiliateImport(actor, id);
  await doQueued('undo-affiliate-import');
}

const counts = async (id: string) => {
  const file = await findAffiliateImport(id);
  return file && [file.newCount, file.changedCount, file.presentCount, file.rejectedCount, file.balanceCents];
};
const reasons = async (id: string) => (await findAffiliateImport(id))?.rejected.map(({ reason }) => reason);
const userOf = (email: string) => prisma().user.findUniqueOrThrow({ where: { email } });
const clickOn = (username: string) =>
  recordReferralClick(
    {
      name: { username },
      otherName: undefined,
      landingPage: '/',
      clientAddress: '192.0.2.9',
      userAgent: 'a browser',
      utmSource: null,
      utmMedium: null,
      utmCampaign: null,
    },
    null,
  );

describe('a file of affiliates (P234)', () => {
  it('is compared row by row, and changes nobody', async () => {
    const [fresh, twice] = [newEmail(), newEmail()];
    const taken = await newUser({ role: 'affiliate' });
    const admin = await newUser({ role: 'admin' });
    const before = await prisma().user.count();
    const id = await check(
      [
        'Email;Code;Commission rate;PayPal email;Unpaid balance;Currency',
        `${fresh.toUpperCase()};FRESH-1;30%;pay@example.com;1,234.50;USD`,
        `${twice};two;;;;`,
        `${twice};two-b;;;;`,
        `${newEmail()};FRESH-1;;;;`,
        `${newEmail()};${taken.username};;;;`,
        `${newEmail()};a b;;;;`,
        `${newEmail()};;95%;;;`,
        `${newEmail()};;;;many;`,
        `${newEmail()};;;;10;EUR`,
        `${newEmail()};;;nobody;;`,
        `${admin.email};adm;;;;`,
        'nobody;x;;;;',
      ].join('\n'),
    );
    expect(await counts(id)).toEqual([2, 0, 0, 10, 123_450]);
    expect(await reasons(id)).toEqual([
      'Row 3 has the same address. Put all codes of an affiliate into one row, with commas between them',
      'Row 2 has the same code',
      'Somebody else here has this code',
      'This code can’t be part of a link',
      'The rate is not a whole percentage from 0 to 90',
      expect.stringContaining('The balance can’t be read'),
      'The balance is not in US dollars',
      'The PayPal address is not an email address',
      'This is an admin’s account',
      expect.stringContaining('email address'),
    ]);
    expect(await prisma().user.count()).toBe(before);
    await discardAffiliateImport(actor, id);
    expect(await findAffiliateImport(id)).toBe(null);
  });

  it('makes affiliates with their code, rate, address and balance; importing it twice changes nothing', async () => {
    const [fresh, member] = [newEmail(), await newUser()];
    const file = `email,code,rate,paypal email,balance\n${fresh},Jane.D,30,pay@example.com,120.50\n${member.email},,,,-5\n`;
    const id = await importFile(file);
    const jane = await userOf(fresh);
    expect(jane).toMatchObject({
      role: 'affiliate',
      commissionRate: 30,
      paypalEmail: 'pay@example.com',
      totalEarnings: 12_050,
      emailVerifiedAt: null,
    });
    expect(await userOf(member.email)).toMatchObject({
      role: 'affiliate',
      commissionRate: 50,
      totalEarnings: -500,
    });
    // Nobody is mailed, and nothing is paid to an address that its owner has not confirmed.
    expect(
      await prisma().mailOutbox.count({
        where: { recipient: { in: [fresh, member.email, 'pay@example.com'] } },
      }),
    ).toBe(0);
    expect(await prisma().payoutAddress.count({ where: { userId: jane.id } })).toBe(0);
    expect((await clickOn('JANE.D'))?.referrerId).toBe(jane.id);
    // Byte for byte the same file at once is one upload.
    const again = await check(`${file}\n`);
    expect(await counts(again)).toEqual([0, 0, 2, 0, 0]);
    await startAffiliateImport(actor, again, { reason: 'once more' });
    await doQueued('import-affiliates');
    expect((await userOf(fresh)).totalEarnings).toBe(12_050);
    expect((await auditOf(id)).map(({ action, reason }) => [action, reason])).toEqual([
      ['affiliate_file_uploaded', null],
      ['affiliate_import_started', 'moving in'],
    ]);
  });

  it('raises a rate only where that was asked for, and lowers none', async () => {
    const [low, high, fresh] = [
      await newUser({ role: 'affiliate' }),
      await newUser({ role: 'affiliate' }),
      newEmail(),
    ];
    const file = `email,rate\n${low.email},20\n${high.email},70\n${fresh},80\n`;
    await importFile(file);
    const rates = async () =>
      Promise.all([low.email, high.email, fresh].map(async (email) => (await userOf(email)).commissionRate));
    expect(await rates()).toEqual([50, 50, 50]);
    await importFile(`${file}\n`, { givesRates: 'on' });
    expect(await rates()).toEqual([50, 70, 80]);
  });

  it('needs the right to change roles and move money, a reason, and a fresh confirmation', async () => {
    const id = await check(`email,balance\n${newEmail()},10\n`);
    const { actor: support } = await newActor('support');
    await expect(startAffiliateImport(support, id, { reason: 'x' })).rejects.toThrow('privileges');
    await expect(
      receiveAffiliateFile(support, { name: 'a.csv', chunks: chunksOf('email,code\na@example.com,x\n') }),
    ).rejects.toThrow('privileges');
    await prisma().session.updateMany({
      where: { id: actor.sessionId ?? '' },
      data: { confirmedAt: new Date(0) },
    });
    await expect(startAffiliateImport(actor, id, { reason: 'x' })).rejects.toThrow(/confirm/);
    await prisma().session.updateMany({
      where: { id: actor.sessionId ?? '' },
      data: { confirmedAt: new Date() },
    });
  });

  it.each([
    ['', 'empty'],
    ['PK\u0003\u0004zip', 'Excel or ZIP'],
    ['first,second\na,b\n', 'can’t tell what the columns'],
    ['email,code\n', 'no rows'],
    ['email,code\n"never closed,x\n', 'never closed'],
  ])('that is none is refused in words: %j', async (content, words) => {
    await expect(check(content)).rejects.toThrow(words);
  });
});

describe('an opening balance (P235)', () => {
  it('stands in ledger and statement with the file’s line, is paid like other money, and the proof holds', async () => {
    const viewer = await newViewer({ role: 'affiliate' });
    await confirmAddress(viewer, newEmail());
    await importFile(`email,balance\n${newEmail()},1\n${viewer.email},120.50\n`);
    const { entries } = await listLedger(viewer.id);
    expect(entries).toMatchObject([
      {
        kind: 'opening_balance',
        cents: 12_050,
        state: 'approved',
        reason: 'Opening balance from line 3 of affiliates.csv: 120.50',
      },
    ]);
    expect(await findAccount(viewer.id)).toMatchObject({
      approvedCents: 12_050,
      earnedCents: 12_050,
      sales: 0,
    });
    expect(
      (await findMonthStatement(viewer.id, new Date().toISOString().slice(0, 7), null))?.head,
    ).toMatchObject({
      closingCents: 12_050,
    });
    expect((await proveLedger()).findings).toEqual([]);
    await gatherPayouts();
    expect(await payoutsOf(viewer.id)).toMatchObject([{ amountCents: 12_050 }]);
    expect((await proveLedger()).findings).toEqual([]);
  });

  it('can’t be changed in the ledger', async () => {
    const user = await newUser({ role: 'affiliate' });
    await importFile(`email,balance\n${user.email},10\n`);
    await expect(
      prisma().commission.updateMany({ where: { referrerId: user.id }, data: { commission: 1 } }),
    ).rejects.toThrow();
  });
});

describe('past referrals (P236)', () => {
  it('make customers an affiliate’s for good, by code or address; earlier attribution stays', async () => {
    const seller = await newUser({ role: 'affiliate' });
    const other = await newUser({ role: 'affiliate' });
    await importFile(`email,code\n${seller.email},winner-7\n`);
    const [byCode, byEmail, bound, paid, self] = await Promise.all([
      newUser(),
      newUser(),
      newUser(),
      newUser(),
      newUser(),
    ]);
    await prisma().user.update({ where: { id: bound.id }, data: { referredById: other.id } });
    await prisma().payment.create({
      data: {
        userId: paid.id,
        product: 'ebook',
        provider: 'stripe',
        providerInvoiceId: `pi_${paid.id}`,
        amountCents: 700,
        status: 'paid',
        kind: 'one_time',
        paidAt: new Date(),
      },
    });
    const id = await importFile(
      [
        'customer email,affiliate',
        `${byCode.email},WINNER-7`,
        `${byEmail.email},${seller.email}`,
        `${bound.email},winner-7`,
        `${paid.email},winner-7`,
        `${seller.email},winner-7`,
        `${newEmail()},winner-7`,
        `${self.email},nobody-at-all`,
        `${byCode.email},winner-7`,
      ].join('\n'),
    );
    expect(await counts(id)).toEqual([0, 2, 0, 6, 0]);
    expect(await reasons(id)).toEqual([
      'This customer belongs to another affiliate here, for good',
      'This customer has paid here already, so whose they are stays as it is',
      'Nobody can be their own referral',
      'This customer has no account here. Import your people first',
      'Nobody here has this affiliate code or address. Import your affiliates first',
      'Row 2 has the same customer',
    ]);
    expect((await userOf(byCode.email)).referredById).toBe(seller.id);
    expect((await userOf(byEmail.email)).referredById).toBe(seller.id);
    expect((await userOf(bound.email)).referredById).toBe(other.id);
    await undo(id);
    expect((await userOf(byCode.email)).referredById).toBe(null);
    expect((await userOf(bound.email)).referredById).toBe(other.id);
  });
});

describe('what exports of other systems have besides', () => {
  it('is several codes of one affiliate, all of which count, and all of which are taken back', async () => {
    const [fresh, other] = [newEmail(), newEmail()];
    await importFile(`email,code\n${other},many-taken\n`);
    const file = `email,codes,link,status\n${fresh},"many-1, MANY-2",https://example.com/?via=many-3,active\n${newEmail()},many-2,,active\n${newEmail()},"many-5,many-taken",,active\n${newEmail()},many-4,,banned\n`;
    const id = await importFile(file);
    expect(await counts(id)).toEqual([1, 0, 0, 3, 0]);
    expect(await reasons(id)).toEqual([
      'Row 2 has the same code',
      'Somebody else here has this code',
      'This person is not an active affiliate there (banned)',
    ]);
    const { id: userId } = await userOf(fresh);
    for (const code of ['many-1', 'MANY-2', 'many-3']) expect((await clickOn(code))?.referrerId).toBe(userId);
    expect(await prisma().affiliateCode.count({ where: { code: 'many-5' } })).toBe(0);
    expect(await counts(await check(`${file}\n`))).toEqual([0, 0, 1, 3, 0]);
    // One more code for somebody who is here.
    await importFile(`email,codes\n${fresh},"many-1,many-6"\n`);
    expect((await clickOn('many-6'))?.referrerId).toBe(userId);
    await undo(id);
    expect(
      await prisma().affiliateCode.findMany({
        where: { code: { startsWith: 'many-' } },
        select: { code: true },
        orderBy: { code: 'asc' },
      }),
    ).toEqual([{ code: 'many-6' }, { code: 'many-taken' }]);
  });

  it('is customers by their ID at the payment provider', async () => {
    const seller = await newUser({ role: 'affiliate' });
    const [payer, subscriber] = [await newUser(), await newUser()];
    const [known, foreign] = [`cus_${payer.username}`, `cus_${subscriber.username}`].map((text) =>
      text.replaceAll(/[^\w-]/g, '_'),
    ) as [string, string];
    await prisma().providerCustomer.create({
      data: { userId: payer.id, provider: 'stripe', customerId: known },
    });
    await prisma().foreignSubscription.create({
      data: {
        userId: subscriber.id,
        provider: 'stripe',
        providerSubscriptionId: `sub_${foreign}`,
        customerId: foreign,
        outcome: 'ready',
        readAt: new Date(),
      },
    });
    const id = await importFile(
      `stripe_customer_id,email\n${known},${seller.email}\n${foreign},${seller.email}\ncus_nobody,${seller.email}\n${payer.email},${seller.email}\n`,
    );
    expect(await counts(id)).toEqual([0, 2, 0, 2, 0]);
    expect(await reasons(id)).toEqual([
      'Nobody here is this customer at the payment provider. Look up subscriptions first',
      'This is no ID of a customer',
    ]);
    for (const { email } of [payer, subscriber]) expect((await userOf(email)).referredById).toBe(seller.id);
    await undo(id);
    expect((await userOf(payer.email)).referredById).toBe(null);
  });
});

describe('undoing', () => {
  it('takes back what nothing has built on, by entries of the opposite sign; afterward it can be imported again', async () => {
    const [fresh, member] = [newEmail(), await newUser()];
    const file = `email,code,balance\n${fresh},undo-1,10\n${member.email},undo-2,20\n`;
    const id = await importFile(file);
    await undo(id);
    expect(await findAffiliateImport(id)).toMatchObject({ state: 'undone', stayedCount: 0 });
    expect(await userOf(member.email)).toMatchObject({ role: 'member', totalEarnings: 0 });
    expect(await prisma().affiliateCode.count({ where: { code: { in: ['undo-1', 'undo-2'] } } })).toBe(0);
    const { entries } = await listLedger(member.id);
    expect(entries.map(({ cents }) => cents).toSorted()).toEqual([-2_000, 2_000].toSorted());
    expect((await proveLedger()).findings).toEqual([]);
    await importFile(`${file}\n`);
    expect(await userOf(member.email)).toMatchObject({ role: 'affiliate', totalEarnings: 2_000 });
  });

  it('takes nothing away that was written off since', async () => {
    const user = await newUser();
    const id = await importFile(`email,code,balance\n${user.email},gone-1,30\n`);
    await transaction((tx) => writeOff(tx, { userId: user.id, reason: 'withheld' }));
    await undo(id);
    expect(await findAffiliateImport(id)).toMatchObject({ state: 'undone', stayedCount: 1 });
    expect(await findAccount(user.id)).toMatchObject({ owedCents: 0 });
    expect((await proveLedger()).findings).toEqual([]);
  });

  it('leaves whoever has earned or was paid since', async () => {
    const earner = await newUser();
    const paid = await newViewer({ role: 'affiliate' });
    await confirmAddress(paid, newEmail());
    const id = await importFile(`email,code,balance\n${earner.email},earner-1,\n${paid.email},paid-1,150\n`);
    await sellMembership(earner.id);
    await gatherPayouts();
    await undo(id);
    expect(await findAffiliateImport(id)).toMatchObject({ state: 'undone', stayedCount: 2 });
    expect(await userOf(earner.email)).toMatchObject({ role: 'affiliate' });
    expect(await findAccount(paid.id)).toMatchObject({ earnedCents: 15_000 });
    expect((await proveLedger()).findings).toEqual([]);
  });
});
