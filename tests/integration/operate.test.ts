import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { currentSigner, publicKeys } from '#app/domain/people/auth-api/signing-keys.server.ts';
import { config } from '#app/platform/config.server.ts';
import { databasePool, prisma } from '#app/platform/database/client.server.ts';
import { applyMigrations } from '#app/platform/database/migrate.ts';
import { startEmbeddedPostgres } from '#app/platform/postgres/embedded.ts';
import { databaseCommandNames } from '#app/program/database-commands.ts';
import { commands, runCommand } from '#app/program/operator-commands.server.ts';
import { operatorUsage } from '#app/program/operator-usage.ts';
import { startWorker } from '#app/program/worker.server.ts';
import { compiled } from '#tests/compiled.ts';
import { newEmail, newUser } from '#tests/integration/people.ts';
import { buildSite } from '#tests/integration/running-site.ts';
import { databasesDir } from '#tests/support/memory.ts';

const projectDir = join(import.meta.dirname, '../..');

const settings = (): Record<string, string> => ({
  NODE_ENV: 'production',
  DATABASE_URL: config().databaseUrl,
  APP_URL: 'https://academy.example',
  SESSION_SECRET: 'a-secret-for-the-operator-of-tests-1234567890',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'academy@academy.example',
  OPERATOR_NAME: 'Academy Ltd',
  OPERATOR_ADDRESS: '1 Market Street, Springfield',
  STRIPE_SECRET_KEY: 'sk_live_of_nobody_1234567890',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_of_nobody_1234567890',
  STRIPE_WEBHOOK_SECRET: 'whsec_of_nobody_1234567890',
});

/** Does one command as `npm run operate -- ...` does, in a process of its own. */
async function operate(words: string[], env = settings()) {
  const child = spawn(process.execPath, [join(projectDir, 'app/program/operate.ts'), ...words], {
    cwd: projectDir,
    env: { PATH: process.env.PATH ?? '', LOG_LEVEL: 'silent', ...compiled, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    said.out += String(chunk);
  });
  child.stderr.on('data', (chunk: Buffer) => {
    said.err += String(chunk);
  });
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, out: said.out.trim(), err: said.err.trim() };
}

const done = (out: string) => ({ status: 0, out, err: '' });

async function newFailedJob(): Promise<string> {
  const { id } = await prisma().failedJob.create({
    data: {
      id: randomUUID(),
      kind: 'mail-reset-link',
      data: { userId: null, mailKey: randomUUID() },
      error: 'down',
      attempts: 12,
      sentAt: new Date(),
      failedAt: new Date(),
    },
  });
  return id;
}

beforeAll(async () => {
  await buildSite();
  // The queue's tables are made by the site's own start.
  await startWorker(false);
});

// What a process says and how it ends is the same for every command: what each does is asked for without one.

describe('npm run operate, as a process', () => {
  it('has a failed job tried again by the running site', async () => {
    const id = await newFailedJob();
    expect(await operate(['retry-job', id])).toEqual(done('The job is queued again.'));
    expect(await prisma().failedJob.count({ where: { id } })).toBe(0);
    const { rowCount } = await databasePool().query(
      `SELECT FROM pgboss.job WHERE name = 'mail-reset-link' AND state = 'created'`,
    );
    expect(rowCount).toBe(1);
  });

  it('applies an event that waits', async () => {
    const eventId = `evt_${randomUUID()}`;
    const created = Math.floor(Date.now() / 1000);
    await prisma().webhookEvent.create({
      data: {
        provider: 'stripe',
        eventId,
        type: 'product.created',
        createdAt: new Date(created * 1000),
        outcome: 'unapplied',
        attempts: 1,
        payload: { id: eventId, object: 'event', type: 'product.created', created, data: { object: {} } },
      },
    });
    expect(await operate(['reapply-event', 'stripe', eventId])).toEqual(
      done('The event was applied again: ignored'),
    );
  });

  it('says in one line what is wrong', async () => {
    const { status, out, err } = await operate(['dismiss-job', "1'; DROP TABLE users"]);
    expect({ status, out, err }).toEqual({ status: 1, out: '', err: 'This job is no longer on the list.' });
  });

  it('asks for the database it is to work on', async () => {
    const { status, err } = await operate(['retry-job'], {
      NODE_ENV: 'production',
      DATA_DIR: join(tmpdir(), 'operate-nowhere'),
    });
    expect(status).toBe(1);
    expect(err).toMatch(/^No site with an embedded database runs on .*start it, or set DATABASE_URL/);
  });
});

