import { describe, expect, it } from 'vitest';
import { versionOf } from '#app/domain/learning/legal/documents.server.ts';
import { admit } from '#app/domain/people/accounts/attempts.server.ts';
import {
  findVerification,
  resendVerification,
  verifyEmail,
} from '#app/domain/people/accounts/email-verification.server.ts';
import { mailRegistered, registerAccount } from '#app/domain/people/accounts/registration.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { RateLimitExceeded } from '#app/platform/rate-limit.server.ts';
import { newAddress, register, registrationOf } from '#tests/integration/joining.ts';
import { activityOf, at, linkIn, mailsTo, newEmail, newUser, subjectsTo } from '#tests/integration/people.ts';
import { doQueued, withJobQueue } from '#tests/integration/queued-jobs.ts';
import { countOf, statementsOf } from '#tests/integration/statements.ts';

withJobQueue();

const findUser = (email: string) => prisma().user.findUniqueOrThrow({ where: { email } });

/** Whether a link verifies its address, on a browser that nothing is known of. */
const verify = async (token: string) => (await verifyEmail(token, {})).kind === 'verified';

/** The secret of the latest link to verify an address. */
async function verifyTokenOf(email: string): Promise<string> {
  return linkIn((await mailsTo(email))[0]?.text ?? '', '/verify-email/').replace('/verify-email/', '');
}

describe('registration', () => {
  it('makes a member with an unverified address and mails a link', async () => {
    const email = newEmail();
    await register(email);
    const user = await findUser(email);
    expect(user).toMatchObject({
      name: 'Ada Example',
      role: 'member',
      status: 'active',
      commissionRate: 50,
      phone: '',
      company: '',
      bio: '',
    });
    expect(user.emailVerifiedAt).toBeNull();
    await doQueued('mail-registered');
    const [mail] = await mailsTo(email);
    expect(mail?.text).toMatch(/^Hello,\n/);
    expect(`${mail?.subject}${mail?.text}${mail?.html}`).not.toContain('Ada');
    expect(mail?.text).toContain('/verify-email/');
    expect(await activityOf(user.id)).toEqual(['New member registered']);
    const accepted = await prisma().legalAcceptance.findMany({ where: { userId: user.id } });
    expect(accepted.map(({ document, version }) => [document, version]).sort()).toEqual([
      ['privacy', versionOf('privacy')],
      ['terms', versionOf('terms')],
    ]);
  });

  it('keeps the account there is and tells its owner by mail', async () => {
    const user = await newUser();
    await at(inMinutes(1), () => register(user.email));
    const after = await findUser(user.email);
    expect(after.passwordHash).toBe(user.passwordHash);
    expect(after.name).toBe(user.name);
    // Whoever typed the address need not be its owner.
    expect(await prisma().legalAcceptance.count({ where: { userId: user.id } })).toBe(0);
    await doQueued('mail-registered');
    expect(await subjectsTo(user.email)).toEqual(['You already have an account']);
    expect((await mailsTo(user.email))[0]?.text).toContain(`Hello ${user.name}`);
    expect(await activityOf(user.id)).toEqual(['Registration tried again for an existing account']);
  });

  it('makes one account of two registrations at once', async () => {
    const email = newEmail();
    await Promise.all([register(email), register(email)]);
    expect(await prisma().user.count({ where: { email } })).toBe(1);
    await doQueued('mail-registered');
    // Who presses twice is not told that there is an account already.
    expect(await subjectsTo(email)).toEqual(['Please verify your email address']);
  });

  it('runs the same statements for an address that is known, so that its time does not tell', async () => {
    const { email } = await newUser();
    // Whatever is done once for a process is done.
    await register(newEmail());
    const unknown = await statementsOf(() => register(newEmail()));
    expect(await statementsOf(() => register(email))).toEqual(unknown);
    // One more tells a process that does jobs of the mail, where this one does none.
    expect(countOf(unknown)).toBe(5);
  });

  it('mails one address three times a day at most, known or not, and answers the same', async () => {
    for (const email of [newEmail(), (await newUser()).email]) {
      for (let time = 1; time <= 5; time += 1) await at(inMinutes(time), () => register(email));
      await doQueued('mail-registered');
      expect(await mailsTo(email)).toHaveLength(3);
    }
  });

  it('takes no password that is the person’s own name', async () => {
    const email = newEmail();
    const attempt = await admit('registration', newAddress());
    await expect(registerAccount(attempt, registrationOf(email, 'Example-99'), null)).rejects.toMatchObject({
      kind: 'invalid',
      field: 'password',
    });
    expect(await prisma().user.count({ where: { email } })).toBe(0);
  });

  it('is limited by the visitor’s address', async () => {
    const address = newAddress();
    for (let time = 0; time < 20; time += 1) await admit('registration', address);
    await expect(admit('registration', address)).rejects.toThrow(RateLimitExceeded);
    await expect(register(newEmail())).resolves.toBeUndefined();
  });

  it('leaves nothing to mail for an account that is gone', async () => {
    const { id } = await newUser();
    await prisma().user.delete({ where: { id } });
    await expect(mailRegistered({ userId: id, isNew: true })).resolves.toBeUndefined();
  });
});

