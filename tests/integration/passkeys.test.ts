import { describe, expect, it, vi } from 'vitest';
import type { Confirmed } from '#app/domain/core/access/confirmation.server.ts';
import { admit } from '#app/domain/people/accounts/attempts.server.ts';
import { confirmIdentity } from '#app/domain/people/accounts/confirm-identity.server.ts';
import {
  askStepPasskey,
  findStepWays,
  takeSecondStep,
} from '#app/domain/people/accounts/second-step.server.ts';
import { askSignInPasskey, type Door, signInByPasskey } from '#app/domain/people/accounts/sign-in.server.ts';
import { removeAuthenticator } from '#app/domain/people/safety/authenticator.server.ts';
import {
  askPasskey,
  deleteExpiredCeremonies,
  takePasskey,
} from '#app/domain/people/safety/passkey-ceremonies.server.ts';
import {
  addPasskey,
  listPasskeys,
  maxPasskeys,
  offerPasskey,
  removePasskey,
  renamePasskey,
} from '#app/domain/people/safety/passkeys.server.ts';
import { findSecondFactors, turnOffSecondFactor } from '#app/domain/people/safety/second-factor.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { log } from '#app/platform/log.server.ts';
import { RateLimitExceeded } from '#app/platform/rate-limit.server.ts';
import { browser, newAddress } from '#tests/integration/joining.ts';
import { PasskeyDevice } from '#tests/integration/passkey-device.ts';
import { activityOf, at, type newUser, subjectsTo } from '#tests/integration/people.ts';
import { newConfirmed, setUpApp, signInToStep, viewerOf } from '#tests/integration/second-factors.ts';

const minuteMs = 60_000;

/** Adds a passkey, and returns the device it is on. */
async function addOne(confirmed: Confirmed, name = 'Phone', device = new PasskeyDevice()) {
  const { token, options } = await offerPasskey(confirmed);
  const added = await addPasskey(
    confirmed,
    { token, answer: device.create(options) },
    { name, userAgent: null },
  );
  return { device, ...added };
}

/** Somebody with a passkey, and its device. */
async function newHolder(options: Parameters<typeof newUser>[0] = {}) {
  const made = await newConfirmed(options);
  return { ...made, ...(await addOne(made.confirmed)) };
}

const question = async () => askSignInPasskey(await admit('passkey_question', newAddress()));

async function enter(device: PasskeyDevice, manner: Parameters<PasskeyDevice['sign']>[1] = {}, door?: Door) {
  const { token, options } = await question();
  const attempt = await admit('passkey_sign_in', newAddress());
  return signInByPasskey(attempt, { token, answer: device.sign(options, manner) }, browser, door);
}

const refused = { kind: 'invalid', message: expect.stringContaining('That passkey opens nothing here') };
const tooOld = { kind: 'invalid', message: expect.stringContaining('taken too long') };

