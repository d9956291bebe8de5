import { describe, expect, it } from 'vitest';
import { findViewer } from '#app/domain/core/access/find-viewer.server.ts';
import { accountLimits, admit, mailLimits } from '#app/domain/people/accounts/attempts.server.ts';
import {
  confirmEmailChange,
  findEmailChange,
  requestEmailChange,
} from '#app/domain/people/accounts/email-change.server.ts';
import { verifyEmail } from '#app/domain/people/accounts/email-verification.server.ts';
import { changePassword } from '#app/domain/people/accounts/password.server.ts';
import {
  mailResetLink,
  requestPasswordReset,
  resetPassword,
} from '#app/domain/people/accounts/password-reset.server.ts';
import { findStepWays } from '#app/domain/people/accounts/second-step.server.ts';
import {
  findSignInLink,
  mailSignInLink,
  requestSignInLink,
  signInByLink,
} from '#app/domain/people/accounts/sign-in-link.server.ts';
import { deleteExpiredTokens, isTokenUsable } from '#app/domain/people/accounts/tokens.server.ts';
import { trustBrowser } from '#app/domain/people/safety/trusted-browsers.server.ts';
import {
  confirmPayoutAddress,
  findPayoutProfile,
  requestPayoutAddress,
} from '#app/domain/programme/payouts/addresses.server.ts';
import { databasePool, prisma, transaction } from '#app/platform/database/client.server.ts';
import { consumeRateLimit, RateLimitExceeded, resetRateLimit } from '#app/platform/rate-limit.server.ts';
import { hashPassword } from '#app/platform/secrets/crypto.server.ts';
import { browser, newAddress, signInFrom } from '#tests/integration/joining.ts';
import {
  activityOf,
  at,
  knownPassword,
  linkIn,
  mailsTo,
  newEmail,
  newSession,
  newUser,
  subjectsTo,
} from '#tests/integration/people.ts';
import { doQueued, takeQueued, withJobQueue } from '#tests/integration/queued-jobs.ts';
import { newConfirmed, newGuarded, viewerOf } from '#tests/integration/second-factors.ts';
import { statementsOf } from '#tests/integration/statements.ts';

withJobQueue();

const minuteMs = 60_000;

const verify = async (token: string) => (await verifyEmail(token, {})).kind === 'verified';

const request = async (email: string, address = newAddress()) =>
  requestPasswordReset(await admit('reset_request', address), email);

const reset = async (token: string, password = 'another-password') =>
  resetPassword(await admit('password_reset', newAddress()), token, password);

const change = async (userId: string, currentPassword: string, password: string) =>
  changePassword(await admit('password_change', userId), { currentPassword, password }, null);

/** The secret of the latest link to choose a password. */
async function linkOf(email: string): Promise<string> {
  return linkIn((await mailsTo(email))[0]?.text ?? '', '/reset-password/').replace('/reset-password/', '');
}

/** Has `statements` run, with an account's id as $1, while `work` waits for the account's lock. */
async function whileLocked<T>(userId: string, work: () => Promise<T>, statements: readonly string[]) {
  const holder = await databasePool().connect();
  try {
    await holder.query('BEGIN');
    const { rows } = await holder.query<{ pid: number }>(
      'SELECT pg_backend_pid() AS pid FROM users WHERE id = $1 FOR NO KEY UPDATE',
      [userId],
    );
    const done = work();
    done.catch(() => undefined);
    let isWaiting = false;
    while (!isWaiting) {
      const { rows: waiting } = await databasePool().query(
        'SELECT FROM pg_stat_activity WHERE $1::int = ANY(pg_blocking_pids(pid))',
        [rows[0]?.pid],
      );
      isWaiting = waiting.length > 0;
    }
    for (const statement of statements) await holder.query(statement, [userId]);
    await holder.query('COMMIT');
    return await done;
  } finally {
    holder.release();
  }
}

/** Has a link mailed to an account's owner, and takes it. */
async function mailedLink({ id, email }: { id: string; email: string }): Promise<string> {
  await mailResetLink({ userId: id });
  return linkOf(email);
}

