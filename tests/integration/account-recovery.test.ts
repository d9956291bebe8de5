import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { admit } from '#app/domain/people/accounts/attempts.server.ts';
import {
  beginRecovery,
  deleteExpiredRecoveries,
  findRecovery,
  finishRecoveries,
  requestRecovery,
  stopRecovery,
} from '#app/domain/people/accounts/recovery.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { RateLimitExceeded } from '#app/platform/rate-limit.server.ts';
import { newAddress, signInFrom } from '#tests/integration/joining.ts';
import { at, knownPassword, linkIn, mailsTo, subjectsTo } from '#tests/integration/people.ts';
import { codeNow, newGuarded, signInToStep, takeStep } from '#tests/integration/second-factors.ts';

const dayMs = 24 * 3600_000;
const time = Date.now();

const ask = async (pending: string) => requestRecovery(await admit('second_step', newAddress()), pending);

const linkOf = async (email: string) =>
  linkIn((await mailsTo(email))[0]?.text ?? '', '/recover-account/').replace('/recover-account/', '');

const isGuarded = async (id: string) =>
  (await prisma().user.findUniqueOrThrow({ where: { id } })).secondFactorSince !== null;

/** Somebody who has lost everything, and has been mailed the link. */
async function lost() {
  const made = await newGuarded();
  await at(time, async () => ask(await signInToStep(made.user.email)));
  return { ...made, link: await linkOf(made.user.email) };
}

describe('who has lost every second factor', () => {
  it('gets in by the password alone three days after pressing a mailed link, told all the way', async () => {
    const { user, link } = await lost();
    // The request alone leads to nothing: who knows the password need not have the mailbox.
    await at(time + 4 * dayMs, finishRecoveries);
    expect(await isGuarded(user.id)).toBe(true);
    expect(await at(time, () => beginRecovery(link))).toBe(true);
    expect(await at(time, () => beginRecovery(link))).toBe(true);
    await at(time + 2.5 * dayMs, finishRecoveries);
    expect((await subjectsTo(user.email)).at(-1)).toBe('Two-step sign-in is turned off tomorrow');
    await at(time + 2.5 * dayMs, finishRecoveries);
    expect(await isGuarded(user.id)).toBe(true);
    await Promise.all([1, 2].map(() => at(time + 3 * dayMs, finishRecoveries)));
    expect(await isGuarded(user.id)).toBe(false);
    expect((await signInFrom(user.email, knownPassword)).kind).toBe('session');
    expect((await subjectsTo(user.email)).slice(-4)).toEqual([
      'Have you lost your second step?',
      'Two-step sign-in is turned off in three days',
      'Two-step sign-in is turned off tomorrow',
      'Two-step sign-in is off',
    ]);
  });

  it('waits, is reminded and gets in beside others who do', async () => {
    const both = [await lost(), await lost()];
    for (const { link } of both) expect(await at(time, () => beginRecovery(link))).toBe(true);
    await at(time + 2.5 * dayMs, finishRecoveries);
    for (const { user } of both)
      expect((await subjectsTo(user.email)).at(-1)).toBe('Two-step sign-in is turned off tomorrow');
    await at(time + 3 * dayMs, finishRecoveries);
    for (const { user } of both) expect(await isGuarded(user.id)).toBe(false);
  });

  it('is stopped by the link, at any time', async () => {
    for (const isBegun of [false, true]) {
      const { user, link } = await lost();
      if (isBegun) await at(time, () => beginRecovery(link));
      expect(await stopRecovery(link)).toBe(true);
      expect(await stopRecovery(link)).toBe(false);
      expect(await at(time, () => beginRecovery(link))).toBe(false);
      await at(time + 5 * dayMs, finishRecoveries);
      expect(await isGuarded(user.id)).toBe(true);
    }
  });

  it('is stopped by a sign-in with the second step', async () => {
    const { user, secret, link } = await lost();
    await at(time, () => beginRecovery(link));
    await takeStep(await signInToStep(user.email), codeNow(secret));
    expect(await findRecovery(link)).toBeNull();
  });

  it('presses the link within a day', async () => {
    const { user, link } = await lost();
    expect(await at(time + dayMs, () => beginRecovery(link))).toBe(false);
    await at(time + dayMs, deleteExpiredRecoveries);
    expect(await prisma().factorRecovery.count({ where: { userId: user.id } })).toBe(0);
  });

  it('asks again while it is under way without another wait, three times a week', async () => {
    const { user, link } = await lost();
    await at(time, () => beginRecovery(link));
    const before = await findRecovery(link);
    const again = () => at(time, async () => ask(await signInToStep(user.email)));
    for (let count = 0; count < 2; count += 1) await again();
    expect(await findRecovery(link)).toEqual(before);
    await expect(again()).rejects.toThrow(RateLimitExceeded);
  });

  it('has given the password, and has a link that nobody can make up', async () => {
    await expect(ask('made-up')).rejects.toMatchObject({ kind: 'conflict' });
    const { link } = await lost();
    const [id = '', proof = ''] = link.split('.');
    for (const forged of [id, `${id}.`, `${id}.${proof.slice(1)}A`, `${randomUUID()}.${proof}`, 'x', '.'])
      expect(
        [await findRecovery(forged), await beginRecovery(forged), await stopRecovery(forged)],
        forged,
      ).toEqual([null, false, false]);
  });
});
