import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { findViewer } from '#app/domain/core/access/find-viewer.server.ts';
import { accountLimits, admit } from '#app/domain/people/accounts/attempts.server.ts';
import {
  type Device,
  isKnownDevice,
  readDevice,
  rememberDevice,
} from '#app/domain/people/accounts/devices.server.ts';
import { changePassword } from '#app/domain/people/accounts/password.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { consumeRateLimit, RateLimitExceeded } from '#app/platform/rate-limit.server.ts';
import { newAddress, signInFrom } from '#tests/integration/joining.ts';
import { activityOf, knownPassword, newEmail, newUser, subjectsTo } from '#tests/integration/people.ts';
import { countOf, statementsOf } from '#tests/integration/statements.ts';

/** Tries a wrong password a number of times. */
async function guess(email: string, address: string, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1)
    await expect(signInFrom(email, 'wrong-password', address)).rejects.toThrow('Invalid login credentials');
}

describe('signing in', () => {
  it('begins a session, and leaves an entry in the activity log', async () => {
    const user = await newUser();
    const outcome = await signInFrom(user.email, knownPassword);
    expect(outcome.kind).toBe('session');
    expect((await findViewer(outcome.token))?.viewer.id).toBe(user.id);
    expect(await activityOf(user.id)).toEqual(['Signed in with a password']);
  });

  it('answers unknown addresses and wrong passwords alike', async () => {
    const user = await newUser();
    await guess(user.email, newAddress(), 1);
    await expect(signInFrom(newEmail(), knownPassword)).rejects.toThrow('Invalid login credentials');
    expect(await activityOf(user.id)).toEqual(['A sign-in with a password was refused']);
    expect(await prisma().session.count({ where: { userId: user.id } })).toBe(0);
  });

  it('runs the same statements for both, so that its time does not tell', async () => {
    const { email } = await newUser();
    await guess(newEmail(), newAddress(), 1);
    const unknown = await statementsOf(() => guess(newEmail(), newAddress(), 1));
    expect(await statementsOf(() => guess(email, newAddress(), 1))).toEqual(unknown);
    expect(unknown.length).toBeGreaterThan(3);
  });

  it('refuses an inactive account, also with the right password', async () => {
    const user = await newUser();
    await prisma().user.update({ where: { id: user.id }, data: { status: 'inactive' } });
    await expect(signInFrom(user.email, knownPassword)).rejects.toMatchObject({ kind: 'not_allowed' });
    await expect(signInFrom(user.email, 'wrong-password')).rejects.toMatchObject({ kind: 'invalid' });
    expect(await prisma().session.count({ where: { userId: user.id } })).toBe(0);
  });
});

describe('wrong passwords from many addresses', () => {
  const warning = 'Somebody is trying passwords at your account';
  const warningsTo = async (email: string) =>
    (await subjectsTo(email)).filter((subject) => subject.includes(warning)).length;

  it('bring the owner one warning a day, at the tenth', async () => {
    const { email } = await newUser();
    for (let time = 0; time < 9; time += 1) await guess(email, newAddress(), 1);
    expect(await warningsTo(email)).toBe(0);
    await guess(email, newAddress(), 1);
    expect(await warningsTo(email)).toBe(1);
    for (let time = 0; time < 10; time += 1) await guess(email, newAddress(), 1);
    expect(await warningsTo(email)).toBe(1);
  });

  it('count together with those of a stolen session', async () => {
    const { id, email } = await newUser();
    for (let time = 0; time < 9; time += 1) await guess(email, newAddress(), 1);
    const wrong = { currentPassword: 'wrong-password', password: 'a new and long password' };
    await expect(changePassword(await admit('password_change', id), wrong, null)).rejects.toThrow();
    expect(await warningsTo(email)).toBe(1);
  });
});

/** What strangers together may try, from ever so many networks. */
async function useUpWideLimit(email: string): Promise<void> {
  for (let time = 0; time < 100; time += 1) await consumeRateLimit(accountLimits.signIn, email);
}

describe('a browser that has signed in to the account before', () => {
  it('gets in, whatever strangers have used up, also those at its own address', async () => {
    const user = await newUser();
    const address = newAddress();
    const { device } = await signInFrom(user.email, knownPassword, address);
    await useUpWideLimit(user.email);
    await guess(newEmail(), address, 29).catch(() => null);
    for (let time = 0; time < 30; time += 1) await admit('sign_in', address).catch(() => null);
    await expect(signInFrom(user.email, knownPassword)).rejects.toThrow(RateLimitExceeded);
    expect((await signInFrom(user.email, knownPassword, address, device)).kind).toBe('session');
  });

  it('has ten attempts of its own, which begin again after a success', async () => {
    const user = await newUser();
    const { device } = await signInFrom(user.email, knownPassword);
    const wrong = () => signInFrom(user.email, 'wrong-password', newAddress(), device);
    for (let time = 0; time < 9; time += 1) await expect(wrong()).rejects.toThrow('Invalid login');
    await signInFrom(user.email, knownPassword, newAddress(), device);
    for (let time = 0; time < 10; time += 1) await expect(wrong()).rejects.toThrow('Invalid login');
    await expect(wrong()).rejects.toThrow(RateLimitExceeded);
    // What it has used up is its own: strangers still have theirs.
    expect((await signInFrom(user.email, knownPassword)).kind).toBe('session');
  });

  it('is a stranger at any other account, and to any other spelling of its cookie', async () => {
    const [user, other] = [await newUser(), await newUser()];
    const { device } = await signInFrom(user.email, knownPassword);
    await useUpWideLimit(other.email);
    await expect(signInFrom(other.email, knownPassword, newAddress(), device)).rejects.toThrow(
      RateLimitExceeded,
    );
    const forged = { ...device, id: randomUUID() };
    await useUpWideLimit(user.email);
    await expect(signInFrom(user.email, knownPassword, newAddress(), forged)).rejects.toThrow(
      RateLimitExceeded,
    );
  });

  it('is counted by its address too where it tries other accounts', async () => {
    const user = await newUser();
    const address = newAddress();
    for (let time = 0; time < 30; time += 1) await admit('sign_in', address);
    const { device } = await signInFrom(user.email, knownPassword);
    await expect(signInFrom(newEmail(), 'any-password', address, device)).rejects.toThrow(RateLimitExceeded);
  });

  it('knows several accounts, the latest ten', async () => {
    let device: Device | null = null;
    const emails = Array.from({ length: 11 }, () => newEmail());
    for (const email of emails) device = rememberDevice(device, email);
    expect(emails.map((email) => isKnownDevice(device, email))).toEqual([false, ...Array(10).fill(true)]);
    expect(isKnownDevice(device, emails[10]?.toUpperCase() ?? '')).toBe(true);
    expect(JSON.stringify(device)).not.toContain('@');
    expect(readDevice(JSON.parse(JSON.stringify(device)))).toEqual(device);
    for (const odd of [null, '', 'x', {}, { id: 'x', accounts: [] }, { ...device, accounts: 'x' }])
      expect(readDevice(odd)).toBeNull();
  });
});

