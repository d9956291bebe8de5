import { randomUUID } from 'node:crypto';
import { unzipSync } from 'fflate';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { confirmedViewer } from '#app/domain/core/access/confirmation.server.ts';
import { findViewer } from '#app/domain/core/access/find-viewer.server.ts';
import { subscribe } from '#app/domain/learning/email-course/subscriptions.server.ts';
import { admit } from '#app/domain/people/accounts/attempts.server.ts';
import { requestPasswordReset } from '#app/domain/people/accounts/password-reset.server.ts';
import { setPicture } from '#app/domain/people/accounts/picture.server.ts';
import { updateProfile } from '#app/domain/people/accounts/profile.server.ts';
import { signIn } from '#app/domain/people/accounts/sign-in.server.ts';
import { otherTables, remainingRows } from '#app/domain/people/personal-data/columns.ts';
import {
  deletionDays,
  requestDeletion,
  withdrawDeletion,
} from '#app/domain/people/personal-data/deletion.server.ts';
import { deleteDueAccounts } from '#app/domain/people/personal-data/erasure.server.ts';
import {
  deleteOldExports,
  listExports,
  makeExport,
  readExport,
  requestExport,
} from '#app/domain/people/personal-data/export.server.ts';
import {
  columnsOf,
  isSecretColumn,
  isUnlinked,
  references,
} from '#app/domain/people/personal-data/tables.ts';
import { resolveFailedRefund } from '#app/domain/selling/payment-events/failed-refunds.server.ts';
import { findLatestTickets, openTicket } from '#app/domain/talk/support/tickets.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { databasePool, prisma } from '#app/platform/database/client.server.ts';
import { RateLimitExceeded } from '#app/platform/rate-limit.server.ts';
import { hashToken } from '#app/platform/secrets/crypto.server.ts';
import { newCardMember, settled, withSandbox } from '#tests/integration/card-buyers.ts';
import { deliverFacts } from '#tests/integration/delivered-facts.ts';
import { newEbookSale } from '#tests/integration/facts.ts';
import { browser, newAddress } from '#tests/integration/joining.ts';
import { at, knownPassword, newSession, newUser, subjectsTo } from '#tests/integration/people.ts';
import { takeQueued } from '#tests/integration/queued-jobs.ts';
import { codeNow, newConfirmed, setUpApp, takeStep, viewerOf } from '#tests/integration/second-factors.ts';
import { expectListed } from '#tests/support/expect-listed.ts';

withSandbox();

const dayMs = 24 * 3600_000;
const later = (days: number) => now().getTime() + days * dayMs;