describe('a request for a new password', () => {
  it('mails a link to the account’s address', async () => {
    const user = await newUser();
    await request(user.email);
    await doQueued('mail-reset-link');
    expect((await mailsTo(user.email))[0]?.text).toContain(`Hello ${user.name}`);
    expect(await isTokenUsable(await linkOf(user.email), 'reset_password')).toBe(true);
    expect(await activityOf(user.id)).toEqual(['Password reset requested']);
  });

  it('runs the same statements for an unknown address, and mails nobody', async () => {
    const { email } = await newUser();
    await request(newEmail());
    const unknown = await statementsOf(() => request(newEmail()));
    expect(await statementsOf(() => request(email))).toEqual(unknown);
    const before = await prisma().mailOutbox.count();
    await takeQueued('mail-reset-link');
    await request(newEmail());
    await doQueued('mail-reset-link');
    expect(await prisma().mailOutbox.count()).toBe(before);
  });

  it('mails nothing to an inactive account', async () => {
    const user = await newUser();
    await prisma().user.update({ where: { id: user.id }, data: { status: 'inactive' } });
    await request(user.email);
    await doQueued('mail-reset-link');
    expect(await mailsTo(user.email)).toEqual([]);
    expect(await prisma().accountToken.count({ where: { userId: user.id } })).toBe(0);
  });

  it('takes five of an account from one address, which shuts out nobody else', async () => {
    const user = await newUser();
    const attacker = newAddress();
    for (let time = 0; time < 5; time += 1) await request(user.email, attacker);
    await expect(request(user.email, attacker)).rejects.toThrow(RateLimitExceeded);
    await takeQueued('mail-reset-link');
    await resetRateLimit(mailLimits.resetByHour, user.email);
    await request(user.email);
    expect(await takeQueued('mail-reset-link')).toMatchObject([{ userId: user.id }]);
  });

  it('mails three links an hour to one address, and says nothing of it to whoever asks', async () => {
    const user = await newUser();
    for (let time = 0; time < 8; time += 1) {
      await request(user.email);
      await at(Date.now() + time * minuteMs, () => doQueued('mail-reset-link'));
    }
    expect(await mailsTo(user.email)).toHaveLength(3);
    expect(await prisma().accountToken.count({ where: { userId: user.id } })).toBe(3);
  });

  it('mails one link to who presses twice, which works', async () => {
    const user = await newUser();
    await Promise.all([request(user.email), request(user.email)]);
    const jobs = await takeQueued('mail-reset-link');
    await Promise.all(jobs.map((job) => mailResetLink(job)));
    expect(jobs).toHaveLength(2);
    expect(await mailsTo(user.email)).toHaveLength(1);
    await reset(await linkOf(user.email));
  });

  it('mails five a day to one address, the last of them for a browser that has been in the account', async () => {
    const user = await newUser();
    const { device } = await signInFrom(user.email, knownPassword);
    const hourIsOver = () => resetRateLimit(mailLimits.resetByHour, user.email);
    for (let time = 0; time < 6; time += 1) {
      await hourIsOver();
      await request(user.email);
    }
    const jobs = async () => (await takeQueued('mail-reset-link')).length;
    expect(await jobs()).toBe(4);
    for (let time = 0; time < 2; time += 1) {
      await hourIsOver();
      await requestPasswordReset(await admit('reset_request', newAddress(), device), user.email);
    }
    expect(await jobs()).toBe(1);
  });

  it('runs the same statements for an unknown address when the mails are used up', async () => {
    const [{ email }, unknown] = [await newUser(), newEmail()];
    for (const address of [email, unknown]) for (let time = 0; time < 3; time += 1) await request(address);
    const statements = await statementsOf(() => request(unknown));
    expect(await statementsOf(() => request(email))).toEqual(statements);
  });

  it('takes twenty from one address, whatever the accounts', async () => {
    const address = newAddress();
    for (let time = 0; time < 20; time += 1) await admit('reset_request', address);
    await expect(request(newEmail(), address)).rejects.toThrow(RateLimitExceeded);
  });

  it('made by somebody else leaves a link just mailed as it is', async () => {
    const user = await newUser();
    const token = await mailedLink(user);
    await mailResetLink({ userId: user.id });
    expect(await isTokenUsable(token, 'reset_password')).toBe(true);
  });
});