describe('adding a passkey', () => {
  it('turns the second step on with recovery codes, is told by mail, and kept without a secret', async () => {
    const { user, confirmed } = await newConfirmed();
    const { hasNewCodes } = await addOne(confirmed, '');
    expect(hasNewCodes).toBe(true);
    expect(await findSecondFactors(user.id)).toMatchObject({
      since: expect.any(Date),
      authenticatorSince: null,
      passkeys: 1,
      recoveryCodesLeft: 10,
    });
    expect(await listPasskeys(user.id)).toMatchObject([{ name: 'An unknown device', lastUsedAt: null }]);
    const row = await prisma().passkey.findFirstOrThrow({ where: { userId: user.id } });
    expect(row.transports).toEqual(['internal']);
    expect(await subjectsTo(user.email)).toEqual(
      expect.arrayContaining(['A passkey was added', 'Two-step sign-in is on']),
    );
    expect(await activityOf(user.id)).toContain('Passkey added');
    expect((await addOne(confirmed)).hasNewCodes).toBe(false);
  });

  it.each([
    ['another site', { origin: 'https://evil.example' }],
    ['another host', { rpId: 'evil.example' }],
    ['a device that asked nobody', { isVerified: false }],
  ])('is refused to %s', async (_, manner) => {
    const { confirmed, user } = await newConfirmed();
    const { token, options } = await offerPasskey(confirmed);
    const answer = new PasskeyDevice().create(options, manner);
    await expect(
      addPasskey(confirmed, { token, answer }, { name: '', userAgent: null }),
    ).rejects.toMatchObject({ kind: 'invalid' });
    expect(await listPasskeys(user.id)).toEqual([]);
  });

  // {"x5c": [h'00']} and {}: checking certificates would call the addresses they name.
  it.each([
    ['packed', 'a163783563814100'],
    ['android-key', 'a0'],
  ])('is refused with certificates of its maker before they are read (%s)', async (format, statement) => {
    const { confirmed } = await newConfirmed();
    const { token, options } = await offerPasskey(confirmed);
    const maker = { format, statement: Buffer.from(statement, 'hex') };
    const logged = vi.spyOn(log(), 'info');
    const answer = new PasskeyDevice().create(options, { maker });
    await expect(
      addPasskey(confirmed, { token, answer }, { name: '', userAgent: null }),
    ).rejects.toMatchObject({ kind: 'invalid' });
    expect(logged).toHaveBeenCalledWith({ reason: 'certificates' }, 'passkey_refused');
  });

  it('wants a question of its own: once, within five minutes, and nobody else’s', async () => {
    const { confirmed } = await newConfirmed();
    const other = await newConfirmed();
    const add = (token: string, options: object, by = confirmed) =>
      addPasskey(by, { token, answer: new PasskeyDevice().create(options) }, { name: 'x', userAgent: null });
    const first = await offerPasskey(confirmed);
    await expect(add(first.token, first.options, other.confirmed)).rejects.toMatchObject(tooOld);
    await add(first.token, first.options);
    await expect(add(first.token, first.options)).rejects.toMatchObject(tooOld);
    const [one, two] = [await offerPasskey(confirmed), await offerPasskey(confirmed)];
    // The question of one, signed for the other.
    await expect(add(one.token, two.options)).rejects.toMatchObject({ kind: 'invalid' });
    const time = Date.now();
    const late = await at(time, () => offerPasskey(confirmed));
    await expect(at(time + 5 * minuteMs, () => add(late.token, late.options))).rejects.toMatchObject(tooOld);
    const sign = await question();
    await expect(add(sign.token, sign.options)).rejects.toMatchObject(tooOld);
  });

  it('is refused where it is there already, be it another’s, and beyond twenty', async () => {
    const { confirmed, user, device } = await newHolder();
    await expect(addOne(confirmed, 'Again', device)).rejects.toMatchObject({ kind: 'conflict' });
    const other = await newConfirmed();
    await expect(addOne(other.confirmed, 'Theirs', device)).rejects.toMatchObject({ kind: 'conflict' });
    expect((await findSecondFactors(other.user.id)).since).toBeNull();
    await prisma().passkey.createMany({
      data: Array.from({ length: maxPasskeys - 1 }, () => ({
        userId: user.id,
        name: 'x',
        credentialId: new PasskeyDevice().id,
        publicKey: Buffer.alloc(1),
        isSynced: false,
      })),
    });
    await expect(addOne(confirmed)).rejects.toMatchObject({ kind: 'conflict' });
  });
});