describe('what an operator asks for', () => {
  it('lists the boxes about tools that are to be checked again', async () => {
    const out = await runCommand(['boxes', 'all']);
    expect(out).toMatch(/^20\d\d-\d\d {2}(courses|guides)\/\S+\.md\n {2}.+: .+\n {2}https:/);
    expect(out).toMatch(
      /\n\d+ boxes in lessons, guides and playbooks, \d+ of them checked more than 3 months ago, /,
    );
  });

  it('rotates the signing keys of the auth API: with an overlap, or at once where one is compromised', async () => {
    await runCommand(['rotate-signing-keys', '--compromised']);
    const { id: first } = await currentSigner();
    expect(await runCommand(['rotate-signing-keys'])).toMatch(/ signs in a quarter of an hour\.$/);
    expect((await currentSigner()).id).toBe(first);
    expect((await publicKeys()).keys).toHaveLength(2);
    const out = await runCommand(['rotate-signing-keys', '--compromised']);
    const { id } = await currentSigner();
    expect(out).toContain(`The key ${id} signs now.`);
    expect((await publicKeys()).keys.map(({ kid }) => kid)).toEqual([id]);
    await expect(runCommand(['rotate-signing-keys', '--all'])).rejects.toThrow('The only option is');
  });

  it('takes a failed job off the list', async () => {
    const id = await newFailedJob();
    expect(await runCommand(['dismiss-job', id])).toBe('The job is off the list.');
    expect(await prisma().failedJob.count({ where: { id } })).toBe(0);
  });

  it('has a failed mail tried again', async () => {
    const { id } = await prisma().mailOutbox.create({
      data: { recipient: newEmail(), subject: 'Hello', html: '', text: '', status: 'failed', attempts: 12 },
    });
    expect(await runCommand(['retry-mail', id])).toBe('The email is queued again.');
    expect(await prisma().mailOutbox.findUnique({ where: { id } })).toMatchObject({ status: 'queued' });
  });

  it('takes a failed refund off the list', async () => {
    const { id: userId } = await newUser();
    const providerRefundId = `re_${userId}`;
    const payment = await prisma().payment.create({
      data: {
        userId,
        product: 'ebook',
        provider: 'stripe',
        providerInvoiceId: `pi_${userId}`,
        amountCents: 700,
        status: 'paid',
        paidAt: new Date(),
      },
    });
    await prisma().paymentRefund.create({
      data: {
        provider: 'stripe',
        providerRefundId,
        paymentId: payment.id,
        amountCents: 700,
        status: 'failed',
      },
    });
    const command = ['resolve-refund', 'stripe', providerRefundId];
    expect(await runCommand(command)).toBe('The refund is off the list.');
    await expect(runCommand(command)).rejects.toThrow('not on the list of those that failed');
  });

  it.each([
    [[], /^There is no command ""\. There are: help, retry-job, dismiss-job, .*resolve-refund, .*\.$/],
    [['toString'], /^There is no command "toString"/],
    [['retry-job'], /^This job is no longer on the list\.$/],
    [['retry-mail', 'no-id'], /^This email is no longer on the list\.$/],
    [['reapply-event', 'nobody', 'evt_1'], /^Say the provider first: stripe or paypal\.$/],
    [['reapply-event', 'stripe', 'evt_unknown'], /^This event does not wait to be applied\.$/],
    [['resolve-refund', 'stripe', 're_unknown'], /^This refund is not on the list of those that failed\.$/],
  ])('says in one line what is wrong with %j', async (words, line) => {
    await expect(runCommand(words)).rejects.toThrow(line);
  });
});

describe('help', () => {
  it('lists every command with its arguments, and needs no settings', async () => {
    const { status, out } = await operate(['help'], {});
    expect(status).toBe(0);
    for (const name of Object.keys(commands)) expect(out).toMatch(new RegExp(`^  ${name}( |$)`, 'm'));
    const names = [...Object.keys(commands), ...databaseCommandNames];
    expect(Object.keys(operatorUsage).toSorted()).toEqual(names.toSorted());
    expect((await operate([], {})).out).toBe(out);
    expect(await runCommand(['help'])).toBe(out);
  });
});

it('an operator of a site with the embedded database makes the first admin, who stays one', async () => {
  await buildSite();
  const dataDir = mkdtempSync(join(databasesDir, 'operate-embedded-'));
  chmodSync(dataDir, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir, connections: 30 });
  try {
    await applyMigrations(postgres.url);
    const made = await operate(['make-admin', 'first@example.com'], { DATA_DIR: dataDir });
    expect(made).toMatchObject({ status: 0, err: '' });
    expect(made.out).toMatch(/^They are an admin now\. They choose a password here, .*http/);
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    const { rows } = await client.query('SELECT role, assigned_role, admin_level FROM users');
    await client.end();
    // The job that settles roles goes by the assigned one.
    expect(rows).toEqual([{ role: 'admin', assigned_role: 'admin', admin_level: 'owner' }]);
  } finally {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