describe('a link to choose a new password', () => {
  it('works once, signs out everywhere, and proves the address', async () => {
    const user = await newUser({ verified: false });
    const other = await newUser();
    const [session, others] = [await newSession(user.id), await newSession(other.id)];
    const token = await mailedLink(user);
    await reset(token);
    expect(await findViewer(session)).toBeNull();
    expect(await findViewer(others)).not.toBeNull();
    // The second press of the same button says what the first has done; anything else finds a used link.
    await expect(reset(token)).resolves.toMatchObject({});
    await expect(at(Date.now() + minuteMs, () => reset(token))).rejects.toThrow('This link has been used');
    await expect(reset(token, 'third-password')).rejects.toThrow('This link has been used');
    expect((await signInFrom(user.email, 'another-password')).kind).toBe('session');
    const { emailVerifiedAt } = await prisma().user.findUniqueOrThrow({ where: { id: user.id } });
    expect(emailVerifiedAt).not.toBeNull();
    const { passwordHash } = await prisma().user.findUniqueOrThrow({ where: { id: other.id } });
    expect(passwordHash).toBe(other.passwordHash);
  });

  it('works for an hour, and not after', async () => {
    const user = await newUser();
    const mailedAt = Date.now();
    const token = await at(mailedAt, () => mailedLink(user));
    const later = mailedAt + 60 * minuteMs;
    expect(await at(later, () => isTokenUsable(token, 'reset_password'))).toBe(false);
    await expect(at(later, () => reset(token))).rejects.toThrow('This link has been used or is too old');
    expect((await signInFrom(user.email, knownPassword)).kind).toBe('session');
    await at(later - minuteMs, () => reset(token));
  });

  it('is none when it was mailed for something else', async () => {
    const user = await newUser({ verified: false });
    const token = await mailedLink(user);
    expect(await isTokenUsable(token, 'verify_email')).toBe(false);

    expect(await verify(token)).toBe(false);
    expect(await isTokenUsable(token, 'reset_password')).toBe(true);
  });

  it('ends when the password is changed otherwise', async () => {
    const user = await newUser();
    const inMinutes = (count: number) => at(Date.now() + count * minuteMs, () => mailedLink(user));
    const [first, second, third] = [await inMinutes(0), await inMinutes(1), await inMinutes(2)];
    expect(new Set([first, second, third]).size).toBe(3);
    await reset(second);
    expect(await isTokenUsable(first, 'reset_password')).toBe(false);
    await change(user.id, 'another-password', 'third-password-3');
    for (const token of [first, third]) await expect(reset(token)).rejects.toThrow('This link has been used');
  });

  it('makes the browser it is used on known: strangers who have used up the sign-ins shut it out no longer', async () => {
    const user = await newUser();
    for (let time = 0; time < 100; time += 1) await consumeRateLimit(accountLimits.signIn, user.email);
    const device = await reset(await mailedLink(user));
    await expect(signInFrom(user.email, 'another-password')).rejects.toThrow(RateLimitExceeded);
    expect((await signInFrom(user.email, 'another-password', newAddress(), device)).kind).toBe('session');
  });

  it('takes no password that is its owner’s address', async () => {
    const user = await newUser();
    const token = await mailedLink(user);
    await expect(reset(token, user.email)).rejects.toMatchObject({ kind: 'invalid', field: 'password' });
    await reset(token);
  });

  it('can be tried twenty times an hour from one address', async () => {
    const address = newAddress();
    for (let time = 0; time < 20; time += 1) await admit('password_reset', address);
    await expect(admit('password_reset', address)).rejects.toThrow(RateLimitExceeded);
  });

  it('is deleted a week after it expired, and not before', async () => {
    const user = await newUser();
    const dayMs = 24 * 60 * minuteMs;
    const tokens = () => prisma().accountToken.count({ where: { userId: user.id } });
    await at(Date.now() - 8 * dayMs, () => mailedLink(user));
    await at(Date.now() - 6 * dayMs, () => mailedLink(user));
    const live = await mailedLink(user);
    expect(await tokens()).toBe(3);
    await deleteExpiredTokens();
    expect(await tokens()).toBe(2);
    expect(await isTokenUsable(live, 'reset_password')).toBe(true);
  });
});

