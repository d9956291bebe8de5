import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hash } from '@node-rs/bcrypt';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { lockUser } from '#app/domain/core/access/lock-user.server.ts';
import type { Actor } from '#app/domain/core/audit/record.server.ts';
import { checkImport } from '#app/domain/operating/imports/checking.server.ts';
import { importPeople } from '#app/domain/operating/imports/importing.server.ts';
import { deleteOldImports, findImport } from '#app/domain/operating/imports/listing.server.ts';
import { receiveFile } from '#app/domain/operating/imports/receiving.server.ts';
import {
  discardImport,
  mapColumns,
  startImport,
  undoDays,
  undoImport,
} from '#app/domain/operating/imports/steps.server.ts';
import { addTag, removeTag } from '#app/domain/operating/users/user-tags.server.ts';
import { setPassword } from '#app/domain/people/accounts/password.server.ts';
import { deleteWithoutDelay } from '#app/domain/people/personal-data/deletion.server.ts';
import { eraseDueAccount } from '#app/domain/people/personal-data/erasure.server.ts';
import { config } from '#app/platform/config.server.ts';
import { databasePool, prisma, transaction } from '#app/platform/database/client.server.ts';
import { hashPassword } from '#app/platform/secrets/crypto.server.ts';
import { runCommand } from '#app/program/operator-commands.server.ts';
import { auditOf, newActor } from '#tests/integration/admins.ts';
import { checkFile, chunksOf, countsOf, importFile, rowsOf } from '#tests/integration/import-files.ts';
import { signInFrom } from '#tests/integration/joining.ts';
import { at, knownPassword, newEmail, newUser } from '#tests/integration/people.ts';
import { doQueued, withJobQueue } from '#tests/integration/queued-jobs.ts';

withJobQueue();

let actor: Actor;
beforeAll(async () => {
  actor = (await newActor('manager')).actor;
});

const findUser = (email: string) => prisma().user.findUnique({ where: { email } });
const countUsers = () => prisma().user.count();
const dayMs = 24 * 3600_000;

/** Resolves once somebody waits for a lock. */
const untilWaiting = () =>
  vi.waitFor(
    async () => {
      const { rows } = await databasePool().query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      expect(rows.length).toBeGreaterThan(0);
    },
    { timeout: 60_000 },
  );

/** All that an account is, without when it was changed. */
async function userRow(email: string) {
  const { updatedAt, changedAt, ...row } = await prisma().user.findUniqueOrThrow({ where: { email } });
  return row;
}

