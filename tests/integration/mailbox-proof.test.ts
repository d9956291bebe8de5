import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { confirmedViewer } from '#app/domain/core/access/confirmation.server.ts';
import { findViewer } from '#app/domain/core/access/find-viewer.server.ts';
import { findKeyOwner, makeApiKey } from '#app/domain/core/api-keys/api-keys.server.ts';
import { addBrowser, offersPush } from '#app/domain/core/notifications/push.server.ts';
import { admit } from '#app/domain/people/accounts/attempts.server.ts';
import { confirmEmailChange, requestEmailChange } from '#app/domain/people/accounts/email-change.server.ts';
import { resendVerification, verifyEmail } from '#app/domain/people/accounts/email-verification.server.ts';
import {
  type OwnershipEvidence,
  registrationProof,
} from '#app/domain/people/accounts/mailbox-proof.server.ts';
import { changePassword } from '#app/domain/people/accounts/password.server.ts';
import { mailResetLink, resetPassword } from '#app/domain/people/accounts/password-reset.server.ts';
import { isSecondStepAwaited } from '#app/domain/people/accounts/second-step.server.ts';
import { signIn } from '#app/domain/people/accounts/sign-in.server.ts';
import { mailSignInLink, signInByLink } from '#app/domain/people/accounts/sign-in-link.server.ts';
import { isTokenUsable } from '#app/domain/people/accounts/tokens.server.ts';
import { requestDeletion } from '#app/domain/people/personal-data/deletion.server.ts';
import { confirmAuthenticator, offerAuthenticator } from '#app/domain/people/safety/authenticator.server.ts';
import { addPasskey, offerPasskey } from '#app/domain/people/safety/passkeys.server.ts';
import { trustBrowser } from '#app/domain/people/safety/trusted-browsers.server.ts';
import { startResellerTrial } from '#app/domain/programme/affiliates/reseller-trial.server.ts';
import { requestPayoutAddress } from '#app/domain/programme/payouts/addresses.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import { hashToken, newToken } from '#app/platform/secrets/crypto.server.ts';
import { browser, newAddress, register, signInFrom } from '#tests/integration/joining.ts';
import { PasskeyDevice } from '#tests/integration/passkey-device.ts';
import {
  at,
  knownPassword,
  linkIn,
  mailsTo,
  newEmail,
  newSession,
  newUser,
  subjectsTo,
} from '#tests/integration/people.ts';
import { withJobQueue } from '#tests/integration/queued-jobs.ts';
import {
  codeNow,
  newConfirmed,
  newGuarded,
  setUpApp,
  signInToStep,
  takeStep,
  viewerOf,
} from '#tests/integration/second-factors.ts';

withJobQueue();

const mailedSubject = 'Your email address is verified. We removed earlier access to your account';

/** The secret of the latest mailed link of a kind. */
async function secretIn(email: string, path: string): Promise<string> {
  const mail = (await mailsTo(email)).find(({ text }) => text.includes(path));
  return linkIn(mail?.text ?? '', path)
    .replace(path, '')
    .replace(/\?.*$/, '');
}

interface Account {
  id: string;
  email: string;
}

/** Every path that proves a mailbox, in a browser that brings some evidence or none. */
const proofs: Record<string, (account: Account, evidence?: OwnershipEvidence) => Promise<unknown>> = {
  'a verification link': async ({ id, email }, evidence = {}) => {
    await resendVerification(id);
    return verifyEmail(await secretIn(email, '/verify-email/'), evidence);
  },
  'a sign-in link': async ({ id, email }, evidence = {}) => {
    await mailSignInLink({ userId: id, returnTo: '/dashboard' });
    const attempt = await admit('sign_in_by_link', newAddress());
    return signInByLink(attempt, await secretIn(email, '/sign-in/'), browser, evidence);
  },
  'a password reset': async ({ id, email }) => {
    await mailResetLink({ userId: id });
    const attempt = await admit('password_reset', newAddress());
    return resetPassword(attempt, await secretIn(email, '/reset-password/'), 'the-owners-own-1');
  },
};