describe('changing the password', () => {
  it('takes the current one, and gives this device a session of a new secret and the others none', async () => {
    const user = await newUser();
    const [here, elsewhere] = [await newSession(user.id), await newSession(user.id)];
    await expect(change(user.id, 'wrong', 'another-password')).rejects.toMatchObject({
      field: 'currentPassword',
    });
    expect(await findViewer(elsewhere)).not.toBeNull();
    const token = await change(user.id, knownPassword, 'another-password');
    expect((await findViewer(token))?.viewer.id).toBe(user.id);
    expect(await findViewer(here)).toBeNull();
    expect(await findViewer(elsewhere)).toBeNull();
    expect(await subjectsTo(user.email)).toEqual(['Your password has been changed']);
    expect((await mailsTo(user.email))[0]?.text).toContain(`Hello ${user.name}`);
    expect(await activityOf(user.id)).toEqual(['Password changed']);
    await expect(signInFrom(user.email, knownPassword)).rejects.toThrow('Invalid login credentials');
  });

  it('gives the second of two presses a session too, and nobody whose session did not end just now', async () => {
    const user = await newUser();
    const { sessionId } = await viewerOf(await newSession(user.id));
    const passwords = { currentPassword: knownPassword, password: 'another-password' };
    const press = async () =>
      changePassword(await admit('password_change', user.id), passwords, null, null, sessionId);
    const tokens = await Promise.all([press(), press()]);
    expect(await subjectsTo(user.email)).toEqual(['Your password has been changed']);
    for (const token of tokens) expect(await findViewer(token)).not.toBeNull();
  });

  it.each([
    ['somebody else has set the same password', []],
    [
      'somebody else has, and the session was ended earlier',
      ["UPDATE sessions SET revoked_at = now() - interval '1 minute' WHERE user_id = $1"],
    ],
    ['a second factor is turned on', ['UPDATE users SET second_factor_since = now() WHERE id = $1']],
    ['the account is deactivated', ["UPDATE users SET status = 'inactive' WHERE id = $1"]],
  ])('is refused where meanwhile %s', async (meanwhile, statements) => {
    const user = await newUser();
    const { sessionId } = await viewerOf(await newSession(user.id));
    const passwords = { currentPassword: knownPassword, password: 'another-password' };
    const attempt = await admit('password_change', user.id);
    const work = () => changePassword(attempt, passwords, null, null, sessionId);
    const hash = await hashPassword('another-password');
    const change = `UPDATE users SET password_hash = '${hash}' WHERE id = $1`;
    const changes = meanwhile.startsWith('somebody') ? [change] : [];
    const refusal = { kind: 'not_allowed' };
    await expect(whileLocked(user.id, work, [...changes, ...statements])).rejects.toMatchObject(refusal);
    expect(await prisma().session.count({ where: { userId: user.id } })).toBe(1);
  });

  it('takes no password that is one’s own name', async () => {
    const user = await newUser();
    await expect(change(user.id, knownPassword, 'test-person')).rejects.toMatchObject({ field: 'password' });
  });

  it('can be tried ten times in a quarter of an hour, by each user', async () => {
    const [user, other] = [await newUser(), await newUser()];
    for (let time = 0; time < 10; time += 1) await admit('password_change', user.id);
    await expect(change(user.id, knownPassword, 'another-password')).rejects.toThrow(RateLimitExceeded);
    await expect(change(other.id, knownPassword, 'another-password')).resolves.toBeTypeOf('string');
  });

  it('is counted together with what is typed to confirm who one is', async () => {
    const { id } = await newUser();
    for (let time = 0; time < 5; time += 1) {
      await admit('password_change', id);
      await admit('identity_confirmation', id);
    }
    for (const kind of ['password_change', 'identity_confirmation'] as const)
      await expect(admit(kind, id)).rejects.toThrow(RateLimitExceeded);
  });
});