describe('the dry run', () => {
  it('says what would change, and changes nobody', async () => {
    const [fresh, again] = [newEmail(), newEmail()];
    const named = await newUser();
    const nameless = await newUser();
    await prisma().user.update({ where: { id: nameless.id }, data: { name: '' } });
    const before = [await userRow(named.email), await userRow(nameless.email), await countUsers()];
    const id = await checkFile(
      actor,
      [
        'email;name',
        `${fresh};Ada New`,
        `${named.email.toUpperCase()};Other Name`,
        `${nameless.email};Now Named`,
        'nobody;Nobody',
        `${again};Twice`,
        `${again};Twice`,
      ].join('\n'),
    );
    expect(await countsOf(id)).toEqual({
      state: 'checked',
      newCount: 2,
      presentCount: 1,
      changedCount: 1,
      rejectedCount: 2,
    });
    expect((await rowsOf(id)).map(({ number, outcome, reason }) => [number, outcome, reason])).toEqual([
      [2, 'new', ''],
      [3, 'present', ''],
      [4, 'changed', ''],
      [5, 'rejected', 'This is not an email address'],
      [6, 'new', ''],
      [7, 'rejected', 'Row 6 has the same address'],
    ]);
    expect([await userRow(named.email), await userRow(nameless.email), await countUsers()]).toEqual(before);
    expect(await auditOf(id)).toMatchObject([{ action: 'people_file_uploaded', actorId: actor.id }]);
  });

  it('says who is subscribed to something that is not adopted', async () => {
    const [unread, adopted, named, none] = [newEmail(), newEmail(), newEmail(), newEmail()];
    const subscription = {
      provider: 'stripe',
      product: 'membership',
      status: 'active',
      readAt: new Date(),
    } as const;
    await prisma().foreignSubscription.createMany({
      data: [
        { ...subscription, providerSubscriptionId: `sub_${unread}`, email: unread, outcome: 'no_account' },
        { ...subscription, providerSubscriptionId: `sub_${adopted}`, email: adopted, outcome: 'adopted' },
        {
          ...subscription,
          provider: 'paypal',
          providerSubscriptionId: `I-${named}`,
          email: none,
          namedEmail: named,
          outcome: 'ready',
        },
      ],
    });
    const id = await checkFile(actor, `email\n${[unread, adopted, named, none].join('\n')}\n`);
    expect((await rowsOf(id)).map(({ reason }) => reason)).toEqual([
      'Subscribed at Stripe, and the subscription is not adopted yet',
      '',
      'Subscribed at PayPal, and the subscription is not adopted yet',
      '',
    ]);
    expect(await findImport(id)).toMatchObject({ newCount: 4, subscribedCount: 2 });
  });

  it('of a file that is sent twice at once is one', async () => {
    const text = `email,name\n${newEmail()},Ada\n`;
    const send = () => receiveFile(actor, { name: 'twice.csv', chunks: chunksOf(text) });
    const ids = await Promise.all([send(), send()]);
    expect(new Set(ids).size).toBe(1);
    expect(await prisma().peopleImport.count({ where: { fileName: 'twice.csv' } })).toBe(1);
    await doQueued('check-people-import');
  });

  it('asks which column is what where nobody can know, and remembers it', async () => {
    const text = (email: string) => `mail,who,extra\n${email},Ada Asked,x\n`;
    const email = newEmail();
    const id = await checkFile(actor, text(email));
    expect((await countsOf(id)).state).toBe('mapping');
    await expect(mapColumns(actor, id, [null, 'name', null])).rejects.toMatchObject({ kind: 'invalid' });
    await mapColumns(actor, id, ['email', 'name', 'company']);
    await doQueued('check-people-import');
    expect(await countsOf(id)).toMatchObject({ state: 'checked', newCount: 1 });
    const next = await checkFile(actor, text(newEmail()));
    expect(await countsOf(next)).toMatchObject({ state: 'checked', newCount: 1 });
    expect(await prisma().peopleImport.findUniqueOrThrow({ where: { id: next } })).toMatchObject({
      mapping: ['email', 'name', 'company'],
    });
  });

  it.each([
    ['utf16le', Buffer.from([0xff, 0xfe])],
    ['utf16le', Buffer.alloc(0)],
  ] as const)('reads %s with its mark and without', async (encoding, mark) => {
    const email = newEmail();
    const id = await checkFile(
      actor,
      Buffer.concat([mark, Buffer.from(`email,name\n${email},Zoë\n`, encoding)]),
    );
    await importFile(actor, id);
    expect((await findUser(email))?.name).toBe('Zoë');
  });

  it('goes on where it stopped, and reads no part twice', async () => {
    const emails = Array.from({ length: 9_000 }, () => newEmail());
    const text = `email,bio\n${emails.map((email) => `${email},${'x'.repeat(80)}`).join('\n')}`;
    const id = await receiveFile(actor, { name: 'big.csv', chunks: chunksOf(text, 64_000) });
    // Two processes at once, as after a kill that was none.
    await Promise.all([checkImport({ importId: id }), checkImport({ importId: id })]);
    expect(await countsOf(id)).toMatchObject({ state: 'checked', newCount: 9_000, rejectedCount: 0 });
    expect(await prisma().peopleImportRow.count({ where: { importId: id } })).toBe(9_000);
    await discardImport(actor, id);
    expect(await prisma().peopleImportPiece.count({ where: { importId: id } })).toBe(0);
  });

  it.each([
    ['a ZIP', Buffer.from('504b030414', 'hex'), 'Excel or ZIP'],
    ['one column', 'names\nAda\n', 'one column only'],
    ['an unclosed quote', 'email,name\na@example.com,"Ada\n', 'never closed'],
  ])('of a file that is none leaves nothing: %s', async (_, content, words) => {
    const count = await prisma().peopleImport.count();
    await expect(checkFile(actor, content)).rejects.toMatchObject({
      kind: 'invalid',
      field: 'files',
      message: expect.stringContaining(words),
    });
    expect(await prisma().peopleImport.count()).toBe(count);
  });

  it('of a file that cannot be read to its end leaves why', async () => {
    const rows = Array.from({ length: 8_000 }, () => `${newEmail()},${'x'.repeat(60)}`).join('\n');
    const id = await checkFile(actor, `email,bio\n${rows}\n${newEmail()},"open`);
    expect(await prisma().peopleImport.findUniqueOrThrow({ where: { id } })).toMatchObject({
      state: 'failed',
      problem: expect.stringContaining('never closed'),
    });
    expect(await rowsOf(id)).toEqual([]);
    await expect(startImport(actor, id, { reason: '' })).rejects.toMatchObject({ kind: 'conflict' });
  });

  it('takes no file that is too large, and keeps nothing of it', async () => {
    const count = await prisma().peopleImport.count();
    const file = { name: 'large.csv', chunks: chunksOf('x'.repeat(2_000)) };
    await expect(receiveFile(actor, file, 1_500)).rejects.toThrow('larger than 200 MB');
    expect(await prisma().peopleImport.count()).toBe(count);
  });
});