/** An account that somebody else has registered with its owner's address, and everything they can prepare in it. */
async function prehijacked() {
  const { user, viewer, confirmed } = await newConfirmed({ verified: false });
  const { id: userId } = user;
  const session = await newSession(userId);
  await requestEmailChange(confirmed, newEmail());
  await requestDeletion(viewer);
  const device = new PasskeyDevice();
  const { token, options } = await offerPasskey(confirmed);
  await addPasskey(confirmed, { token, answer: device.create(options) }, { name: 'Mine', userAgent: null });
  const app = await setUpApp(confirmed);
  const pending = await signInToStep(user.email);
  const trusted = await transaction((tx) => trustBrowser(tx, null, userId));
  // What an account of an earlier release can have though its address was never verified.
  const key = `mak_${newToken()}`;
  const createdAt = now();
  await prisma().user.update({
    where: { id: userId },
    data: { role: 'affiliate', paypalEmail: 'a@b.example' },
  });
  await prisma().apiKey.create({
    data: {
      userId,
      name: 'k',
      permissions: ['affiliate:read'],
      tokenHash: hashToken(key),
      hint: '',
      formKey: randomUUID(),
      createdAt,
    },
  });
  await prisma().pushSubscription.create({
    data: { userId, endpoint: `https://push.example/${userId}`, p256dh: 'x', auth: 'x', createdAt },
  });
  await prisma().payoutAddress.create({
    data: {
      userId,
      email: newEmail(),
      tokenHash: hashToken(newToken()),
      requestedAt: createdAt,
      tokenExpiresAt: createdAt,
      confirmedAt: createdAt,
      usableFrom: createdAt,
    },
  });
  await prisma().factorRecovery.create({ data: { userId, createdAt } });
  return { user, viewer, confirmed, session, device, app, pending, trusted, key };
}

/** How many rows of an account still give access, money or a change of it. */
async function accessLeft(userId: string) {
  const where = { userId };
  const counts = await Promise.all([
    prisma().passkey.count({ where }),
    prisma().authenticator.count({ where }),
    prisma().recoveryCode.count({ where }),
    prisma().trustedBrowser.count({ where }),
    prisma().pendingSignIn.count({ where }),
    prisma().emailChange.count({ where }),
    prisma().factorRecovery.count({ where }),
    prisma().accountDeletion.count({ where }),
    prisma().pushSubscription.count({ where }),
    prisma().apiKey.count({ where: { userId, revokedAt: null } }),
    prisma().payoutAddress.count({ where: { userId, canceledAt: null } }),
  ]);
  return counts.reduce((sum, count) => sum + count, 0);
}

