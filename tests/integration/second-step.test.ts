import { describe, expect, it } from 'vitest';
import { admit } from '#app/domain/people/accounts/attempts.server.ts';
import { confirmIdentity } from '#app/domain/people/accounts/confirm-identity.server.ts';
import { changePassword } from '#app/domain/people/accounts/password.server.ts';
import { mailResetLink, resetPassword } from '#app/domain/people/accounts/password-reset.server.ts';
import { deleteExpiredSignIns, isSecondStepAwaited } from '#app/domain/people/accounts/second-step.server.ts';
import { signIn } from '#app/domain/people/accounts/sign-in.server.ts';
import { codeLimits } from '#app/domain/people/safety/codes.server.ts';
import { hashOldRecoveryCodes } from '#app/domain/people/safety/recovery-codes.server.ts';
import { codeOfStep, stepAt } from '#app/domain/people/safety/totp.ts';
import { forgetTrustedBrowsers } from '#app/domain/people/safety/trusted-browsers.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { consumeRateLimit, RateLimitExceeded, resetRateLimit } from '#app/platform/rate-limit.server.ts';
import { hashToken } from '#app/platform/secrets/crypto.server.ts';
import { browser, newAddress, signInFrom } from '#tests/integration/joining.ts';
import {
  activityOf,
  at,
  knownPassword,
  linkIn,
  mailsTo,
  newSession,
  newUser,
  subjectsTo,
} from '#tests/integration/people.ts';
import { codeNow, newGuarded, signInToStep, takeStep, viewerOf } from '#tests/integration/second-factors.ts';

const dayMs = 24 * 3600_000;
const wrong = '000000';