describe('the limit of sign-ins', () => {
  it('of one account from one address is ten, and shuts out nobody else', async () => {
    const user = await newUser();
    const attacker = newAddress();
    await guess(user.email, attacker, 10);
    await expect(signInFrom(user.email, knownPassword, attacker)).rejects.toThrow(RateLimitExceeded);
    expect((await signInFrom(user.email, knownPassword)).kind).toBe('session');
    await expect(signInFrom(user.email, knownPassword, attacker)).rejects.toThrow(RateLimitExceeded);
  });

  it('does not depend on how the address is spelled', async () => {
    const user = await newUser();
    const attacker = newAddress();
    await guess(user.email, attacker, 10);
    await expect(signInFrom(user.email.toUpperCase(), 'wrong', attacker)).rejects.toThrow(RateLimitExceeded);
  });

  it('begins again after a success', async () => {
    const user = await newUser();
    const address = newAddress();
    await guess(user.email, address, 9);
    await signInFrom(user.email, knownPassword, address);
    await guess(user.email, address, 9);
  });

  it('of one account from all strangers is a hundred', async () => {
    const email = newEmail();
    await useUpWideLimit(email);
    await expect(signInFrom(email, knownPassword)).rejects.toThrow(RateLimitExceeded);
  });

  it.each([
    ['a /48 of IPv6', (n: number) => `2001:db8:${n}:${n}::/64`, (n: number) => `2001:db8:7:${n}::/64`],
    ['a /24 of IPv4', (n: number) => `198.18.${n}.7`, (n: number) => `198.19.7.${n}`],
  ])('of one account from %s is twenty, and shuts out nobody else', async (_, elsewhere, within) => {
    const user = await newUser();
    for (let address = 1; address <= 10; address += 1) await guess(user.email, within(address), 2);
    for (const address of [11, 12])
      await expect(signInFrom(user.email, knownPassword, within(address))).rejects.toThrow(RateLimitExceeded);
    expect((await signInFrom(user.email, knownPassword, elsewhere(1))).kind).toBe('session');
  });

  it('of one network is ninety, whatever the accounts', async () => {
    for (let address = 1; address <= 90; address += 1)
      await admit('sign_in', `2001:db8:aaaa:${address.toString(16)}::/64`);
    await expect(admit('sign_in', '2001:db8:aaaa:ffff::/64')).rejects.toThrow(RateLimitExceeded);
    await expect(admit('sign_in', '2001:db8:aaab:1::/64')).resolves.toMatchObject({ kind: 'sign_in' });
  });

  it('does not count what turned out well against the account', async () => {
    const user = await newUser();
    for (let time = 0; time < 99; time += 1) await consumeRateLimit(accountLimits.signIn, user.email);
    for (let time = 0; time < 3; time += 1) await signInFrom(user.email, knownPassword);
  });

  it('takes nothing more from the account once an address has used up its own', async () => {
    const user = await newUser();
    const attacker = newAddress();
    await guess(user.email, attacker, 10);
    const before = await statementsOf(() =>
      signInFrom(user.email, knownPassword, attacker).catch(() => null),
    );
    // All of them by one: refused before any password is looked at.
    expect(before).toHaveLength(1);
  });

  it('of a right password costs one statement, and what is given back another’s part: a sign-in takes four', async () => {
    const user = await newUser();
    let device: Device | null = null;
    // The first of all, and the next in the same browser.
    for (const browser of ['new', 'known']) {
      const statements = await statementsOf(async () => {
        ({ device } = await signInFrom(user.email, knownPassword, newAddress(), device));
      });
      expect(statements.filter((text) => text.includes('rate_limits'))).toHaveLength(2);
      expect([browser, countOf(statements)]).toEqual([browser, 4]);
    }
  });

  it('of one address is thirty, whatever the accounts', async () => {
    const address = newAddress();
    for (let time = 0; time < 30; time += 1) await admit('sign_in', address);
    await expect(admit('sign_in', address)).rejects.toThrow(RateLimitExceeded);
    await expect(admit('sign_in', newAddress())).resolves.toMatchObject({ kind: 'sign_in' });
  });
});