describe('a sign-in by passkey alone', () => {
  it('begins a session on which who one is has been proven', async () => {
    const { user, device } = await newHolder();
    const begun = await enter(device);
    expect(begun.kind).toBe('session');
    expect(await viewerOf(begun.token)).toMatchObject({ id: user.id, confirmedAt: expect.any(Date) });
    expect((await listPasskeys(user.id))[0]?.lastUsedAt).toBeInstanceOf(Date);
  });

  it.each([
    ['another site', { origin: 'https://evil.example' }],
    ['another host', { rpId: 'evil.example' }],
    ['a device that asked nobody', { isVerified: false }],
  ])('is refused to %s', async (_, manner) => {
    const { device } = await newHolder();
    await expect(enter(device, manner)).rejects.toMatchObject(refused);
  });

  it('says the same of a passkey that nobody has, of odd answers, and of another’s signature', async () => {
    const { device } = await newHolder();
    const refusals = { type: 'sign_in_refused', details: { path: ['by'], equals: 'passkey' } } as const;
    const before = await prisma().activityLog.count({ where: refusals });
    await expect(enter(new PasskeyDevice())).rejects.toMatchObject(refused);
    expect(await prisma().activityLog.count({ where: refusals })).toBeGreaterThan(before);
    const impostor = new PasskeyDevice();
    const signed = impostor.sign.bind(impostor);
    impostor.sign = (options, manner) =>
      JSON.stringify({
        ...JSON.parse(signed(options, manner)),
        id: device.id.toString('base64url'),
        rawId: device.id.toString('base64url'),
      });
    await expect(enter(impostor)).rejects.toMatchObject(refused);
    for (const odd of [
      '',
      'null',
      '[]',
      '{}',
      '{"id":7}',
      '{"id":"!"}',
      `{"id":"${device.id.toString('base64url')}"}`,
    ]) {
      impostor.sign = () => odd;
      await expect(enter(impostor), odd).rejects.toMatchObject(refused);
    }
  });

  it('opens nothing where it names somebody else, or at a sign-in nobody', async () => {
    const [{ device, user }, other] = [await newHolder(), await newHolder()];
    const handleOf = ({ id }: { id: string }) =>
      Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url');
    for (const userHandle of [handleOf(other.user), 'AAAA', '', null])
      await expect(enter(device, { userHandle }), String(userHandle)).rejects.toMatchObject(refused);
    expect((await enter(device, { userHandle: handleOf(user) })).kind).toBe('session');
    // As a second step it was asked for by name: a device need not name its owner, but must not name another.
    const answerOf = async (userHandle: string | null) => {
      const { token, options } = await askPasskey('confirm', user.id);
      return takePasskey(
        { token, answer: device.sign(options, { userHandle }) },
        'confirm',
        user.id,
        async () => true,
      );
    };
    expect(await answerOf(null)).toBe(true);
    await expect(answerOf(handleOf(other.user))).rejects.toMatchObject(refused);
  });

  it('takes a signature once, and within five minutes', async () => {
    const { device } = await newHolder();
    const { token, options } = await question();
    const answer = device.sign(options);
    const go = async () =>
      signInByPasskey(await admit('passkey_sign_in', newAddress()), { token, answer }, browser);
    const both = await Promise.allSettled([go(), go()]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const time = Date.now();
    const late = await at(time, question);
    await expect(
      at(time + 5 * minuteMs, async () =>
        signInByPasskey(
          await admit('passkey_sign_in', newAddress()),
          { token: late.token, answer: device.sign(late.options) },
          browser,
        ),
      ),
    ).rejects.toMatchObject(tooOld);
    await at(time + 5 * minuteMs, deleteExpiredCeremonies);
    expect(
      await prisma().passkeyCeremony.count({ where: { expiresAt: { lte: new Date(time + 5 * minuteMs) } } }),
    ).toBe(0);
  });

  it('refuses a passkey that may have been copied, and tells its owner once a day', async () => {
    const { user, device } = await newHolder();
    device.counter = 3;
    await enter(device);
    for (const count of [3, 2, 0]) {
      device.counter = count;
      await expect(enter(device), `${count}`).rejects.toMatchObject(refused);
    }
    const told = (await subjectsTo(user.email)).filter(
      (subject) => subject === 'A passkey may have been copied',
    );
    expect(told).toHaveLength(1);
    device.counter = 4_000_000_000;
    expect((await enter(device)).kind).toBe('session');
  });

  it('is shut to accounts that are not active, and at the affiliates’ door to those who do not sell', async () => {
    const { user, device } = await newHolder();
    await expect(enter(device, {}, 'sellers')).rejects.toMatchObject({ kind: 'not_allowed' });
    await prisma().user.update({ where: { id: user.id }, data: { status: 'inactive' } });
    await expect(enter(device)).rejects.toMatchObject({ kind: 'not_allowed' });
    const seller = await newHolder({ role: 'affiliate' });
    expect((await enter(seller.device, {}, 'sellers')).kind).toBe('session');
  });

  it('takes no question that was for a second step', async () => {
    const { user, device } = await newHolder();
    const { token, options } = await askPasskey('second_step', user.id);
    const attempt = await admit('passkey_sign_in', newAddress());
    await expect(
      signInByPasskey(attempt, { token, answer: device.sign(options) }, browser),
    ).rejects.toMatchObject(tooOld);
  });
});

describe('a passkey as the second step', () => {
  const step = async (token: string, device: PasskeyDevice, asked = token) => {
    const question = await askStepPasskey(await admit('passkey_question', newAddress()), asked);
    return takeSecondStep(
      await admit('second_step', newAddress()),
      {
        token,
        proof: { passkey: { token: question.token, answer: device.sign(question.options) } },
        trusts: false,
      },
      { userAgent: 'test', trustToken: null },
    );
  };

  it('is taken after the password, of the same account alone', async () => {
    const { user, device } = await newHolder();
    const other = await newHolder();
    const token = await signInToStep(user.email);
    expect(await findStepWays(token)).toEqual({ hasApp: false, hasPasskey: true });
    await expect(step(token, other.device)).rejects.toMatchObject(refused);
    const others = await signInToStep(other.user.email);
    // Asked for the other account, answered for this one.
    await expect(step(token, other.device, others)).rejects.toMatchObject(tooOld);
    expect(await viewerOf((await step(token, device)).token)).toMatchObject({ id: user.id });
    await expect(step(token, device)).rejects.toMatchObject({ kind: 'conflict' });
  });

  it('is asked for of nobody whose sign-in does not wait', async () => {
    const leave = await admit('passkey_question', newAddress());
    for (const token of [null, 'unknown'])
      await expect(askStepPasskey(leave, token)).rejects.toMatchObject({ kind: 'conflict' });
  });

  it('proves again who one is, to the session that asks', async () => {
    const { user, viewer, device } = await newHolder();
    await prisma().session.updateMany({ where: { userId: user.id }, data: { confirmedAt: null } });
    const confirm = async (who: PasskeyDevice) => {
      const { token, options } = await askPasskey('confirm', user.id);
      const attempt = await admit('identity_confirmation', user.id);
      const proof = { passkey: { token, answer: who.sign(options) } };
      await confirmIdentity(attempt, { ...viewer, hasSecondFactor: true }, proof, newAddress());
    };
    await expect(confirm((await newHolder()).device)).rejects.toMatchObject(refused);
    // A question of the same account that was for something else.
    const { token, options } = await askPasskey('second_step', user.id);
    const elsewhere = { passkey: { token, answer: device.sign(options) } };
    const attempt = await admit('identity_confirmation', user.id);
    await expect(
      confirmIdentity(attempt, { ...viewer, hasSecondFactor: true }, elsewhere, newAddress()),
    ).rejects.toMatchObject(tooOld);
    expect(await prisma().session.count({ where: { userId: user.id, confirmedAt: { not: null } } })).toBe(0);
    await confirm(device);
    expect(await prisma().session.count({ where: { userId: user.id, confirmedAt: { not: null } } })).toBe(1);
  });

  it('is asked of no account that has none', async () => {
    const { user } = await newConfirmed();
    await expect(askPasskey('confirm', user.id)).rejects.toMatchObject({ kind: 'conflict' });
  });

  it('is asked for thirty times in a quarter of an hour', async () => {
    const { user } = await newHolder();
    for (let count = 1; count < 30; count += 1) await askPasskey('confirm', user.id);
    await expect(askPasskey('confirm', user.id)).rejects.toThrow(RateLimitExceeded);
  });
});

describe('one’s passkeys', () => {
  it('are renamed and removed by their owner alone, which is told', async () => {
    const { user, confirmed, device } = await newHolder();
    const stranger = await newConfirmed();
    const [passkey] = await listPasskeys(user.id);
    const id = passkey?.id ?? '';
    await expect(renamePasskey(stranger.confirmed, id, 'Mine')).rejects.toMatchObject({ kind: 'not_found' });
    await expect(removePasskey(stranger.confirmed, id)).rejects.toMatchObject({ kind: 'not_found' });
    await expect(renamePasskey(confirmed, id, '')).rejects.toMatchObject({ field: 'name' });
    await renamePasskey(confirmed, id, 'Laptop');
    expect(await listPasskeys(user.id)).toMatchObject([{ name: 'Laptop' }]);
    await removePasskey(confirmed, id);
    await expect(removePasskey(confirmed, id)).rejects.toMatchObject({ kind: 'not_found' });
    expect(await subjectsTo(user.email)).toContain('A passkey was removed');
    // It was the last second factor.
    expect((await findSecondFactors(user.id)).since).toBeNull();
    await expect(enter(device)).rejects.toMatchObject(refused);
  });

  it('keep the second step on when the app is removed, and go when it is turned off', async () => {
    const { user, confirmed, device } = await newHolder();
    await setUpApp(confirmed);
    await removeAuthenticator(confirmed);
    expect((await findSecondFactors(user.id)).since).toBeInstanceOf(Date);
    await turnOffSecondFactor(confirmed);
    expect(await listPasskeys(user.id)).toEqual([]);
    await expect(enter(device)).rejects.toMatchObject(refused);
  });
});