describe('an import', () => {
  it('makes accounts as the file says, and mails nobody', async () => {
    const email = newEmail();
    const mails = await prisma().mailOutbox.count();
    const stored = await hash('the-old-password', 4);
    const id = await checkFile(
      actor,
      `id,email,encrypted_password,email_confirmed_at,raw_user_meta_data,created_at,phone,tags\n1,${email},${stored},2024-03-05 10:00:00+00,"{""full_name"":""Ada Moved""}",2023-01-02,+1 555,"Gold,  early bird, <vip>"\n`,
    );
    await importFile(actor, id);
    expect(await userRow(email)).toMatchObject({
      name: 'Ada Moved',
      role: 'member',
      status: 'active',
      passwordHash: stored,
      phone: '+1 555',
      emailVerifiedAt: new Date('2024-03-05T10:00:00Z'),
      createdAt: new Date('2023-01-02T00:00:00Z'),
    });
    expect(await prisma().userNote.findMany({ where: { user: { email } } })).toMatchObject([
      { text: 'Tags: <vip>' },
    ]);
    expect(
      await prisma().userTag.findMany({
        where: { user: { email } },
        orderBy: { tag: 'asc' },
        select: { tag: true },
      }),
    ).toEqual([{ tag: 'early bird' }, { tag: 'gold' }]);
    expect(await prisma().mailOutbox.count()).toBe(mails);
    expect(await countsOf(id)).toMatchObject({ state: 'imported' });
    expect(
      await prisma().peopleImportRow.count({ where: { importId: id, passwordHash: { not: null } } }),
    ).toBe(0);
    expect(await prisma().peopleImportPiece.count({ where: { importId: id } })).toBe(0);
    expect((await signInFrom(email, 'the-old-password')).kind).toBe('session');
  });

  it('starts no sequence by its tags, which are taken back with it; a tag of the team’s stays, and keeps the account', async () => {
    const { id: sequenceId } = await prisma().sequence.create({
      data: {
        name: 'Gold',
        event: 'tagged',
        eventValue: 'golden',
        state: 'on',
        createdAt: new Date(),
        updatedAt: new Date(),
      },
    });
    const [untouched, tagged] = [newEmail(), newEmail()];
    const id = await checkFile(actor, `email,tags\n${untouched},golden\n${tagged},golden\n`);
    await importFile(actor, id);
    expect(await prisma().sequenceEnrollment.count({ where: { sequenceId } })).toBe(0);
    const user = await prisma().user.findUniqueOrThrow({ where: { email: tagged } });
    await addTag(actor, user.id, 'called');
    await undoImport(actor, id);
    await doQueued('undo-people-import');
    expect(await findUser(untouched)).toBeNull();
    expect(await prisma().userTag.count({ where: { userId: user.id } })).toBe(2);
    await removeTag(actor, user.id, 'golden');
    await addTag(actor, user.id, 'golden');
    expect(await prisma().sequenceEnrollment.count({ where: { sequenceId } })).toBe(1);
    await prisma().sequenceEnrollment.deleteMany({ where: { sequenceId } });
    await prisma().sequence.delete({ where: { id: sequenceId } });
  });

  it('of the same file changes nothing the second time', async () => {
    const nameless = await newUser();
    await prisma().user.update({ where: { id: nameless.id }, data: { name: '' } });
    const email = newEmail();
    const text = `email,name,company\n${email},Ada,Acme\n${nameless.email},Filled In,Acme\n`;
    await importFile(actor, await checkFile(actor, text));
    const before = [await userRow(email), await userRow(nameless.email), await countUsers()];
    expect(before).toMatchObject([
      { name: 'Ada' },
      { name: 'Filled In', company: 'Acme' },
      expect.any(Number),
    ]);
    // A minute later: sent at once, it would be the second of two presses.
    const again = await at(Date.now() + 60_000, () => checkFile(actor, text));
    expect(await countsOf(again)).toMatchObject({ newCount: 0, presentCount: 2, changedCount: 0 });
    await importFile(actor, again);
    expect([await userRow(email), await userRow(nameless.email), await countUsers()]).toEqual(before);
  });

  it('overwrites nothing of who is here: name, password, address, role or status', async () => {
    const user = await newUser({ role: 'reseller' });
    const passkeyOnly = await newUser();
    await prisma().user.update({ where: { id: passkeyOnly.id }, data: { passwordHash: null } });
    const stored = await hash('another', 4);
    const before = [await userRow(user.email), await userRow(passkeyOnly.email)];
    const header =
      'email,name,encrypted_password,role,commission_rate,status,paypal_email,created_at,email_verified';
    const cells = `Other Name,${stored},affiliate,10,inactive,thief@example.com,2020-01-01,no`;
    const id = await checkFile(actor, `${header}\n${user.email},${cells}\n${passkeyOnly.email},${cells}\n`);
    await importFile(actor, id);
    expect([await userRow(user.email), await userRow(passkeyOnly.email)]).toEqual(before);
    await signInFrom(user.email, knownPassword);
  });

  it('leaves admins alone', async () => {
    const { user } = await newActor('support');
    await prisma().user.update({ where: { id: user.id }, data: { name: '' } });
    const before = await userRow(user.email);
    await importFile(actor, await checkFile(actor, `email,name,role\n${user.email},Somebody,affiliate\n`));
    expect(await userRow(user.email)).toEqual(before);
  });

  it('gives roles and rates where that is asked for with a reason, and raises alone', async () => {
    const [fresh, present, reseller] = [newEmail(), await newUser(), await newUser({ role: 'reseller' })];
    const text = `email,role,commission_rate\n${fresh},affiliate,60\n${present.email},affiliate,50\n${reseller.email},affiliate,10\n`;
    const id = await checkFile(actor, text);
    await importFile(actor, id);
    expect(await userRow(fresh)).toMatchObject({ role: 'member', commissionRate: 50 });
    expect(await userRow(present.email)).toMatchObject({ role: 'member' });
    const other = newEmail();
    const next = await checkFile(actor, `${text}${other},affiliate,60\n`);
    await importFile(actor, next, { givesRoles: 'on', reason: 'they sold for us before' });
    expect(await userRow(other)).toMatchObject({
      role: 'affiliate',
      assignedRole: 'affiliate',
      commissionRate: 60,
    });
    expect(await userRow(fresh)).toMatchObject({ assignedRole: 'affiliate', commissionRate: 60 });
    expect(await userRow(present.email)).toMatchObject({ role: 'affiliate', commissionRate: 50 });
    expect(await userRow(reseller.email)).toMatchObject({ role: 'reseller', commissionRate: 50 });
    expect((await auditOf(next)).at(-1)).toMatchObject({ reason: 'they sold for us before' });
  });

  it('brings back nobody whose account was erased', async () => {
    const user = await newUser();
    const id = await checkFile(actor, `email,name\n${newEmail()},Ada\n${user.email},Back Again\n`);
    await transaction((tx) => deleteWithoutDelay(tx, user.id));
    expect(await eraseDueAccount(user.id)).toBe(true);
    const later = await checkFile(actor, `email,name\n${user.email.toUpperCase()},Back Again\n`);
    expect(await rowsOf(later)).toMatchObject([
      { outcome: 'rejected', reason: expect.stringContaining('erased') },
    ]);
    await importFile(actor, id);
    await importFile(actor, later);
    expect(await findUser(user.email)).toBeNull();
    // Also while the secret is rotated.
    const before = { ...config() };
    try {
      Object.assign(config(), {
        sessionSecret: 'another secret of the site, long enough',
        previousSessionSecret: before.sessionSecret,
      });
      const rotated = await checkFile(actor, `email,name\n${user.email},Once More\n`);
      expect(await rowsOf(rotated)).toMatchObject([{ outcome: 'rejected' }]);
    } finally {
      Object.assign(config(), before);
    }
  });

  it('that is cut off goes on with the batch it was at', async () => {
    const emails = Array.from({ length: 700 }, () => newEmail());
    const id = await checkFile(actor, `email,name\n${emails.map((email) => `${email},Ada`).join('\n')}\n`);
    await startImport(actor, id, { reason: '' });
    // The database refuses one of the second batch, as if the process had died there.
    await databasePool().query(`
      CREATE FUNCTION cut_off() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'cut off'; END $$;
      CREATE TRIGGER cut_off BEFORE INSERT ON users FOR EACH ROW WHEN (NEW.email = '${emails[600]}') EXECUTE FUNCTION cut_off()`);
    const made = () => prisma().user.count({ where: { email: { in: emails } } });
    try {
      await expect(importPeople({ importId: id })).rejects.toThrow('cut off');
      expect(await made()).toBe(500);
    } finally {
      await databasePool().query('DROP TRIGGER cut_off ON users; DROP FUNCTION cut_off()');
    }
    // Two processes take it up at once.
    await Promise.all([importPeople({ importId: id }), importPeople({ importId: id })]);
    expect(await made()).toBe(700);
    expect(await countsOf(id)).toMatchObject({ state: 'imported' });
    expect(await prisma().importedPerson.count({ where: { importId: id } })).toBe(700);
    await doQueued('import-people');
  });

  it('takes those who have signed up since the dry run as they are', async () => {
    const email = newEmail();
    const id = await checkFile(actor, `email,name\n${email},From File\n`);
    await prisma().user.create({ data: { email, name: 'Own Name', username: email } });
    await importFile(actor, id);
    expect((await findUser(email))?.name).toBe('Own Name');
    expect(await prisma().importedPerson.count({ where: { user: { email } } })).toBe(0);
  });

  it('waits for what somebody enters at that moment, and overwrites nothing of it', async () => {
    const user = await newUser();
    await prisma().user.update({ where: { id: user.id }, data: { name: '' } });
    const id = await checkFile(actor, `email,name\n${user.email},From File\n`);
    await startImport(actor, id, { reason: '' });
    let importing: Promise<void> | undefined;
    await transaction(async (tx) => {
      await tx.db.user.update({ where: { id: user.id }, data: { name: 'Own Name' } });
      importing = importPeople({ importId: id });
      await untilWaiting();
    });
    await importing;
    expect((await findUser(user.email))?.name).toBe('Own Name');
    await doQueued('import-people');
  });

  it('keeps long texts to a whole character', async () => {
    const email = newEmail();
    // Half of an emoji is where the sample ends, and half of another where the text does.
    const bio = `${'x'.repeat(79)}\u{1F600}${'x'.repeat(1_918)}`;
    await importFile(actor, await checkFile(actor, `email,bio\n${email},${bio}\u{1F600} and more\n`));
    expect((await findUser(email))?.bio).toBe(bio);
  });
});