describe('the first proof of a mailbox (P181)', () => {
  it.each(Object.entries(proofs))('by %s leaves nothing of what was there before', async (_, prove) => {
    const before = await prehijacked();
    const { user } = before;
    expect(await accessLeft(user.id)).toBeGreaterThan(19);
    await prove(user);
    for (const token of [before.session]) expect(await findViewer(token)).toBeNull();
    expect(await prisma().session.count({ where: { id: before.viewer.sessionId, revokedAt: null } })).toBe(0);
    expect(await accessLeft(user.id)).toBe(0);
    expect(await isSecondStepAwaited(before.pending)).toBe(false);
    expect(await findKeyOwner(before.key, newAddress())).toBeNull();
    await expect(signInFrom(user.email, knownPassword)).rejects.toThrow('Invalid login credentials');
    const after = await prisma().user.findUniqueOrThrow({ where: { id: user.id } });
    expect(after).toMatchObject({
      emailVerifiedAt: expect.any(Date),
      secondFactorSince: null,
      paypalEmail: null,
    });
    expect(await subjectsTo(user.email)).toContain(mailedSubject);
    const mail = (await mailsTo(user.email)).find(({ subject }) => subject === mailedSubject);
    for (const what of ['two-step sign-in', '1 passkey', '1 API key', 'PayPal address', 'signed-in devices'])
      expect(mail?.text).toContain(what);
  });

  it.each([
    ['a verification link', 'a password reset'],
    ['a sign-in link', 'a verification link'],
    ['a sign-in link', 'a password reset'],
  ])('by %s and %s at once does so too, and neither fails for another reason', async (one, other) => {
    const { user, session } = await prehijacked();
    const both = await Promise.allSettled([proofs[one]?.(user), proofs[other]?.(user)]);
    for (const proof of both)
      if (proof.status === 'rejected') expect(proof.reason).toMatchObject({ kind: 'invalid' });
    expect(both.some(({ status }) => status === 'fulfilled')).toBe(true);
    expect(await findViewer(session)).toBeNull();
    expect(await accessLeft(user.id)).toBe(0);
    await expect(signInFrom(user.email, knownPassword)).rejects.toThrow('Invalid login credentials');
  });

  it('leads to another password where it removed the one there was', async () => {
    const user = await newUser({ verified: false });
    const outcome = await proofs['a verification link']?.(user);
    const { resetToken } = outcome as { resetToken: string };
    expect(await isTokenUsable(resetToken, 'reset_password')).toBe(true);
    expect(await secretIn(user.email, '/reset-password/')).toBe(resetToken);
    await resetPassword(await admit('password_reset', newAddress()), resetToken, 'the-owners-own-1');
    expect((await signInFrom(user.email, 'the-owners-own-1')).kind).toBe('session');
  });

  it('is the first only: a later one ends nothing', async () => {
    const { user, secret } = await newGuarded();
    const session = await newSession(user.id);
    await proofs['a sign-in link']?.(user);
    expect(await findViewer(session)).not.toBeNull();
    expect(secret).toBeDefined();
    expect(await prisma().authenticator.count({ where: { userId: user.id } })).toBe(1);
    expect(await subjectsTo(user.email)).not.toContain(mailedSubject);
  });

  it('offers nobody the secret of an app that somebody else began to set up', async () => {
    const { user, confirmed } = await newConfirmed({ verified: false });
    const { secret } = await offerAuthenticator(confirmed);
    await proofs['a sign-in link']?.(user);
    const owner = await viewerOf(await newSession(user.id));
    expect((await offerAuthenticator(confirmedViewer(owner))).secret).not.toBe(secret);
  });
});

describe('whoever registered the account themselves', () => {
  it('keeps password and session where they prove the mailbox in the browser that is signed in', async () => {
    for (const how of ['a verification link', 'a sign-in link']) {
      const user = await newUser({ verified: false });
      const here = await newSession(user.id);
      const elsewhere = await newSession(user.id);
      const { sessionId } = await viewerOf(here);
      await proofs[how]?.(user, { sessionId });
      expect((await findViewer(here))?.viewer.isEmailVerified).toBe(true);
      expect(await findViewer(elsewhere)).toBeNull();
      expect((await signInFrom(user.email, knownPassword)).kind).toBe('session');
    }
  });

  it('is mailed nothing where nothing was removed', async () => {
    const user = await newUser({ verified: false });
    const { sessionId } = await viewerOf(await newSession(user.id));
    await proofs['a verification link']?.(user, { sessionId });
    expect(await subjectsTo(user.email)).toEqual(['Please verify your email address']);
  });

  it('keeps the second factor that this session has proven, and no other', async () => {
    const { user, viewer } = await newGuarded({ verified: false });
    await proofs['a verification link']?.(user, { sessionId: viewer.sessionId });
    expect(await prisma().authenticator.count({ where: { userId: user.id } })).toBe(1);

    const planted = await newConfirmed({ verified: false });
    const { sessionId } = await viewerOf(await newSession(planted.user.id));
    await setUpApp(planted.confirmed);
    await proofs['a verification link']?.(planted.user, { sessionId });
    expect(await prisma().authenticator.count({ where: { userId: planted.user.id } })).toBe(0);
  });

  it('keeps the password in the browser that registered, and nothing that others have', async () => {
    const email = newEmail();
    await register(email);
    const user = await prisma().user.findUniqueOrThrow({ where: { email } });
    const registration = registrationProof(user.passwordHash ?? '');
    const elsewhere = await newSession(user.id);
    await proofs['a verification link']?.(user, { registration });
    expect((await signInFrom(email, 'a-good-password')).kind).toBe('session');
    expect(await findViewer(elsewhere)).toBeNull();
  });

  it('keeps the password by typing it; a wrong one takes nothing of the link', async () => {
    const user = await newUser({ verified: false });
    await resendVerification(user.id);
    const token = await secretIn(user.email, '/verify-email/');
    const typing = async (password: string) =>
      verifyEmail(token, {}, { attempt: await admit('sign_in', newAddress()), password });
    await expect(typing('another-one-1')).rejects.toMatchObject({ kind: 'invalid', field: 'password' });
    expect(await isTokenUsable(token, 'verify_email')).toBe(true);
    expect(await typing(knownPassword)).toEqual({ kind: 'verified', resetToken: null });
    expect((await signInFrom(user.email, knownPassword)).kind).toBe('session');
  });

  it('is shown by no evidence of another account, an ended session or a password that was changed', async () => {
    const stranger = await newUser();
    const strangers = (await viewerOf(await newSession(stranger.id))).sessionId;
    const cases: ((user: Account) => Promise<OwnershipEvidence>)[] = [
      async () => ({ sessionId: strangers }),
      async () => ({ sessionId: randomUUID() }),
      async () => ({ registration: registrationProof('another hash') }),
      async ({ id }) => {
        const { sessionId } = await viewerOf(await newSession(id));
        await prisma().session.update({ where: { id: sessionId }, data: { revokedAt: new Date() } });
        return { sessionId };
      },
    ];
    for (const evidenceOf of cases) {
      const user = await newUser({ verified: false });
      await proofs['a verification link']?.(user, await evidenceOf(user));
      await expect(signInFrom(user.email, knownPassword)).rejects.toThrow('Invalid login credentials');
    }
  });
});

