import { describe, expect, it } from 'vitest';
import { findViewer } from '#app/domain/core/access/find-viewer.server.ts';
import { admit } from '#app/domain/people/accounts/attempts.server.ts';
import {
  confirmEmailChange,
  deleteExpiredEmailChanges,
  findEmailChange,
  findOwnEmailChange,
  refuseEmailChange,
  requestEmailChange,
  withdrawEmailChange,
} from '#app/domain/people/accounts/email-change.server.ts';
import { mailResetLink, resetPassword } from '#app/domain/people/accounts/password-reset.server.ts';
import { deleteDueAccounts } from '#app/domain/people/personal-data/erasure.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { RateLimitExceeded } from '#app/platform/rate-limit.server.ts';
import { newAddress } from '#tests/integration/joining.ts';
import { at, linkIn, mailsTo, newEmail, newSession, newUser, subjectsTo } from '#tests/integration/people.ts';
import { newConfirmed } from '#tests/integration/second-factors.ts';

const hourMs = 3600_000;
const emailOf = async (id: string) => (await prisma().user.findUniqueOrThrow({ where: { id } })).email;

/** The secret of the latest link that an address was mailed. */
const linkOf = async (email: string) =>
  linkIn((await mailsTo(email))[0]?.text ?? '', '/email-change/').replace('/email-change/', '');

async function begun() {
  const made = await newConfirmed({ verified: false });
  const email = newEmail();
  await requestEmailChange(made.confirmed, email);
  return { ...made, email, old: await linkOf(made.user.email), fresh: await linkOf(email) };
}