describe('undoing an import', () => {
  it('leaves who acts at that moment, and a password that its owner chose', async () => {
    const [signingIn, choosing] = [newEmail(), newEmail()];
    const first = await checkFile(actor, `email,name\n${signingIn},Ada\n${choosing},Bea\n`);
    await importFile(actor, first);
    const stored = await hash('the-old-password', 4);
    const second = await checkFile(actor, `email,encrypted_password\n${choosing},${stored}\n`);
    await importFile(actor, second);
    const [acting, owner] = [await userRow(signingIn), await userRow(choosing)];
    const chosen = await hashPassword('a-word-of-my-own-9');
    await transaction((tx) => setPassword(tx, owner.id, chosen));
    await undoImport(actor, second);
    await doQueued('undo-people-import');
    expect((await userRow(choosing)).passwordHash).toBe(chosen);

    await undoImport(actor, first);
    let undoing: Promise<unknown> | undefined;
    await transaction(async (tx) => {
      await lockUser(tx, acting.id);
      await tx.db.announcementSignup.create({
        data: { userId: acting.id, item: 'y', signedUpAt: new Date() },
      });
      undoing = doQueued('undo-people-import');
      await untilWaiting();
    });
    await undoing;
    expect(await findUser(signingIn)).not.toBeNull();
    expect(await findUser(choosing)).not.toBeNull();
  });

  it('takes back what nobody has used since, and nothing else', async () => {
    const nameless = await newUser();
    await prisma().user.update({ where: { id: nameless.id }, data: { name: '' } });
    const renamed = await newUser();
    await prisma().user.update({ where: { id: renamed.id }, data: { name: '' } });
    const [unused, signedIn, asked, noted] = [newEmail(), newEmail(), newEmail(), newEmail()];
    const stored = await hash('the-old-password', 4);
    const id = await checkFile(
      actor,
      `email,name,encrypted_password,note\n${[unused, signedIn, asked, noted].map((email) => `${email},Ada,${stored},old`).join('\n')}\n${nameless.email},Filled,,\n${renamed.email},Filled,,\n`,
    );
    await importFile(actor, id);
    await signInFrom(signedIn, 'the-old-password');
    const idOf = async (email: string) => (await userRow(email)).id;
    await prisma().announcementSignup.create({
      data: { userId: await idOf(asked), item: 'x', signedUpAt: new Date() },
    });
    await prisma().userNote.create({
      data: { userId: await idOf(noted), authorId: actor.id, text: 'Called.', createdAt: new Date() },
    });
    await prisma().user.update({ where: { id: renamed.id }, data: { name: 'Chose This' } });
    // A letter to everyone passed over whoever has proven no address.
    const letter = await prisma().letter.create({
      data: { subject: 'News', createdAt: new Date(), updatedAt: new Date() },
    });
    const passedOver = { letterId: letter.id, userId: await idOf(unused), at: new Date() };
    await prisma().letterRecipient.create({ data: { ...passedOver, skippedBecause: 'unverified' } });
    await undoImport(actor, id);
    await undoImport(actor, id);
    await doQueued('undo-people-import');
    expect(await findUser(unused)).toBeNull();
    for (const email of [signedIn, asked, noted]) expect(await findUser(email)).not.toBeNull();
    expect((await userRow(nameless.email)).name).toBe('');
    expect((await userRow(renamed.email)).name).toBe('Chose This');
    expect(await prisma().peopleImport.findUniqueOrThrow({ where: { id } })).toMatchObject({
      state: 'undone',
    });
  });

  it('is refused after thirty days, and before there is anything', async () => {
    const id = await checkFile(actor, `email,name\n${newEmail()},Ada\n`);
    await expect(undoImport(actor, id)).rejects.toMatchObject({ kind: 'conflict' });
    await importFile(actor, id);
    // The admin is asked who they are at that time too: at the command line nobody is.
    const command = { id: null, sessionId: null, origin: null, requestId: null };
    await at(Date.now() + (undoDays + 1) * dayMs, async () => {
      await expect(undoImport(command, id)).rejects.toThrow('can be undone for 30 days');
      await deleteOldImports();
    });
    expect(await rowsOf(id)).toEqual([]);
  });
});

