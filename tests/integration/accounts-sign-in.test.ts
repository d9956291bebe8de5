import { describe, expect, it } from 'vitest';
import { findViewer } from '#app/domain/access/find-viewer.server.ts';
import { accountLimits, admit } from '#app/domain/accounts/attempts.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { consumeRateLimit, RateLimitExceeded } from '#app/platform/rate-limit.server.ts';
import { newAddress, signInFrom } from '#tests/integration/joining.ts';
import { activityOf, knownPassword, newEmail, newUser } from '#tests/integration/people.ts';
import { statementsOf } from '#tests/integration/statements.ts';

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
    expect(await activityOf(user.id)).toEqual(['Signed in']);
  });

  it('answers unknown addresses and wrong passwords alike', async () => {
    const user = await newUser();
    await guess(user.email, newAddress(), 1);
    await expect(signInFrom(newEmail(), knownPassword)).rejects.toThrow('Invalid login credentials');
    expect(await activityOf(user.id)).toEqual(['A sign-in was refused']);
    expect(await prisma().session.count({ where: { userId: user.id } })).toBe(0);
  });

  it('runs the same statements for both, so that its time does not tell', async () => {
    const { email } = await newUser();
    await guess(newEmail(), newAddress(), 1);
    const unknown = await statementsOf(() => guess(newEmail(), newAddress(), 1));
    expect(await statementsOf(() => guess(email, newAddress(), 1))).toEqual(unknown);
    expect(unknown.length).toBeGreaterThan(4);
  });

  it('refuses an inactive account, also with the right password', async () => {
    const user = await newUser();
    await prisma().user.update({ where: { id: user.id }, data: { status: 'inactive' } });
    await expect(signInFrom(user.email, knownPassword)).rejects.toMatchObject({ kind: 'not_allowed' });
    await expect(signInFrom(user.email, 'wrong-password')).rejects.toMatchObject({ kind: 'invalid' });
    expect(await prisma().session.count({ where: { userId: user.id } })).toBe(0);
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

  it('of one account from everywhere is a hundred', async () => {
    const email = newEmail();
    for (let time = 0; time < 100; time += 1) await consumeRateLimit(accountLimits.signIn, email);
    await expect(signInFrom(email, knownPassword)).rejects.toThrow(RateLimitExceeded);
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
    // Its address's and its own at this account: refused before the account's, and before any password is looked at.
    expect(before).toHaveLength(2);
  });

  it('of one address is thirty, whatever the accounts', async () => {
    const address = newAddress();
    for (let time = 0; time < 30; time += 1) await admit('sign_in', address);
    await expect(admit('sign_in', address)).rejects.toThrow(RateLimitExceeded);
    await expect(admit('sign_in', newAddress())).resolves.toMatchObject({ kind: 'sign_in' });
  });
});