describe.each<[string, (user: { id: string; email: string }) => Promise<unknown>]>([
  ['reset', async (user) => reset(await mailedLink(user))],
  ['changed', (user) => change(user.id, knownPassword, 'another-password')],
])('a password that is %s', (_, choose) => {
  it('cancels the change of an address that somebody else may have begun, and says so', async () => {
    const { user, confirmed } = await newConfirmed();
    const fresh = newEmail();
    await requestEmailChange(confirmed, fresh);
    const secret = linkIn((await mailsTo(fresh))[0]?.text ?? '', '/email-change/').replace(
      '/email-change/',
      '',
    );
    await confirmEmailChange(secret, { sessionId: confirmed.sessionId });
    await choose(user);
    expect(await findEmailChange(secret)).toBeNull();
    expect(await prisma().emailChange.count({ where: { userId: user.id } })).toBe(0);
    expect((await mailsTo(user.email))[0]?.text).toContain('canceled the change of your email address');
    expect(await activityOf(user.id)).toContain('The change of the email address was dropped');
  });

  it('cancels a PayPal address that is not paid to yet, and leaves the one that is', async () => {
    const { user, confirmed } = await newConfirmed({ role: 'affiliate' });
    const [current, coming, unconfirmed] = [newEmail(), newEmail(), newEmail()];
    const secretTo = async (email: string) =>
      linkIn((await mailsTo(email))[0]?.text ?? '', '/payout-address/').replace('/payout-address/', '');
    for (const email of [current, coming, unconfirmed]) {
      await requestPayoutAddress(confirmed, { email, country: 'US' });
      if (email !== unconfirmed) await confirmPayoutAddress(await secretTo(email));
    }
    await choose(user);
    expect(await findPayoutProfile(user.id)).toMatchObject({
      email: current,
      coming: null,
      unconfirmed: null,
    });
    await expect(confirmPayoutAddress(await secretTo(unconfirmed))).rejects.toMatchObject({
      kind: 'not_found',
    });
    expect((await mailsTo(user.email))[0]?.text).toContain('the change of your PayPal address');
  });
});

it('a new password ends what browsers are told, of its owner alone', async () => {
  const [user, other] = [await newUser(), await newUser()];
  for (const { id: userId } of [user, other])
    await prisma().pushSubscription.create({
      data: {
        userId,
        endpoint: `https://push.example/${userId}`,
        p256dh: 'x',
        auth: 'x',
        createdAt: new Date(),
      },
    });
  await change(user.id, knownPassword, 'another-password');
  const left = await prisma().pushSubscription.findMany({ where: { userId: { in: [user.id, other.id] } } });
  expect(left.map(({ userId }) => userId)).toEqual([other.id]);
});