it('goes by the command line too', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'people-'));
  const path = join(folder, 'people.csv');
  const email = newEmail();
  writeFileSync(path, `email,name,role\n${email},Ada,affiliate\nnobody,Bob,\n`);
  const said = await runCommand(['import', path]);
  expect(said).toContain('1 new, 0 already here, 0 completed by the file, 1 rejected');
  expect(said).toContain('row 3: This is not an email address');
  expect(await findUser(email)).toBeNull();
  const id = /start-import (\S+)/.exec(said)?.[1] ?? '';
  await expect(runCommand(['start-import', id, '--give-roles'])).rejects.toMatchObject({ kind: 'invalid' });
  await runCommand(['start-import', id, '--give-roles', 'sold', 'before']);
  expect(await findUser(email)).toMatchObject({ name: 'Ada', role: 'affiliate' });
  await expect(runCommand(['import', join(folder, 'none.csv')])).rejects.toThrow('Say which file');
});

it('deletes files that nobody imports, after a week', async () => {
  const id = await checkFile(actor, `email,name\n${newEmail()},Ada\n`);
  await at(Date.now() + 6 * dayMs, deleteOldImports);
  expect(await prisma().peopleImport.count({ where: { id } })).toBe(1);
  await at(Date.now() + 8 * dayMs, deleteOldImports);
  expect(await prisma().peopleImport.count({ where: { id } })).toBe(0);
});