describe('an address that takes another’s place', () => {
  /** A change that somebody begins from their account to an address of somebody else. */
  async function begun() {
    const made = await newGuarded();
    const { confirmed } = await newConfirmed();
    const email = newEmail();
    const session = await newSession(made.user.id);
    const sure = { ...confirmed, userId: made.user.id, sessionId: made.viewer.sessionId };
    await requestEmailChange(sure, email);
    const [old, fresh] = [
      await secretIn(made.user.email, '/email-change/'),
      await secretIn(email, '/email-change/'),
    ];
    return { ...made, email, session, old, fresh };
  }

  it.each([
    ['after', (old: string, fresh: string) => [old, fresh]],
    ['before', (old: string, fresh: string) => [fresh, old]],
  ])('ends all access when its owner, %s the other, says yes without being signed in', async (_, order) => {
    const { user, email, session, old, fresh, viewer } = await begun();
    for (const link of order(old, fresh)) {
      const isOld = link === old;
      await confirmEmailChange(link, isOld ? { sessionId: viewer.sessionId } : {});
    }
    expect(await findViewer(session)).toBeNull();
    expect(await accessLeft(user.id)).toBe(0);
    await expect(signInFrom(email, knownPassword)).rejects.toThrow('Invalid login credentials');
    expect(await subjectsTo(email)).toContain(mailedSubject);
  });

  it('ends nothing when whoever says yes for it is signed in to the account', async () => {
    const { user, email, session, old, fresh, viewer } = await begun();
    await confirmEmailChange(fresh, { sessionId: viewer.sessionId });
    await confirmEmailChange(old);
    expect(await findViewer(session)).not.toBeNull();
    expect(await prisma().authenticator.count({ where: { userId: user.id } })).toBe(1);
    expect(await subjectsTo(email)).not.toContain(mailedSubject);
  });
});