describe('a link to sign in by', () => {
  const ask = async (email: string, returnTo = '/dashboard', address = newAddress()) =>
    requestSignInLink(await admit('sign_in_link_request', address), email, returnTo);
  const enter = async (token: string, trustToken: string | null = null) =>
    signInByLink(await admit('sign_in_by_link', newAddress()), token, { ...browser, trustToken });
  const unusable = { kind: 'invalid', message: expect.stringContaining('used or is too old') };

  /** Has a link mailed, and says its secret. */
  async function linkTo(email: string, returnTo?: string): Promise<string> {
    await ask(email, returnTo);
    await doQueued('mail-sign-in-link');
    const mail = (await mailsTo(email)).find(({ subject }) => subject === 'Your link to sign in');
    return linkIn(mail?.text ?? '', '/sign-in/').replace(/^\/sign-in\/|\?.*$/g, '');
  }

  it('begins a session, once, on which who one is has not been proven', async () => {
    const user = await newUser({ verified: false });
    const token = await linkTo(user.email, '/courses/seo');
    expect((await mailsTo(user.email))[0]?.text).toContain(`/sign-in/${token}?redirectTo=%2Fcourses%2Fseo`);
    // Looking at it, as programs do, takes nothing of it.
    for (let look = 0; look < 3; look += 1) expect(await findSignInLink(token)).toBe(user.email);
    const both = await Promise.allSettled([enter(token), enter(token)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const [begun] = both.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect((await findViewer(begun?.token ?? ''))?.viewer).toMatchObject({
      id: user.id,
      confirmedAt: null,
      isEmailVerified: true,
    });
    expect(await findSignInLink(token)).toBeNull();
    await expect(enter(token)).rejects.toMatchObject(unusable);
    expect(await activityOf(user.id)).toEqual(
      expect.arrayContaining([
        'Signed in with a link or code from an email',
        'A sign-in with a link or code from an email was refused',
      ]),
    );
  });

  it('works for ten minutes, and no more after the password has changed or the account is inactive', async () => {
    const user = await newUser();
    const time = Date.now();
    const token = await at(time, () => linkTo(user.email));
    await expect(at(time + 10 * minuteMs, () => enter(token))).rejects.toMatchObject(unusable);
    const second = await at(time + minuteMs, () => linkTo(user.email));
    expect(second).not.toBe(token);
    await change(user.id, knownPassword, 'another-password');
    await expect(enter(second)).rejects.toMatchObject(unusable);
    const third = await linkTo(user.email);
    await prisma().user.update({ where: { id: user.id }, data: { status: 'inactive' } });
    await expect(enter(third)).rejects.toMatchObject(unusable);
    const before = await prisma().mailOutbox.count();
    await ask(user.email);
    await doQueued('mail-sign-in-link');
    expect(await prisma().mailOutbox.count()).toBe(before);
  });

  it('is mailed ten times a day to one address, the last of them for a browser that has been in the account', async () => {
    const user = await newUser();
    const { device } = await signInFrom(user.email, knownPassword);
    const askFrom = async (browserOf: typeof device | null) => {
      await resetRateLimit(mailLimits.signInLinkByHour, user.email);
      const attempt = await admit('sign_in_link_request', newAddress(), browserOf);
      await requestSignInLink(attempt, user.email, '/dashboard');
    };
    const jobs = async () => (await takeQueued('mail-sign-in-link')).length;
    for (let time = 0; time < 8; time += 1) await askFrom(null);
    expect(await jobs()).toBe(6);
    for (let time = 0; time < 6; time += 1) await askFrom(device);
    expect(await jobs()).toBe(4);
  });

  it('opens nothing that was mailed for something else', async () => {
    const user = await newUser();
    await expect(enter(await mailedLink(user))).rejects.toMatchObject(unusable);
    await expect(reset(await linkTo(user.email))).rejects.toMatchObject({ kind: 'invalid' });
  });

  it('is followed by the second step, unless the browser is trusted', async () => {
    const { user } = await newGuarded();
    const outcome = await enter(await linkTo(user.email));
    expect(outcome.kind).toBe('second_step');
    expect(await findStepWays(outcome.token)).toMatchObject({ hasApp: true });
    const trusted = await transaction((tx) => trustBrowser(tx, null, user.id));
    expect((await enter(await linkTo(user.email), trusted)).kind).toBe('session');
  });

  it('runs the same statements for an unknown address, and mails nobody', async () => {
    const { email } = await newUser();
    await ask(newEmail());
    const unknown = await statementsOf(() => ask(newEmail()));
    expect(await statementsOf(() => ask(email))).toEqual(unknown);
    await takeQueued('mail-sign-in-link');
    const before = await prisma().mailOutbox.count();
    await ask(newEmail());
    await doQueued('mail-sign-in-link');
    expect(await prisma().mailOutbox.count()).toBe(before);
  });

  it('goes to one address five times an hour, and is asked for five times from one place', async () => {
    const { email } = await newUser();
    await takeQueued('mail-sign-in-link');
    for (let count = 0; count < 7; count += 1) await ask(email);
    expect(await takeQueued('mail-sign-in-link')).toHaveLength(5);
    const address = newAddress();
    const other = newEmail();
    for (let count = 0; count < 5; count += 1) await ask(other, '/dashboard', address);
    await expect(ask(other, '/dashboard', address)).rejects.toThrow(RateLimitExceeded);
  });

  it('is mailed once, however often its job is done', async () => {
    const user = await newUser();
    await takeQueued('mail-sign-in-link');
    await ask(user.email);
    const [job] = await takeQueued('mail-sign-in-link');
    if (!job) throw new Error('no job');
    await mailSignInLink(job);
    await mailSignInLink(job);
    expect(await subjectsTo(user.email)).toEqual(['Your link to sign in']);
  });
});