describe('a sign-in with a second step', () => {
  it('begins no session before it, and one after it, on which who one is has been proven', async () => {
    const { user, secret } = await newGuarded();
    const before = await prisma().session.count({ where: { userId: user.id } });
    const token = await signInToStep(user.email);
    expect(await prisma().session.count({ where: { userId: user.id } })).toBe(before);
    const begun = await takeStep(token, ` ${codeNow(secret).replace(/^.../, '$& ')} `);
    expect(await viewerOf(begun.token)).toMatchObject({
      id: user.id,
      hasSecondFactor: true,
      confirmedAt: expect.any(Date),
    });
    expect(begun.trustToken).toBeNull();
  });

  it('is asked for at the affiliates’ door too', async () => {
    const { user } = await newGuarded({ role: 'affiliate' });
    const attempt = await admit('sign_in', newAddress());
    const outcome = await signIn(attempt, { email: user.email, password: knownPassword }, browser, 'sellers');
    expect(outcome.kind).toBe('second_step');
  });

  it('is not asked for where no second factor is set up', async () => {
    const user = await newUser();
    expect((await viewerOf((await signInFrom(user.email, knownPassword)).token)).hasSecondFactor).toBe(false);
  });

  it('takes a code once, and none that is older', async () => {
    const { user, secret } = await newGuarded();
    const time = Date.now();
    const current = codeOfStep(secret, stepAt(new Date(time)));
    const before = codeOfStep(secret, stepAt(new Date(time)) - 1);
    await at(time, async () => {
      await takeStep(await signInToStep(user.email), current);
      for (const code of [current, before])
        await expect(takeStep(await signInToStep(user.email), code)).rejects.toMatchObject({ field: 'code' });
    });
    const next = codeOfStep(secret, stepAt(new Date(time)) + 1);
    expect((await at(time, async () => takeStep(await signInToStep(user.email), next))).kind).toBe('session');
  });

  it('takes a code once also when two come at the same moment', async () => {
    const { user, secret } = await newGuarded();
    const tokens = [await signInToStep(user.email), await signInToStep(user.email)];
    const code = codeNow(secret);
    const both = await Promise.allSettled(tokens.map((token) => takeStep(token, code)));
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('goes on once, whatever else would be right', async () => {
    const { user, secret, codes } = await newGuarded();
    const token = await signInToStep(user.email);
    await takeStep(token, codeNow(secret));
    await expect(takeStep(token, codes[0] ?? '')).rejects.toMatchObject({ kind: 'conflict' });
    // What was refused took nothing.
    expect(await prisma().recoveryCode.count({ where: { userId: user.id, usedAt: null } })).toBe(10);
  });

  it('is awaited for ten minutes', async () => {
    const { user, secret } = await newGuarded();
    const time = Date.now();
    const token = await at(time, () => signInToStep(user.email));
    expect(await at(time + 599_000, () => isSecondStepAwaited(token))).toBe(true);
    const late = () => at(time + 600_000, async () => takeStep(token, codeNow(secret)));
    await expect(late()).rejects.toMatchObject({ kind: 'conflict' });
    await at(time + 600_000, deleteExpiredSignIns);
    expect(await prisma().pendingSignIn.count({ where: { userId: user.id } })).toBe(0);
  });

  it('is another’s business nowhere: a code of one opens no sign-in of another', async () => {
    const [ada, bob] = [await newGuarded(), await newGuarded()];
    const token = await signInToStep(ada.user.email);
    for (const code of [codeNow(bob.secret), bob.codes[0] ?? ''])
      await expect(takeStep(token, code)).rejects.toMatchObject({ kind: 'invalid' });
    await expect(takeStep('made-up', codeNow(ada.secret))).rejects.toMatchObject({ kind: 'conflict' });
    expect(await activityOf(ada.user.id)).toContain('The second step of a sign-in with a code was refused');
  });

  it('is not for an account that has become inactive meanwhile', async () => {
    const { user, secret } = await newGuarded();
    const token = await signInToStep(user.email);
    await prisma().user.update({ where: { id: user.id }, data: { status: 'inactive' } });
    await expect(takeStep(token, codeNow(secret))).rejects.toMatchObject({ kind: 'conflict' });
  });

  it('waits no longer once the password is another', async () => {
    const { user, secret, confirmed } = await newGuarded();
    const token = await signInToStep(user.email);
    const passwords = { currentPassword: knownPassword, password: 'another-password' };
    await changePassword(await admit('password_change', user.id), passwords, null, confirmed);
    await expect(takeStep(token, codeNow(secret))).rejects.toMatchObject({ kind: 'conflict' });
  });

  it('is remembered as staying signed in or not', async () => {
    const { user, secret } = await newGuarded();
    const begun = await takeStep(await signInToStep(user.email, false), codeNow(secret));
    expect(begun.staysSignedIn).toBe(false);
  });
});

describe('a recovery code', () => {
  it('stands in for the app once, however it is spelled, and its owner is told', async () => {
    const { user, codes } = await newGuarded();
    const [code = ''] = codes;
    expect(codes).toHaveLength(10);
    await takeStep(await signInToStep(user.email), code.toUpperCase().replaceAll('-', ' '));
    await expect(takeStep(await signInToStep(user.email), code)).rejects.toMatchObject({ field: 'code' });
    expect(await activityOf(user.id)).toContain('Recovery code used, 9 left');
    expect(await subjectsTo(user.email)).toContain('A recovery code was used');
  });

  it('opens the account also when strangers have used up the tries of codes', async () => {
    const { user, secret, codes } = await newGuarded();
    for (let time = 0; time < 10; time += 1) await consumeRateLimit(codeLimits.byStrangers, user.id);
    await expect(takeStep(await signInToStep(user.email), codeNow(secret))).rejects.toThrow(
      RateLimitExceeded,
    );
    expect((await takeStep(await signInToStep(user.email), codes[3] ?? '')).kind).toBe('session');
  });

  it('is tried twenty times an hour from one address', async () => {
    const { user } = await newGuarded();
    const address = newAddress();
    const token = await signInToStep(user.email);
    const guess = () => takeStep(token, 'aaaa-bbbb-cccc-dddd', { address });
    for (let time = 0; time < 20; time += 1) await expect(guess()).rejects.toMatchObject({ field: 'code' });
    await expect(guess()).rejects.toThrow(RateLimitExceeded);
  });
});

describe('guessing codes', () => {
  it('ends after ten in an hour, from wherever, and the owner is told once', async () => {
    const { user, secret } = await newGuarded();
    const token = await signInToStep(user.email);
    for (let time = 0; time < 10; time += 1)
      await expect(takeStep(token, wrong)).rejects.toMatchObject({ kind: 'invalid' });
    for (let time = 0; time < 2; time += 1)
      await expect(takeStep(token, codeNow(secret))).rejects.toThrow(RateLimitExceeded);
    const warnings = (await subjectsTo(user.email)).filter(
      (subject) => subject === 'Somebody may have your password',
    );
    expect(warnings).toHaveLength(1);
  });

  it('ends after thirty in a day, however slowly', async () => {
    const { user, secret } = await newGuarded();
    for (let time = 0; time < 30; time += 1) await consumeRateLimit(codeLimits.byStrangersInADay, user.id);
    await expect(takeStep(await signInToStep(user.email), codeNow(secret))).rejects.toThrow(
      RateLimitExceeded,
    );
  });

  it('shuts out no browser that has been in the account before; the password alone makes none known', async () => {
    const { user, secret } = await newGuarded();
    const { device } = await takeStep(await signInToStep(user.email), codeNow(secret));
    for (let time = 0; time < 10; time += 1) await consumeRateLimit(codeLimits.byStrangers, user.id);
    const later = now().getTime() + 60_000;
    const taken = at(later, async () =>
      takeStep(await signInToStep(user.email), codeNow(secret), { device }),
    );
    expect((await taken).kind).toBe('session');
    const attempt = await admit('sign_in', newAddress());
    const outcome = await signIn(attempt, { email: user.email, password: knownPassword }, browser);
    expect(outcome).not.toHaveProperty('device');
  });
});

describe('guessing codes in a browser that has been in the account', () => {
  /** Somebody whose browser has passed the second step. */
  async function known() {
    const guarded = await newGuarded();
    const { device } = await takeStep(await signInToStep(guarded.user.email), codeNow(guarded.secret));
    return { ...guarded, device };
  }

  const warnings = async (email: string) =>
    (await subjectsTo(email)).filter((subject) => subject === 'Somebody may have your password').length;

  it('ends after ten in a quarter of an hour, and the owner is told', async () => {
    const { user, device } = await known();
    const token = await signInToStep(user.email);
    for (let time = 0; time < 10; time += 1)
      await expect(takeStep(token, wrong, { device })).rejects.toMatchObject({ kind: 'invalid' });
    await expect(takeStep(token, wrong, { device })).rejects.toThrow(RateLimitExceeded);
    expect(await warnings(user.email)).toBe(1);
  });

  it('ends after thirty in a day, all such browsers together', async () => {
    const { user, device, secret } = await known();
    for (let time = 0; time < 30; time += 1) await consumeRateLimit(codeLimits.byDevicesInADay, user.id);
    await expect(takeStep(await signInToStep(user.email), codeNow(secret), { device })).rejects.toThrow(
      RateLimitExceeded,
    );
    expect(await warnings(user.email)).toBe(1);
  });

  it('counts the same at a step-up as at a sign-in', async () => {
    const { user, device } = await known();
    const token = await signInToStep(user.email);
    for (let time = 0; time < 5; time += 1)
      await expect(takeStep(token, wrong, { device })).rejects.toMatchObject({ kind: 'invalid' });
    const viewer = await viewerOf(await newSession(user.id));
    const stepUp = async () =>
      confirmIdentity(
        await admit('identity_confirmation', user.id, device),
        viewer,
        { code: wrong },
        newAddress(),
      );
    for (let time = 0; time < 5; time += 1) await expect(stepUp()).rejects.toMatchObject({ field: 'code' });
    await expect(takeStep(token, wrong, { device })).rejects.toThrow(RateLimitExceeded);
  });

  it('tells the owner of ten in a day, however slowly they come', async () => {
    const { user, secret, device } = await known();
    for (let time = 0; time < 9; time += 1) {
      await expect(takeStep(await signInToStep(user.email), wrong)).rejects.toMatchObject({ field: 'code' });
      await resetRateLimit(codeLimits.byStrangers, user.id);
    }
    expect(await warnings(user.email)).toBe(0);
    await expect(takeStep(await signInToStep(user.email), wrong, { device })).rejects.toMatchObject({
      field: 'code',
    });
    expect(await warnings(user.email)).toBe(1);
    expect(secret).toBeDefined();
  });

  it('is not begun by a reset: only the second step makes a browser known', async () => {
    const { user } = await newGuarded();
    await mailResetLink({ userId: user.id });
    const mail = (await mailsTo(user.email)).find(({ text }) => text.includes('/reset-password/'));
    const link = linkIn(mail?.text ?? '', '/reset-password/').replace('/reset-password/', '');
    const reset = async () =>
      resetPassword(await admit('password_reset', newAddress()), link, 'another-one-1');
    expect(await reset()).toBeNull();
    // Pressed twice, it is no other.
    expect(await reset()).toBeNull();
  });
});

describe('recovery codes of an earlier release, kept as plain hashes', () => {
  it('work once each, before and after those left are hashed slowly', async () => {
    const { user } = await newGuarded();
    await prisma().recoveryCode.deleteMany({ where: { userId: user.id } });
    const codes = ['abcdefgh22223333', 'abcdefgh44445555', 'abcdefgh66667777'];
    await prisma().recoveryCode.createMany({
      data: codes.map((code) => ({ userId: user.id, codeHash: hashToken(code) })),
    });
    const use = async (code: string) => takeStep(await signInToStep(user.email), code);
    expect((await use('abcd-efgh-2222-3333')).kind).toBe('session');
    await hashOldRecoveryCodes();
    const left = await prisma().recoveryCode.findMany({ where: { userId: user.id, usedAt: null } });
    for (const { codeHash } of left) expect(codeHash).toHaveLength(33);
    await expect(use('abcdefgh22223333')).rejects.toMatchObject({ field: 'code' });
    expect((await use('abcdefgh44445555')).kind).toBe('session');
    await expect(use('abcdefgh44445555')).rejects.toMatchObject({ field: 'code' });
    expect((await use('abcdefgh66667777')).kind).toBe('session');
  });

  it('are made with slow hashes now', async () => {
    const { user } = await newGuarded();
    const rows = await prisma().recoveryCode.findMany({ where: { userId: user.id } });
    expect(rows.map(({ codeHash }) => codeHash.length)).toEqual(Array.from({ length: 10 }, () => 33));
  });
});

describe('a trusted browser', () => {
  const trusted = async () => {
    const guarded = await newGuarded();
    const token = await signInToStep(guarded.user.email);
    const { trustToken } = await takeStep(token, codeNow(guarded.secret), { trusts: true });
    const enter = async (by: string | null = trustToken, email = guarded.user.email) => {
      const attempt = await admit('sign_in', newAddress());
      return signIn(attempt, { email, password: knownPassword }, { ...browser, trustToken: by });
    };
    return { ...guarded, trustToken: trustToken ?? '', enter };
  };

  it('is asked for the password alone, for thirty days; what it begins has proven nothing more', async () => {
    const { enter } = await trusted();
    const time = Date.now();
    const outcome = await enter();
    if (outcome.kind !== 'session') throw new Error('asked for a second step');
    expect((await viewerOf(outcome.token)).confirmedAt).toBeNull();
    expect((await at(time + 29 * dayMs, enter)).kind).toBe('session');
    expect((await at(time + 31 * dayMs, enter)).kind).toBe('second_step');
  });

  it('is so at the account that trusts it alone, and by its secret', async () => {
    const { enter, trustToken } = await trusted();
    const other = await newGuarded();
    expect((await enter(trustToken, other.user.email)).kind).toBe('second_step');
    expect((await enter('made-up')).kind).toBe('second_step');
    // Both who use the browser are remembered, the second by a secret that the first's copy of the cookie lacks.
    const token = await signInToStep(other.user.email);
    const step = await takeStep(token, codeNow(other.secret), { trusts: true, trustToken });
    expect((await enter(step.trustToken, other.user.email)).kind).toBe('session');
    expect((await enter(step.trustToken)).kind).toBe('session');
    expect((await enter(trustToken, other.user.email)).kind).toBe('second_step');
  });

  it('gets a new secret each time, whatever cookie was planted or copied before', async () => {
    const guarded = await newGuarded();
    const planted = 'P'.repeat(43);
    const trust = async (cookie: string) => {
      const token = await signInToStep(guarded.user.email);
      await prisma().authenticator.updateMany({
        where: { userId: guarded.user.id },
        data: { lastStep: 0 },
      });
      const step = await takeStep(token, codeNow(guarded.secret), { trusts: true, trustToken: cookie });
      return step.trustToken ?? '';
    };
    const enter = async (by: string) => {
      const attempt = await admit('sign_in', newAddress());
      const form = { email: guarded.user.email, password: knownPassword };
      return (await signIn(attempt, form, { ...browser, trustToken: by })).kind;
    };
    const first = await trust(planted);
    expect(await enter(planted)).toBe('second_step');
    expect(await enter(first)).toBe('session');
    const second = await trust(first);
    expect(await enter(second)).toBe('session');
    // Trusting the same browser again ends what it was trusted by before.
    expect(await enter(first)).toBe('second_step');
    expect(await prisma().trustedBrowser.count({ where: { userId: guarded.user.id } })).toBe(1);
  });

  it('is one no longer when its owner says so, or changes the password', async () => {
    const { enter, confirmed } = await trusted();
    await forgetTrustedBrowsers(confirmed);
    expect((await enter()).kind).toBe('second_step');
    const another = await trusted();
    const passwords = { currentPassword: knownPassword, password: 'another-password' };
    await changePassword(await admit('password_change', another.user.id), passwords, null, another.confirmed);
    expect(await prisma().trustedBrowser.count({ where: { userId: another.user.id } })).toBe(0);
  });
});
