import { afterEach, describe, expect, it, vi } from 'vitest';
import { confirmedViewer, hasConfirmed } from '#app/domain/core/access/confirmation.server.ts';
import { requiresSecondFactor } from '#app/domain/core/access/policy.server.ts';
import { encryptAgain, encryptedColumns } from '#app/domain/operating/operations/encrypt-again.server.ts';
import { admit } from '#app/domain/people/accounts/attempts.server.ts';
import { confirmIdentity } from '#app/domain/people/accounts/confirm-identity.server.ts';
import { changePassword } from '#app/domain/people/accounts/password.server.ts';
import {
  confirmAuthenticator,
  offerAuthenticator,
  removeAuthenticator,
} from '#app/domain/people/safety/authenticator.server.ts';
import {
  deleteShownRecoveryCodes,
  forgetNewRecoveryCodes,
  listNewRecoveryCodes,
  renewRecoveryCodes,
} from '#app/domain/people/safety/recovery-codes.server.ts';
import { findSecondFactors, turnOffSecondFactor } from '#app/domain/people/safety/second-factor.server.ts';
import { config } from '#app/platform/config.server.ts';
import { databasePool, prisma } from '#app/platform/database/client.server.ts';
import { RateLimitExceeded } from '#app/platform/rate-limit.server.ts';
import { unseal } from '#app/platform/secrets/sealing.server.ts';
import { newAddress } from '#tests/integration/joining.ts';
import { activityOf, at, knownPassword, newSession, newUser, subjectsTo } from '#tests/integration/people.ts';
import {
  codeNow,
  fromBase32,
  newConfirmed,
  newGuarded,
  setUpApp,
  signInToStep,
  takeStep,
  viewerOf,
} from '#tests/integration/second-factors.ts';

const minuteMs = 60_000;
const factorsOf = (userId: string) => findSecondFactors(userId);