describe('what is under way while a mailbox is proven', () => {
  /** Somebody else's signed-in request: its session was looked up, and is ended before the command runs. */
  async function overtaken() {
    const made = await newConfirmed({ verified: false });
    const { token, options } = await offerPasskey(made.confirmed);
    const app = await offerAuthenticator(made.confirmed);
    await proofs['a sign-in link']?.(made.user);
    return { ...made, token, options, app };
  }

  it('gives back no access', async () => {
    const { user, viewer, confirmed, token, options } = await overtaken();
    const [refusal, passkey] = [{ kind: 'not_allowed' }, new PasskeyDevice().create(options)];
    const form = { endpoint: `https://push.example/${user.id}/2`, p256dh: 'x', auth: 'x' };
    await expect(makeApiKey(viewer, { name: 'k', formKey: randomUUID() })).rejects.toMatchObject(refusal);
    await expect(requestPayoutAddress(confirmed, { email: newEmail(), country: 'US' })).rejects.toMatchObject(
      refusal,
    );
    await expect(startResellerTrial(viewer)).rejects.toMatchObject(refusal);
    await expect(requestEmailChange(confirmed, newEmail())).rejects.toMatchObject(refusal);
    await expect(offerAuthenticator(confirmed)).rejects.toMatchObject(refusal);
    await expect(requestDeletion(viewer)).rejects.toMatchObject(refusal);
    await expect(confirmAuthenticator(confirmed, '000000')).rejects.toMatchObject(refusal);
    await expect(
      addPasskey(confirmed, { token, answer: passkey }, { name: '', userAgent: null }),
    ).rejects.toMatchObject({ kind: 'invalid' });
    if (offersPush()) await expect(addBrowser(viewer, form)).rejects.toMatchObject(refusal);
    expect(await accessLeft(user.id)).toBe(0);
  });

  it('sets no password where the one there was is kept, but the session is not', async () => {
    const { user, viewer } = await newConfirmed({ verified: false });
    const registration = registrationProof(user.passwordHash ?? '');
    await proofs['a verification link']?.(user, { registration });
    const passwords = { currentPassword: knownPassword, password: 'another-password' };
    const attempt = await admit('password_change', user.id);
    await expect(changePassword(attempt, passwords, null, null, viewer.sessionId)).rejects.toMatchObject({
      kind: 'not_allowed',
    });
  });

  it('signs nobody in by a password that was right before', async () => {
    for (let time = 0; time < 3; time += 1) {
      const user = await newUser({ verified: false });
      await resendVerification(user.id);
      const token = await secretIn(user.email, '/verify-email/');
      const attempts = await Promise.all([1, 2, 3].map(() => admit('sign_in', newAddress())));
      const credentials = { email: user.email, password: knownPassword };
      const entering = attempts.map((attempt) => signIn(attempt, credentials, browser));
      await Promise.allSettled([...entering, verifyEmail(token, {})]);
      expect(await prisma().session.count({ where: { userId: user.id, revokedAt: null } })).toBe(0);
    }
  });
});

describe('while the address is not verified', () => {
  it('nothing is to be had that lasts or is worth money, and the refusal says what to do', async () => {
    const { viewer, confirmed } = await newConfirmed({ verified: false });
    const refusal = {
      kind: 'not_allowed',
      message: expect.stringMatching(/^Verify your email address .*again/),
    };
    await expect(makeApiKey(viewer, { name: 'k', formKey: randomUUID() })).rejects.toMatchObject(refusal);
    await expect(startResellerTrial(viewer)).rejects.toMatchObject(refusal);
    await expect(requestPayoutAddress(confirmed, { email: newEmail(), country: 'US' })).rejects.toMatchObject(
      refusal,
    );
    if (offersPush())
      await expect(
        addBrowser(viewer, { endpoint: 'https://push.example/x', p256dh: 'x', auth: 'x' }),
      ).rejects.toMatchObject(refusal);
    const user = await prisma().user.findUniqueOrThrow({ where: { id: viewer.id } });
    expect(user).toMatchObject({ trialStartedAt: null, payoutCountry: null });
    expect(await accessLeft(viewer.id)).toBe(0);
  });
});

it('another password revokes API keys, and says so', async () => {
  const user = await newUser({ role: 'affiliate' });
  const viewer = await viewerOf(await newSession(user.id));
  const key = String(await makeApiKey(viewer, { name: 'k', formKey: randomUUID() }));
  expect(await findKeyOwner(key, newAddress())).toMatchObject({ id: user.id });
  const passwords = { currentPassword: knownPassword, password: 'another-password' };
  await changePassword(await admit('password_change', user.id), passwords, null);
  expect(await findKeyOwner(key, newAddress())).toBeNull();
  expect((await mailsTo(user.email))[0]?.text).toContain('Your API key was revoked');
});

it('a code of the app is taken after the proof that kept it', async () => {
  const { user, viewer, secret } = await newGuarded({ verified: false });
  await proofs['a verification link']?.(user, { sessionId: viewer.sessionId });
  const later = now().getTime() + 60_000;
  const taken = at(later, async () => takeStep(await signInToStep(user.email), codeNow(secret)));
  expect((await taken).kind).toBe('session');
});