describe('the change of an address', () => {
  it.each([
    ['the old one first', (old: string, fresh: string) => [old, fresh]],
    ['the new one first', (old: string, fresh: string) => [fresh, old]],
  ])('is made when both have said yes, %s, and both are told', async (_, order) => {
    const { user, email, old, fresh } = await begun();
    const [first = '', second = ''] = order(old, fresh);
    expect(await confirmEmailChange(first)).toBe('waiting');
    expect(await confirmEmailChange(first)).toBe('waiting');
    expect(await findEmailChange(first)).toMatchObject({ isConfirmed: true });
    expect(await findEmailChange(second)).toMatchObject({ isConfirmed: false });
    expect(await emailOf(user.id)).toBe(user.email);
    expect(await confirmEmailChange(second)).toBe('done');
    const changed = await prisma().user.findUniqueOrThrow({ where: { id: user.id } });
    expect(changed).toMatchObject({ email, emailVerifiedAt: expect.any(Date) });
    for (const address of [user.email, email])
      expect(await subjectsTo(address)).toContain('Your email address has been changed');
    for (const link of [old, fresh])
      await expect(confirmEmailChange(link)).rejects.toMatchObject({ kind: 'conflict' });
  });

  it('leaves the old address no link to a new password', async () => {
    const { user, confirmed } = await newConfirmed();
    await mailResetLink({ userId: user.id });
    const token = linkIn((await mailsTo(user.email))[0]?.text ?? '', '/reset-password/').replace(
      '/reset-password/',
      '',
    );
    expect(token).not.toBe('');
    const email = newEmail();
    await requestEmailChange(confirmed, email);
    const links = [await linkOf(user.email), await linkOf(email)];
    // In the owner's own browser, where everything else stays.
    for (const link of links) await confirmEmailChange(link, { sessionId: confirmed.sessionId });
    await expect(
      resetPassword(await admit('password_reset', newAddress()), token, 'a-strangers-own-1'),
    ).rejects.toMatchObject({ kind: 'invalid' });
  });

  it('ends a recovery of the second factor whose link the old address was mailed', async () => {
    const { user, confirmed } = await newConfirmed();
    const email = newEmail();
    await requestEmailChange(confirmed, email);
    const links = [await linkOf(user.email), await linkOf(email)];
    await prisma().factorRecovery.create({ data: { userId: user.id } });
    // In the owner's own browser, where everything else stays.
    for (const link of links) await confirmEmailChange(link, { sessionId: confirmed.sessionId });
    expect(await emailOf(user.id)).toBe(email);
    expect(await prisma().factorRecovery.count({ where: { userId: user.id } })).toBe(0);
  });

  it('is made once when both say yes at the same moment', async () => {
    const { user, email, old, fresh } = await begun();
    const answers = await Promise.allSettled(
      [old, fresh, old, fresh].map((link) => confirmEmailChange(link)),
    );
    expect(answers.filter((one) => one.status === 'fulfilled' && one.value === 'done')).toHaveLength(1);
    for (const one of answers)
      if (one.status === 'rejected') expect(one.reason.message).toContain('has been used, or is too old');
    expect(await emailOf(user.id)).toBe(email);
  });

  it('is dropped by either address, by its owner, and by one that is begun after it', async () => {
    for (const drop of ['old', 'fresh', 'own', 'again'] as const) {
      const made = await begun();
      if (drop === 'own') expect(await withdrawEmailChange(made.viewer)).toBe(true);
      else if (drop === 'again') await requestEmailChange(made.confirmed, newEmail());
      else expect(await refuseEmailChange(made[drop])).toBe(true);
      for (const link of [made.old, made.fresh])
        await expect(confirmEmailChange(link)).rejects.toMatchObject({ kind: 'conflict' });
      expect(await emailOf(made.user.id)).toBe(made.user.email);
    }
  });

  it('waits two days', async () => {
    const { user, old, fresh } = await begun();
    const late = Date.now() + 48 * hourMs + 1_000;
    await confirmEmailChange(old);
    await expect(at(late, () => confirmEmailChange(fresh))).rejects.toMatchObject({ kind: 'conflict' });
    expect(await at(late, () => findOwnEmailChange(user.id))).toBeNull();
    await at(late, deleteExpiredEmailChanges);
    expect(await findEmailChange(old)).toBeNull();
  });

  it('takes the address from an account that nobody has proven, and that holds nothing', async () => {
    const { user, confirmed } = await newConfirmed();
    const squatter = await newUser({ verified: false });
    const session = await newSession(squatter.id);
    await requestEmailChange(confirmed, squatter.email);
    expect((await mailsTo(squatter.email))[0]?.text).toContain('that other account is deleted');
    const links = [await linkOf(user.email), await linkOf(squatter.email)];
    expect(await confirmEmailChange(links[0] ?? '')).toBe('waiting');
    expect(await emailOf(squatter.id), 'nothing is taken before the proof').toBe(squatter.email);
    expect(await confirmEmailChange(links[1] ?? '')).toBe('done');
    expect(await emailOf(user.id)).toBe(squatter.email);
    expect(await emailOf(squatter.id)).toMatch(/^unproven-.*@invalid$/);
    expect(await findViewer(session)).toBeNull();
    expect((await prisma().user.findUniqueOrThrow({ where: { id: squatter.id } })).passwordHash).toBeNull();
    await deleteDueAccounts();
    expect(await prisma().accountDeletion.findUnique({ where: { userId: squatter.id } })).toMatchObject({
      doneAt: expect.any(Date),
    });
  });

  it('takes it from none that has paid, was given something, or was imported', async () => {
    const { confirmed } = await newConfirmed();
    const holds: ((userId: string) => Promise<unknown>)[] = [
      (userId) =>
        prisma().payment.create({
          data: {
            userId,
            product: 'ebook',
            provider: 'stripe',
            providerInvoiceId: userId,
            status: 'paid',
            amountCents: 700,
            paidAt: new Date(),
          },
        }),
      (userId) => prisma().user.update({ where: { id: userId }, data: { role: 'affiliate' } }),
      (userId) =>
        prisma().importedPerson.create({ data: { userId, isAwaited: true, importedAt: new Date() } }),
      (userId) =>
        prisma().user.update({ where: { id: userId }, data: { formerEmailVerifiedAt: new Date() } }),
    ];
    for (const hold of holds) {
      const other = await newUser({ verified: false });
      await hold(other.id);
      await requestEmailChange(confirmed, other.email);
      expect(await subjectsTo(other.email)).toEqual(['You already have an account']);
    }
  });

  it('to an address that has an account tells nobody but that address', async () => {
    const { user, confirmed } = await newConfirmed();
    const other = await newUser();
    await requestEmailChange(confirmed, other.email);
    expect(await subjectsTo(other.email)).toEqual(['You already have an account']);
    expect((await mailsTo(other.email))[0]?.text).not.toContain('/email-change/');
    expect(await confirmEmailChange(await linkOf(user.email))).toBe('waiting');
  });

  it('to an address that has come to have an account meanwhile is refused', async () => {
    const { user, email, old, fresh } = await begun();
    const other = await newUser();
    await prisma().user.update({ where: { id: other.id }, data: { email } });
    await confirmEmailChange(old);
    await expect(confirmEmailChange(fresh)).rejects.toMatchObject({ kind: 'conflict' });
    expect(await emailOf(user.id)).toBe(user.email);
  });

  it('is none where the address is the same, and is begun five times a day', async () => {
    const { user, confirmed } = await newConfirmed();
    await expect(requestEmailChange(confirmed, user.email)).rejects.toMatchObject({ field: 'email' });
    for (let time = 0; time < 4; time += 1) await requestEmailChange(confirmed, newEmail());
    await expect(requestEmailChange(confirmed, newEmail())).rejects.toThrow(RateLimitExceeded);
  });

  it('fills nobody’s mailbox: three mails a day go to an address', async () => {
    const victim = newEmail();
    for (let time = 0; time < 4; time += 1)
      await requestEmailChange((await newConfirmed()).confirmed, victim);
    expect(await mailsTo(victim)).toHaveLength(3);
  });
});