describe('setting up an authenticator app', () => {
  it('counts once the app has shown a code, and comes with ten recovery codes', () =>
    at(Date.now(), async () => {
      const { user, confirmed } = await newConfirmed();
      const offer = await offerAuthenticator(confirmed);
      expect(offer.url).toContain(`secret=${offer.secret.replaceAll(' ', '')}`);
      expect(await offerAuthenticator(confirmed)).toEqual(offer);
      expect((await factorsOf(user.id)).since).toBeNull();
      await expect(confirmAuthenticator(confirmed, '000000')).rejects.toMatchObject({ field: 'code' });
      const secret = fromBase32(offer.secret);
      expect(await confirmAuthenticator(confirmed, codeNow(secret))).toEqual({ hasNewCodes: true });
      expect(await factorsOf(user.id)).toEqual({
        since: expect.any(Date),
        authenticatorSince: expect.any(Date),
        passkeys: 0,
        recoveryCodesLeft: 10,
        trustedBrowsers: 0,
      });
      expect(await activityOf(user.id)).toEqual(['Two-step sign-in turned on']);
      expect(await subjectsTo(user.email)).toEqual(['Two-step sign-in is on']);
      // The code that confirmed it has been taken.
      await expect(takeStep(await signInToStep(user.email), codeNow(secret))).rejects.toMatchObject({
        field: 'code',
      });
    }));

  it('sent twice is refused the second time, and the codes are there all the same', async () => {
    const { confirmed } = await newConfirmed();
    const code = codeNow(fromBase32((await offerAuthenticator(confirmed)).secret));
    const both = await Promise.allSettled([1, 2].map(() => confirmAuthenticator(confirmed, code)));
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await listNewRecoveryCodes(confirmed)).toHaveLength(10);
  });

  it('keeps the secret encrypted, and offers it for a day', async () => {
    const { user, confirmed } = await newConfirmed();
    const time = Date.now();
    const { secret } = await at(time, () => offerAuthenticator(confirmed));
    const row = await prisma().authenticator.findUniqueOrThrow({ where: { userId: user.id } });
    const stored = Buffer.from(row.pendingSecret ?? []);
    expect(stored.includes(fromBase32(secret))).toBe(false);
    expect(stored.toString()).not.toContain(fromBase32(secret).toString('base64'));
    const nextDay = time + 24 * 60 * minuteMs;
    const late = () => at(nextDay, () => confirmAuthenticator(confirmed, codeNow(fromBase32(secret))));
    await expect(late()).rejects.toMatchObject({ kind: 'conflict' });
    expect((await at(nextDay, () => offerAuthenticator(confirmed))).secret).not.toBe(secret);
  });

  it('cannot be guessed through', async () => {
    const { confirmed } = await newConfirmed();
    await offerAuthenticator(confirmed);
    for (let time = 0; time < 20; time += 1)
      await confirmAuthenticator(confirmed, '000000').catch(() => null);
    await expect(confirmAuthenticator(confirmed, '000000')).rejects.toThrow(RateLimitExceeded);
  });

  it('a second time puts another app in the place of the first, and keeps the recovery codes', async () => {
    const { user, confirmed, secret, codes } = await newGuarded();
    const { secret: offered } = await offerAuthenticator(confirmed);
    // Until the new one is confirmed the old one counts.
    await takeStep(await signInToStep(user.email), codeNow(secret));
    const hasNewCodes = await confirmAuthenticator(confirmed, codeNow(fromBase32(offered)));
    expect(hasNewCodes).toEqual({ hasNewCodes: false });
    const later = Date.now() + minuteMs;
    const enter = (by: Buffer) =>
      at(later, async () => takeStep(await signInToStep(user.email), codeNow(by)));
    await expect(enter(secret)).rejects.toMatchObject({ field: 'code' });
    expect((await enter(fromBase32(offered))).kind).toBe('session');
    expect((await takeStep(await signInToStep(user.email), codes[0] ?? '')).kind).toBe('session');
    expect(await subjectsTo(user.email)).toContain('Another authenticator app');
  });

  it('takes back what other sessions had proven without it', async () => {
    const { user, confirmed, viewer } = await newConfirmed();
    const elsewhere = await newSession(user.id);
    await setUpApp(confirmed);
    expect(hasConfirmed(await viewerOf(elsewhere))).toBe(false);
    const here = await prisma().session.findUniqueOrThrow({ where: { id: viewer.sessionId } });
    expect(here.confirmedAt).not.toBeNull();
  });
});

describe('turning it off', () => {
  it.each([
    ['as a whole', turnOffSecondFactor],
    ['by removing the app', removeAuthenticator],
  ])('%s leaves nothing of it, and is told by mail once', async (_, turnOff) => {
    const { user, confirmed, secret } = await newGuarded();
    await takeStep(await signInToStep(user.email), codeNow(secret), { trusts: true });
    await turnOff(confirmed);
    await turnOff(confirmed);
    expect(await factorsOf(user.id)).toEqual({
      since: null,
      authenticatorSince: null,
      passkeys: 0,
      recoveryCodesLeft: 0,
      trustedBrowsers: 0,
    });
    const told = (await subjectsTo(user.email)).filter((subject) => subject === 'Two-step sign-in is off');
    expect(told).toHaveLength(1);
  });
});