/** The tables of the site in which any of some words stands in any column of any row. What stands in for a provider is the provider's. */
async function tablesWith(words: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const schema of ['public', 'pgboss']) {
    const { rows } = await databasePool().query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = $1 AND table_type = 'BASE TABLE' ORDER BY 1`,
      [schema],
    );
    for (const { name } of rows) {
      const { rowCount } = await databasePool().query(
        `SELECT 1 FROM "${schema}"."${name}" t
         WHERE EXISTS (SELECT 1 FROM unnest($1::text[]) word WHERE position(lower(word) IN lower(to_jsonb(t)::text)) > 0) LIMIT 1`,
        [words],
      );
      if (rowCount) found.push(name);
    }
  }
  return found;
}

const hexOf = (text: string) => Buffer.from(text).toString('hex');
const onePixel = () => sharp({ create: { width: 1, height: 1, channels: 3, background: '#c04' } });

/** A member who has left traces: paid, learnt, changed the profile, signed in here and there, asked, sent files. */
async function newTracedMember() {
  const member = await newCardMember();
  const { id } = member;
  const mark = `Quixotl${id.slice(-8)}`;
  const { username, email } = await prisma().user.update({
    where: { id },
    data: {
      contactEmail: `${mark}-contact@example.com`,
      paypalEmail: `${mark}-pay@example.com`,
      payoutCountry: 'PT',
      signupNetwork: `${mark} network`,
      formerEmailVerifiedAt: now(),
    },
  });
  const profile = {
    name: `${mark} Name`,
    phone: `${mark}-1`,
    company: `${mark} Ltd`,
    role: `${mark} role`,
    bio: `${mark} bio`,
  };
  await updateProfile(id, profile);
  const token = await newSession(id, `${mark} Browser`);
  const viewer = await viewerOf(token);
  await requestPasswordReset(await admit('reset_request', newAddress()), email);
  const secret = await setUpApp(confirmedViewer(viewer));
  await at(later(0) + 60_000, async () => {
    const outcome = await signIn(
      await admit('sign_in', newAddress()),
      { email, password: knownPassword },
      browser,
    );
    if (outcome.kind === 'second_step') await takeStep(outcome.token, codeNow(secret), { trusts: true });
  });
  // The second is from before clicks had an id of their affiliate.
  await prisma().referralClick.createMany({
    data: [id, null].map((referrerId) => ({ referrerUsername: username, referrerId, landingPage: '/' })),
  });
  await prisma().payoutAddress.create({
    data: {
      userId: id,
      email: `${mark}-pay@example.com`,
      tokenHash: hashToken(mark),
      requestedAt: now(),
      tokenExpiresAt: now(),
    },
  });
  await prisma().subscription.updateMany({
    where: { userId: id },
    data: { cancelComment: `${mark} comment`, cardLast4: '4242', cardBrand: 'visa' },
  });
  await prisma().webhookEvent.updateMany({
    where: { provider: 'stripe', processedAt: { not: null } },
    data: { payload: { customer: { email } } },
  });
  const pdf = new Uint8Array(Buffer.from(`%PDF-1.7\n${mark} in a file`));
  const ticket = { subject: `${mark} asks`, message: `${mark} says`, formKey: randomUUID() };
  await openTicket(viewer, 'support', ticket, [{ name: `${mark}.pdf`, bytes: pdf }]);
  await setPicture(id, new Uint8Array(await onePixel().png().toBuffer()));
  await settled();
  // What is in files stands in tables as hexadecimal digits.
  return { id, viewer, token, email, username, words: [mark, email, username, hexOf(mark)], pdf };
}

describe('what refers to a user', () => {
  it('is known, column by column, with what becomes of it', async () => {
    const { rows } = await databasePool().query<{ name: string }>(
      `SELECT c.conrelid::regclass || '.' || a.attname AS name FROM pg_constraint c
       JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = ANY (c.conkey)
       WHERE c.contype = 'f' AND c.confrelid = 'users'::regclass AND c.conparentid = 0 ORDER BY 1`,
    );
    expectListed(
      rows.map(({ name }) => name),
      Object.keys(references),
      {
        file: 'app/domain/people/personal-data/tables.ts',
        list: 'references',
        line: (name) => `'${name}': 'erased', ('kept', 'unlinked' or 'others': see the comment there)`,
      },
    );
  });

  it('is erased or retained in every column of every table', async () => {
    const { rows } = await databasePool().query<{ name: string; columns: string[] }>(
      `SELECT t.table_name AS name, array_agg(c.column_name::text ORDER BY c.column_name) AS columns
       FROM information_schema.tables t JOIN information_schema.columns c USING (table_schema, table_name)
       WHERE t.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND t.table_name <> '_prisma_migrations'
       GROUP BY 1 ORDER BY 1`,
    );
    const erasedWhole = [...new Set(columnsOf('erased').map(({ table }) => table))];
    const listed = [...erasedWhole, ...Object.keys(remainingRows), ...Object.keys(otherTables)];
    expect(new Set(listed).size, 'no table is in two lists').toBe(listed.length);
    expectListed(
      rows.map(({ name }) => name),
      listed,
      {
        file: 'app/domain/people/personal-data/columns.ts',
        list: 'otherTables',
        line: (name) =>
          `${name}: nobody, (remainingRows if it has a column of the user whom its rows outlive)`,
      },
    );
    for (const { name, columns } of rows) {
      const remaining = remainingRows[name];
      if (!remaining) continue;
      const retained = remaining.retained.flatMap(([, names]) => names.split(' '));
      const decided = [...Object.keys(remaining.erased), ...retained];
      expect(new Set(decided).size, `no column of ${name} is named twice`).toBe(decided.length);
      expectListed(columns, decided, {
        file: 'app/domain/people/personal-data/columns.ts',
        list: `remainingRows.${name}`,
        line: (column) => `erased: { ${column}: '' } or null, or in retained beside why it stays`,
      });
    }
  });

  it('holds no secret that is exported', async () => {
    for (const secret of [
      'password_hash',
      'token_hash',
      'code_hash',
      'sealed_secret',
      'pending_secret',
      'sealed',
      'archive',
    ])
      expect(isSecretColumn(secret), secret).toBe(true);
    for (const plain of ['email', 'name', 'created_at', 'phone', 'provider_invoice_id'])
      expect(isSecretColumn(plain), plain).toBe(false);
  });
});

describe('a copy of one’s data', () => {
  it('is made by a job, once, mailed about, and holds what is theirs and no secret', async () => {
    const { id, viewer, email, words, pdf } = await newTracedMember();
    // What the team notes to itself is the team's, with what is attached to it.
    const number = (await findLatestTickets(id, 1))[0]?.number ?? 0;
    await prisma().ticketMessage.create({
      data: {
        ticket: { connect: { number } },
        author: 'note',
        body: 'a note of the team',
        createdAt: now(),
        attachments: {
          create: {
            name: 'note.pdf',
            mediaType: 'application/pdf',
            bytes: pdf,
            byteCount: 1,
            createdAt: now(),
          },
        },
      },
    });
    const confirmed = confirmedViewer(viewer);
    await requestExport(confirmed);
    const [entry] = await listExports(id);
    const exportId = entry?.id ?? '';
    expect(entry?.readyAt).toBeNull();
    expect(await readExport(confirmed, exportId)).toBeNull();
    await makeExport({ exportId });
    await makeExport({ exportId });
    expect((await subjectsTo(email)).filter((subject) => subject === 'Your data is ready')).toHaveLength(1);
    const files = unzipSync(new Uint8Array((await readExport(confirmed, exportId)) ?? []));
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining([
        'READ-ME.txt',
        'account.json',
        'payments.json',
        'sessions.json',
        'subscriptions.json',
        'mails.json',
      ]),
    );
    expect(files[`files/ticket-${number}/1-${words[0]}.pdf`]).toEqual(pdf);
    expect(Object.keys(files).filter((name) => name.startsWith('files/'))).toEqual([
      `files/ticket-${number}/1-${words[0]}.pdf`,
      'files/picture.webp',
    ]);
    expect(await sharp(files['files/picture.webp']).metadata()).toMatchObject({ format: 'webp', width: 256 });
    const account = JSON.parse(Buffer.from(files['account.json'] ?? []).toString());
    expect(account).toMatchObject({ id, email, bio: `${words[0]} bio` });
    const all = Object.values(files)
      .map((bytes) => Buffer.from(bytes).toString())
      .join('\n');
    for (const secret of ['argon2', '_hash', 'sealed', '"pending_secret"'])
      expect(all, secret).not.toContain(secret);
  });

  it('is nobody else’s, and is gone after a week', async () => {
    const { user, confirmed } = await newConfirmed();
    await requestExport(confirmed);
    const exportId = (await listExports(user.id))[0]?.id ?? '';
    await makeExport({ exportId });
    expect(await readExport((await newConfirmed()).confirmed, exportId)).toBeNull();
    expect(await readExport(confirmed, exportId)).not.toBeNull();
    expect(await at(later(7), () => readExport(confirmed, exportId))).toBeNull();
    await at(later(7), deleteOldExports);
    expect(await prisma().dataExport.count({ where: { userId: user.id } })).toBe(0);
  });

  it('is asked for three times a day', async () => {
    const { confirmed } = await newConfirmed();
    for (let time = 0; time < 3; time += 1) await requestExport(confirmed);
    await expect(requestExport(confirmed)).rejects.toThrow(RateLimitExceeded);
  });
});

describe('an account that is to be deleted', () => {
  it('has what renews canceled first, and is told by mail, once', async () => {
    const { id, viewer, email } = await newTracedMember();
    await requestDeletion(viewer);
    await settled();
    await requestDeletion(viewer);
    expect(await prisma().subscription.findFirstOrThrow({ where: { userId: id } })).toMatchObject({
      cancelAtPeriodEnd: true,
    });
    expect(
      (await subjectsTo(email)).filter((subject) => subject === 'Your account is to be deleted'),
    ).toHaveLength(1);
    expect(await prisma().accountDeletion.findUnique({ where: { userId: id, doneAt: null } })).not.toBeNull();
  });

  it('stays when its owner thinks again', async () => {
    const { user, viewer } = await newConfirmed();
    await requestDeletion(viewer);
    expect(await at(later(deletionDays - 1), () => withdrawDeletion(viewer))).toBe(true);
    expect(await withdrawDeletion(viewer)).toBe(false);
    await at(later(deletionDays + 1), deleteDueAccounts);
    expect((await prisma().user.findUniqueOrThrow({ where: { id: user.id } })).email).toBe(user.email);
    expect(await subjectsTo(user.email)).toContain('Your account stays');
  });

  it('is asked for five times a day', async () => {
    const { viewer } = await newConfirmed();
    for (let time = 0; time < 5; time += 1) {
      await requestDeletion(viewer);
      await withdrawDeletion(viewer);
    }
    await expect(requestDeletion(viewer)).rejects.toThrow(RateLimitExceeded);
    expect(await prisma().accountDeletion.count({ where: { userId: viewer.id } })).toBe(0);
  });

  it('is no admin’s, and is asked for by who has proven to be its owner', async () => {
    const admin = await newConfirmed({ role: 'admin' });
    await expect(requestDeletion(admin.viewer)).rejects.toMatchObject({ kind: 'not_allowed' });
    const { viewer } = await newConfirmed();
    await expect(requestDeletion({ ...viewer, confirmedAt: null })).rejects.toMatchObject({
      kind: 'not_allowed',
    });
  });

  it('is reminded of two days before, once', async () => {
    const { user, viewer } = await newConfirmed();
    await requestDeletion(viewer);
    await at(later(deletionDays - 2.1), deleteDueAccounts);
    expect(await subjectsTo(user.email)).not.toContain('Your account is deleted in two days');
    for (let time = 0; time < 2; time += 1) await at(later(deletionDays - 1.9), deleteDueAccounts);
    const reminders = (await subjectsTo(user.email)).filter(
      (subject) => subject === 'Your account is deleted in two days',
    );
    expect(reminders).toHaveLength(1);
  });

  it('is not erased before its time, nor before what is paid has ended', async () => {
    const { id, viewer, email } = await newTracedMember();
    await requestDeletion(viewer);
    await settled();
    const emailAt = async (days: number) => {
      await at(later(days), deleteDueAccounts);
      return (await prisma().user.findUniqueOrThrow({ where: { id } })).email;
    };
    expect(await emailAt(deletionDays - 0.1)).toBe(email);
    expect(await emailAt(deletionDays + 0.1)).toBe(email);
    expect(await emailAt(45)).not.toBe(email);
  });

  it('is not erased while a refund is open, nor while one that failed is owed', async () => {
    const { viewer, user } = await newConfirmed();
    const sale = newEbookSale(user.id);
    const refundId = `re_${user.id}`;
    await deliverFacts([sale.paid, sale.refunded(700, 'failed', refundId)]);
    const { id: paymentId } = await prisma().payment.findFirstOrThrow({ where: { userId: user.id } });
    const asked = {
      userId: user.id,
      paymentId,
      status: 'asked',
      isGuaranteed: false,
      reason: '',
      requestedAt: now(),
    } as const;
    const { id } = await prisma().refundRequest.create({ data: asked });
    await requestDeletion(viewer);
    const isErased = async () => {
      await at(later(45), deleteDueAccounts);
      return (await prisma().user.findUniqueOrThrow({ where: { id: user.id } })).email !== user.email;
    };
    expect(await isErased()).toBe(false);
    await prisma().refundRequest.update({ where: { id }, data: { status: 'declined' } });
    expect(await isErased()).toBe(false);
    await resolveFailedRefund({ provider: 'stripe', refundId });
    expect(await isErased()).toBe(true);
  });

  it('leaves the mails of somebody whose longer address has theirs in it', async () => {
    const { viewer, email } = await newTracedMember();
    const others = [`jo${email}`, `jo.${email}`, `${email}.au`, `${email}-shop.test`];
    const mail = (recipient: string, text: string) =>
      prisma().mailOutbox.create({ data: { recipient, subject: 'Any', text, html: '' } });
    for (const other of others) await mail(other, `Your address is ${other} now.`);
    const team = 'team@site.example';
    for (const text of [`${email} asks:`, `From <${email.toUpperCase()}>.`, `Write to ${email}.`])
      await mail(team, text);
    await requestDeletion(viewer);
    await settled();
    for (let time = 0; time < 2; time += 1) await at(later(45), deleteDueAccounts);
    expect(await prisma().mailOutbox.count({ where: { recipient: { in: others } } })).toBe(others.length);
    expect(await prisma().mailOutbox.count({ where: { recipient: team } })).toBe(0);
  });

  it('leaves nothing that says who somebody was, in any column of any table', async () => {
    const { id, viewer, token, words } = await newTracedMember();
    await subscribe(viewer).catch(() => null);
    const before = await tablesWith(words);
    for (const table of [
      'users',
      'sessions',
      'mail_outbox',
      'referral_clicks',
      'payout_addresses',
      'subscriptions',
      'webhook_events',
      'tickets',
      'ticket_messages',
      'ticket_attachments',
    ])
      expect(before, `the search finds ${table}`).toContain(table);
    const payments = await prisma().payment.findMany({
      where: { userId: id },
      select: { id: true, amountCents: true },
    });
    expect(payments.length).toBeGreaterThan(0);
    const { customerId } = await prisma().providerCustomer.findFirstOrThrow({ where: { userId: id } });
    const other = { provider: 'stripe', customerId: `cus_of_another_${id}` } as const;
    await prisma().providerCustomer.create({ data: { userId: (await newUser()).id, ...other } });
    await requestDeletion(viewer);
    await settled();
    for (let time = 0; time < 2; time += 1) await at(later(45), deleteDueAccounts);
    // The provider forgets them too, and nobody else.
    const forgotten = await takeQueued('forget-customer');
    expect(forgotten).toContainEqual({ provider: 'stripe', customerId });
    expect(forgotten).not.toContainEqual(other);
    // Receipts are documents of tax law, and are never changed.
    expect((await tablesWith(words)).filter((table) => table !== 'receipts')).toEqual([]);
    // Money stays, and belongs to a row that names nobody.
    expect(
      await prisma().payment.findMany({ where: { userId: id }, select: { id: true, amountCents: true } }),
    ).toEqual(payments);
    for (const [table, { owner, erased }] of Object.entries(remainingRows)) {
      const { rows } = await databasePool().query<Record<string, unknown>>(
        `SELECT * FROM "${table}" WHERE "${owner}" = $1`,
        [id],
      );
      for (const row of rows)
        for (const [column, blank] of Object.entries(erased).filter(([name]) => !isUnlinked(table, name)))
          expect(row[column], `${table}.${column}`).toEqual(
            typeof blank === 'function' ? expect.stringMatching(/^deleted-[0-9a-f]{16}/) : blank,
          );
    }
    expect(await prisma().user.findUniqueOrThrow({ where: { id } })).toMatchObject({
      name: '',
      status: 'inactive',
      passwordHash: null,
      email: expect.stringMatching(/^deleted-[0-9a-f]{16}@invalid$/),
    });
    expect(await findViewer(token)).toBeNull();
    // Pictures are drawn anew: no word would find them.
    expect(await prisma().profilePicture.count({ where: { userId: id } })).toBe(0);
    expect(await prisma().ticketAttachment.count({ where: { message: { ticket: { userId: id } } } })).toBe(0);
  });
});