const inMinutes = (count: number) => Date.now() + count * 60_000;

describe('verification', () => {
  it('takes a link once', async () => {
    const email = newEmail();
    await register(email);
    await doQueued('mail-registered');
    const token = await verifyTokenOf(email);
    expect(await verify('wrong')).toBe(false);
    // Both presses of the same button are told the same.
    const standingOf = async (link: string) => (await findVerification(link, {})).kind;
    expect(await Promise.all(['wrong', `${token}x`, token.slice(0, -1)].map(standingOf))).toEqual([
      'dead',
      'dead',
      'dead',
    ]);
    expect(await standingOf(token)).toBe('usable');
    expect(await at(Date.now() + 4 * 24 * 3600_000, () => standingOf(token))).toBe('dead');
    expect(await Promise.all([verify(token), verify(token)])).toEqual([true, true]);
    expect(await standingOf(token)).toBe('done');
    expect(await at(inMinutes(1), () => verify(token))).toBe(false);
    const user = await findUser(email);
    expect((await activityOf(user.id)).filter((line) => line.includes('verified'))).toHaveLength(1);
    expect(user.emailVerifiedAt).not.toBeNull();
    expect(await resendVerification(user.id)).toBe(false);
  });

  it('takes a link for three days, and not after', async () => {
    const user = await newUser({ verified: false });
    const mailedAt = Date.now();
    await at(mailedAt, () => resendVerification(user.id));
    const token = await verifyTokenOf(user.email);
    const hours = (count: number) => mailedAt + count * 3600 * 1000;
    expect(await at(hours(72), () => verify(token))).toBe(false);
    expect((await findUser(user.email)).emailVerifiedAt).toBeNull();
    expect(await at(hours(71), () => verify(token))).toBe(true);
  });

  it('makes the earlier link worthless when a new one is sent', async () => {
    const user = await newUser({ verified: false });
    await resendVerification(user.id);
    const token = await verifyTokenOf(user.email);
    expect(await at(inMinutes(1), () => resendVerification(user.id))).toBe(true);
    expect(await verify(token)).toBe(false);
  });

  it('mails one link to who presses twice, whose link works', async () => {
    const user = await newUser({ verified: false });
    const pressed = await Promise.all([1, 2].map(() => resendVerification(user.id)));
    expect(pressed).toEqual([true, true]);
    expect(await mailsTo(user.email)).toHaveLength(1);
    expect(await verify(await verifyTokenOf(user.email))).toBe(true);
  });

  it('verifies nobody else', async () => {
    const [user, other] = [await newUser({ verified: false }), await newUser({ verified: false })];
    await resendVerification(user.id);
    await verify(await verifyTokenOf(user.email));
    expect((await findUser(other.email)).emailVerifiedAt).toBeNull();
  });

  it('mails a link again three times a day at most', async () => {
    const user = await newUser({ verified: false });
    for (let time = 0; time < 3; time += 1) await at(inMinutes(time), () => resendVerification(user.id));
    await expect(resendVerification(user.id)).rejects.toThrow(RateLimitExceeded);
    const mails = await mailsTo(user.email);
    expect(mails).toHaveLength(3);
    for (const { text } of mails) expect(text).toMatch(/^Hello,\n/);
  });
});