describe('recovery codes', () => {
  it('are shown until their owner has them, for an hour at most, and stored as hashes after that', async () => {
    const { user, confirmed } = await newConfirmed();
    const time = Date.now();
    await at(time, () => setUpApp(confirmed));
    const shown = await at(time + 59 * minuteMs, () => listNewRecoveryCodes(confirmed));
    expect(new Set(shown).size).toBe(10);
    expect(shown[0]).toMatch(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/);
    expect(await at(time + 60 * minuteMs, () => listNewRecoveryCodes(confirmed))).toEqual([]);
    const sealed = () => prisma().recoveryCode.count({ where: { userId: user.id, sealed: { not: null } } });
    await at(time + 60 * minuteMs, deleteShownRecoveryCodes);
    expect(await sealed()).toBe(0);
    await renewRecoveryCodes(confirmed);
    expect(await sealed()).toBe(10);
    await forgetNewRecoveryCodes(confirmed);
    expect(await sealed()).toBe(0);
  });

  it('that are renewed take the place of the old ones', async () => {
    const { user, confirmed, codes } = await newGuarded();
    await renewRecoveryCodes(confirmed);
    await expect(takeStep(await signInToStep(user.email), codes[0] ?? '')).rejects.toMatchObject({
      field: 'code',
    });
    const [fresh = ''] = await listNewRecoveryCodes(confirmed);
    expect((await takeStep(await signInToStep(user.email), fresh)).kind).toBe('session');
    expect(await subjectsTo(user.email)).toContain('New recovery codes');
  });

  it('are not made where no second step is asked for', async () => {
    const { confirmed } = await newConfirmed();
    await expect(renewRecoveryCodes(confirmed)).rejects.toMatchObject({ kind: 'conflict' });
  });
});

describe('proving again who one is', () => {
  const prove = async (
    viewer: Awaited<ReturnType<typeof viewerOf>>,
    proof: { password?: string; code?: string },
  ) => confirmIdentity(await admit('identity_confirmation', viewer.id), viewer, proof, newAddress());

  it('holds for a quarter of an hour, on the session it was given on', async () => {
    const user = await newUser();
    const time = Date.now();
    const token = await at(time, () => newSession(user.id));
    const later = time + 15 * minuteMs;
    const stale = await at(later, () => viewerOf(token));
    expect(() => at(later, () => confirmedViewer(stale))).toThrow('confirm first');
    expect(at(later - 1, () => hasConfirmed(stale))).toBe(true);
    const elsewhere = await at(time, () => newSession(user.id));
    const renewed = await at(later, () => prove(stale, { password: knownPassword }));
    expect(await at(later, async () => hasConfirmed(await viewerOf(renewed.token)))).toBe(true);
    expect(await at(later, async () => hasConfirmed(await viewerOf(elsewhere)))).toBe(false);
    expect(await activityOf(user.id)).toEqual(['Proved again who they are with a password']);
  });

  it('is written down on an open session of one’s own, and on no other', async () => {
    const [{ viewer }, other] = [await newConfirmed(), await newConfirmed()];
    const ids = [viewer.sessionId, other.viewer.sessionId];
    await prisma().session.updateMany({ where: { id: { in: ids } }, data: { confirmedAt: null } });
    const asOther = { ...viewer, sessionId: other.viewer.sessionId };
    await expect(prove(asOther, { password: knownPassword })).rejects.toMatchObject({ kind: 'not_allowed' });
    await prisma().session.update({ where: { id: viewer.sessionId }, data: { revokedAt: new Date() } });
    await expect(prove(viewer, { password: knownPassword })).rejects.toThrow(/signed out/);
    const rows = await prisma().session.findMany({ where: { id: { in: ids } } });
    expect(rows.map(({ confirmedAt }) => confirmedAt)).toEqual([null, null]);
  });

  it('is by the password, or where there is a second factor by that alone', async () => {
    const { viewer } = await newConfirmed();
    await expect(prove(viewer, { password: 'wrong-password' })).rejects.toMatchObject({ field: 'password' });
    await expect(prove(viewer, { code: '000000' })).rejects.toMatchObject({ field: 'password' });
    const guarded = await newGuarded();
    const asked = { ...guarded.viewer, hasSecondFactor: true };
    await expect(prove(asked, { password: knownPassword })).rejects.toMatchObject({ field: 'code' });
    await prove(asked, { code: codeNow(guarded.secret) });
    await prove(asked, { code: guarded.codes[0] ?? '' });
    expect(await activityOf(guarded.user.id)).toContain('A proof of who they are with a code was refused');
  });

  it('is tried ten times a quarter of an hour', async () => {
    const { viewer } = await newConfirmed();
    for (let time = 0; time < 10; time += 1)
      await expect(prove(viewer, { password: 'wrong-password' })).rejects.toMatchObject({ kind: 'invalid' });
    await expect(prove(viewer, { password: knownPassword })).rejects.toThrow(RateLimitExceeded);
  });

  it('is asked before the password is changed, of who has a second factor', async () => {
    const { user, confirmed } = await newGuarded();
    const other = await newConfirmed();
    const passwords = { currentPassword: knownPassword, password: 'another-password' };
    for (const leave of [null, other.confirmed])
      await expect(
        changePassword(await admit('password_change', user.id), passwords, null, leave),
      ).rejects.toMatchObject({ kind: 'not_allowed' });
    await changePassword(await admit('password_change', user.id), passwords, null, confirmed);
  });
});

