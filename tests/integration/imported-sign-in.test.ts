import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { hash } from '@node-rs/bcrypt';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { admit } from '#app/domain/people/accounts/attempts.server.ts';
import { mailSignInLink, signInByLink } from '#app/domain/people/accounts/sign-in-link.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { isForeignHash } from '#app/platform/secrets/crypto.server.ts';
import { browser, newAddress, signInFrom } from '#tests/integration/joining.ts';
import { linkIn, mailsTo, newEmail, newUser } from '#tests/integration/people.ts';
import { takeQueued, withJobQueue } from '#tests/integration/queued-jobs.ts';
import { statementsOf } from '#tests/integration/statements.ts';

// How long refusals wait is recorded, and not waited for.
vi.mock('node:timers/promises', async (original) => ({
  ...(await original<typeof import('node:timers/promises')>()),
  setTimeout: vi.fn(async () => undefined),
}));

withJobQueue();

const oldPassword = 'the-old-password';

/** Somebody an import has made, with the hash of the old site or without one. */
async function newImported(passwordHash: string | null = null) {
  const email = newEmail();
  return prisma().user.create({
    data: {
      email,
      name: 'Moved Person',
      username: email,
      passwordHash,
      importedPerson: { create: { isAwaited: true, importedAt: new Date() } },
    },
  });
}

/** In the older spelling, which says the same of such passwords. */
const bcryptHash = async () => (await hash(oldPassword, 4)).replace('$2b$', '$2a$');
const passwordHashOf = async (id: string) =>
  (await prisma().user.findUniqueOrThrow({ where: { id } })).passwordHash ?? '';
const isAwaited = async (userId: string) =>
  (await prisma().importedPerson.findUniqueOrThrow({ where: { userId } })).isAwaited;
const refused = (email: string, password = 'wrong-password') =>
  expect(signInFrom(email, password)).rejects.toThrow('Invalid login credentials');

beforeEach(() => {
  vi.mocked(pause).mockClear();
});

describe('the password of the old site', () => {
  it('signs in once as it was, and is stored as ours from then on', async () => {
    const user = await newImported(await bcryptHash());
    expect((await signInFrom(user.email, oldPassword)).kind).toBe('session');
    expect(isForeignHash(await passwordHashOf(user.id))).toBe(false);
    expect(await isAwaited(user.id)).toBe(false);
    expect((await signInFrom(user.email, oldPassword)).kind).toBe('session');
    await refused(user.email);
  });

  it('signs in by either of two presses at once', async () => {
    const user = await newImported(await bcryptHash());
    const outcomes = await Promise.all([
      signInFrom(user.email, oldPassword),
      signInFrom(user.email, oldPassword),
    ]);
    expect(outcomes.map(({ kind }) => kind)).toEqual(['session', 'session']);
  });

  it('is left as it was by a wrong one, and by an account that is closed', async () => {
    const stored = await bcryptHash();
    const user = await newImported(stored);
    await refused(user.email);
    await prisma().user.update({ where: { id: user.id }, data: { status: 'inactive' } });
    await expect(signInFrom(user.email, oldPassword)).rejects.toMatchObject({ kind: 'not_allowed' });
    expect(await passwordHashOf(user.id)).toBe(stored);
    expect(await isAwaited(user.id)).toBe(true);
  });
});

describe('a refused sign-in, while imported people are awaited', () => {
  it('waits as long for everybody, by the same statements', async () => {
    const [imported, own] = [await newImported(await bcryptHash()), await newUser()];
    await refused(newEmail());
    vi.mocked(pause).mockClear();
    const unknown = await statementsOf(() => refused(newEmail()));
    for (const { email } of [imported, own])
      expect(await statementsOf(() => refused(email))).toEqual(unknown);
    expect(vi.mocked(pause)).toHaveBeenCalledTimes(3);
    for (const [milliseconds] of vi.mocked(pause).mock.calls) expect(milliseconds).toBeLessThanOrEqual(1_000);
  });

  it('does not wait once they have all come', async () => {
    await prisma().importedPerson.updateMany({ data: { isAwaited: false } });
    await refused(newEmail());
    expect(vi.mocked(pause)).not.toHaveBeenCalled();
  });
});

describe('an imported person without a password', () => {
  it('is mailed a link when they try one, and is awaited until they follow it', async () => {
    const user = await newImported();
    await refused(user.email, oldPassword);
    const [job] = await takeQueued('mail-sign-in-link');
    expect(job).toMatchObject({ userId: user.id, returnTo: '/dashboard' });
    await mailSignInLink(job ?? { userId: null, returnTo: '/' });
    const [mail] = await mailsTo(user.email);
    const token = linkIn(mail?.text ?? '', '/sign-in/').replace(/^\/sign-in\/|\?.*$/g, '');
    expect(await isAwaited(user.id)).toBe(true);
    await signInByLink(await admit('sign_in_by_link', newAddress()), token, browser);
    expect(await isAwaited(user.id)).toBe(false);
    await refused(user.email, oldPassword);
    expect(await takeQueued('mail-sign-in-link')).toEqual([]);
  });

  it('is mailed no more links than by the form for them', async () => {
    const user = await newImported();
    for (let time = 0; time < 8; time += 1) await refused(user.email);
    expect(await takeQueued('mail-sign-in-link')).toHaveLength(5);
  });

  it('is the only one who is mailed a link', async () => {
    const invited = await prisma().user.create({
      data: { email: newEmail(), name: 'Invited', username: randomUUID() },
    });
    const closed = await newImported();
    await prisma().user.update({ where: { id: closed.id }, data: { status: 'inactive' } });
    for (const { email } of [invited, closed, await newImported(await bcryptHash())]) await refused(email);
    expect(await takeQueued('mail-sign-in-link')).toEqual([]);
  });
});
