import { expect, it } from 'vitest';
import { admit } from '#app/domain/people/accounts/attempts.server.ts';
import { requestEmailChange } from '#app/domain/people/accounts/email-change.server.ts';
import { requestPasswordReset } from '#app/domain/people/accounts/password-reset.server.ts';
import { requestSignInLink } from '#app/domain/people/accounts/sign-in-link.server.ts';
import { requestPayoutAddress } from '#app/domain/programme/payouts/addresses.server.ts';
import { askAsVisitor } from '#app/domain/talk/support/visitor-tickets.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { newAddress } from '#tests/integration/joining.ts';
import { at, mailsTo, newUser } from '#tests/integration/people.ts';
import { doQueued, withJobQueue } from '#tests/integration/queued-jobs.ts';
import { newConfirmed } from '#tests/integration/second-factors.ts';

withJobQueue();

it('still lets its owner reset the password from a new device, after strangers have used all other forms', async () => {
  const { email } = await newUser();
  const ask = () =>
    askAsVisitor({ name: 'V', email, subject: crypto.randomUUID(), message: 'm' }, newAddress());
  for (let round = 0; round < 14; round += 1)
    await at(Date.now() + round * 3_600_000, () => ask().catch(() => undefined));
  const before = (await mailsTo(email)).length;
  await requestPasswordReset(await admit('reset_request', newAddress()), email);
  await doQueued('mail-reset-link');
  expect(await mailsTo(email)).toHaveLength(before + 1);
});

it('gets so many mails in a day from strangers, whatever forms they go through', async () => {
  const { email } = await newUser();
  const start = Date.now();
  /** Every form that mails any address, by accounts and from networks of their own, a minute apart. */
  const doors: (() => Promise<unknown>)[] = [
    async () => requestPasswordReset(await admit('reset_request', newAddress()), email),
    async () => requestSignInLink(await admit('sign_in_link_request', newAddress()), email, '/dashboard'),
    async () => requestEmailChange((await newConfirmed()).confirmed, email),
    async () =>
      requestPayoutAddress((await newConfirmed({ role: 'affiliate' })).confirmed, { email, country: 'US' }),
    () => askAsVisitor({ name: 'V', email, subject: crypto.randomUUID(), message: 'm' }, newAddress()),
  ];
  for (let round = 0; round < 12; round += 1)
    await at(start + round * 3_600_000, async () => {
      // What a form refuses is no matter here.
      for (const door of doors) await door().catch(() => undefined);
      await doQueued('mail-reset-link');
      await doQueued('mail-sign-in-link');
    });
  const mails = await mailsTo(email);
  // Twelve by all other forms, and what resets and sign-in links allow strangers by themselves.
  expect(mails.length).toBeGreaterThan(10);
  expect(mails.length).toBeLessThanOrEqual(12 + 4 + 6);
  expect(await prisma().mailOutbox.count({ where: { recipient: email } })).toBe(mails.length);
});