describe('whoever has to have a second factor', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.resetModules();
  });

  it('is an admin, unless a setting says otherwise', async () => {
    for (const role of ['member', 'affiliate', 'reseller', 'pro_reseller'] as const)
      expect(requiresSecondFactor({ role })).toBe(false);
    expect(requiresSecondFactor({ role: 'admin' })).toBe(true);
    vi.stubEnv('ADMIN_SECOND_FACTOR', 'optional');
    vi.resetModules();
    const { requiresSecondFactor: asked } = await import('#app/domain/core/access/policy.server.ts');
    expect(asked({ role: 'admin' })).toBe(false);
  });
});

describe('another ENCRYPTION_SECRET', () => {
  const own = config().encryptionSecret;
  const others = { sessionSecret: config().sessionSecret };
  const set = (encryptionSecret: string, previousEncryptionSecret: string | null) =>
    Object.assign(config(), {
      encryptionSecret,
      previousEncryptionSecret,
      // What is encrypted under it opens too, and in tests it is the same.
      sessionSecret: 'a-session-secret-of-thirty-two-characters',
    });
  afterEach(() =>
    Object.assign(config(), { encryptionSecret: own, previousEncryptionSecret: null, ...others }),
  );

  it('opens what was encrypted under the one before, and encrypts all of it again', async () => {
    const { user, confirmed } = await newConfirmed();
    const secret = await setUpApp(confirmed);
    const row = () => prisma().authenticator.findUniqueOrThrow({ where: { userId: user.id } });
    const before = (await row()).sealedSecret;
    const opens = async () => {
      const { sealedSecret } = await row();
      return sealedSecret && unseal(sealedSecret, user.id) === secret.toString('base64');
    };
    set('another-secret-of-thirty-two-characters', own);
    expect(await opens()).toBe(true);
    const { again } = await encryptAgain();
    expect(again).toBeGreaterThan(10);
    expect(await encryptAgain()).toMatchObject({ again: 0, closed: 0 });
    set('another-secret-of-thirty-two-characters', null);
    expect(await opens()).toBe(true);
    expect((await row()).sealedSecret).not.toEqual(before);
    // Without any that opens it, it is counted and left as it is.
    set('a-third-secret-of-thirty-two-characters', null);
    expect(await encryptAgain()).toMatchObject({ again: 0, closed: again });
    set(own, 'another-secret-of-thirty-two-characters');
    await encryptAgain();
  });

  it('is known for every column that is encrypted', async () => {
    const { rows } = await databasePool().query<{ name: string }>(
      `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
       WHERE table_schema = 'public' AND data_type = 'bytea' AND column_name ~ 'seal|secret' ORDER BY 1`,
    );
    const names = encryptedColumns.map(({ table, column }) => `${table}.${column}`);
    expect(rows.map(({ name }) => name)).toEqual(names.toSorted());
  });
});
