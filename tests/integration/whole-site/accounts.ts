import sharp from 'sharp';
import type { Confirmed } from '#app/domain/core/access/confirmation.server.ts';
import { requestEmailChange } from '#app/domain/people/accounts/email-change.server.ts';
import { setPicture } from '#app/domain/people/accounts/picture.server.ts';
import { requestDeletion } from '#app/domain/people/personal-data/deletion.server.ts';
import { offerAuthenticator } from '#app/domain/people/safety/authenticator.server.ts';
import { addPasskey, offerPasskey } from '#app/domain/people/safety/passkeys.server.ts';
import { renewRecoveryCodes } from '#app/domain/people/safety/recovery-codes.server.ts';
import { trustBrowser } from '#app/domain/people/safety/trusted-browsers.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import { passkeyCookie } from '#app/routes/http/cookies.server.ts';
import { PasskeyDevice } from '#tests/integration/passkey-device.ts';
import { newPayee } from '#tests/integration/payees.ts';
import { knownPassword, newEmail, newSession, newUser } from '#tests/integration/people.ts';
import { codeNow, fromBase32, newConfirmed, newGuarded } from '#tests/integration/second-factors.ts';
import { type FormCase, type FormTable, sitePort } from '#tests/integration/whole-site/twice.ts';

const security = '/profile/security';
const newPassword = 'a-good-password-1';

const picture = async () => ({
  name: 'me.png',
  bytes: new Uint8Array(
    await sharp({ create: { width: 300, height: 300, channels: 3, background: '#247' } })
      .png()
      .toBuffer(),
  ),
});

async function guarded(intent: string): Promise<FormCase> {
  const { user } = await newGuarded();
  return { as: user, page: security, pick: { intent } };
}

async function addPasskeyTo(confirmed: Confirmed): Promise<void> {
  const { token, options } = await offerPasskey(confirmed);
  const answer = new PasskeyDevice().create(options);
  await addPasskey(confirmed, { token, answer }, { name: 'Phone', userAgent: null });
}

/** Somebody with a passkey. */
async function holder() {
  const { user, confirmed } = await newConfirmed();
  await addPasskeyTo(confirmed);
  return { as: user, page: `${security}/passkeys` };
}

/** What members send of their account and what guards it. */
export const formsOfAccounts: FormTable = {
  '/profile': {
    '': async () => ({ as: await newUser(), page: '/profile?edit', pick: {}, type: { company: 'Bakery' } }),
  },
  '/profile/picture': {
    save: async () => ({
      as: await newUser(),
      page: '/profile/picture',
      pick: { intent: 'save' },
      file: await picture(),
    }),
    remove: async () => {
      const as = await newUser();
      await setPicture(as.id, (await picture()).bytes);
      return { as, page: '/profile/picture', pick: { intent: 'remove' } };
    },
  },
  '/logout': {
    '': async () => ({ as: await newUser(), page: '/profile', to: '/logout', type: {} }),
  },
  '/clear-auth-cache': {
    '': async () => ({ as: await newUser(), page: '/profile', to: '/clear-auth-cache', type: {} }),
  },
  '/change-password': {
    '': async () => ({
      as: await newUser(),
      page: '/change-password',
      pick: { currentPassword: '' },
      type: { currentPassword: knownPassword, password: newPassword, confirmPassword: newPassword },
    }),
  },
  '/confirm-identity': {
    '': async () => ({
      as: await newUser(),
      page: `/confirm-identity?redirectTo=${security}`,
      pick: { password: '' },
      type: { password: knownPassword },
    }),
  },
  '/verify-email/resend': {
    '': async () => ({
      as: await newUser({ verified: false }),
      page: '/dashboard',
      pick: { action: '/verify-email/resend' },
    }),
  },
  [security]: {
    renew_codes: () => guarded('renew_codes'),
    remove_authenticator: async () => {
      const { user, confirmed } = await newGuarded();
      await addPasskeyTo(confirmed);
      return { as: user, page: security, to: security, type: { intent: 'remove_authenticator' } };
    },
    forget_browsers: async () => {
      const { user } = await newGuarded();
      await transaction((tx) => trustBrowser(tx, null, user.id));
      return { as: user, page: security, pick: { intent: 'forget_browsers' } };
    },
    turn_off: () => guarded('turn_off'),
  },
  [`${security}/authenticator`]: {
    '': async () => {
      const { user, confirmed } = await newConfirmed();
      const { secret } = await offerAuthenticator(confirmed);
      return {
        as: user,
        page: `${security}/authenticator`,
        pick: { code: '' },
        type: { code: codeNow(fromBase32(secret)) },
      };
    },
  },
  [`${security}/identities`]: {
    unlink: async () => {
      const { user } = await newConfirmed();
      const at = new Date();
      await prisma().userIdentity.create({
        data: {
          userId: user.id,
          provider: 'acme',
          issuer: 'https://acme.example',
          subject: user.id,
          email: '',
          isEmailVerified: false,
          createdAt: at,
          lastSignInAt: at,
        },
      });
      return { as: user, page: `${security}/identities`, pick: { intent: 'unlink' } };
    },
  },
  [`${security}/passkeys`]: {
    passkey: async () => {
      const { user, confirmed } = await newConfirmed();
      const { token, options } = await offerPasskey(confirmed);
      const passkey = new PasskeyDevice().create(options, { origin: `http://localhost:${sitePort()}` });
      const cookie = passkeyCookie().serialize(token).split(';', 1)[0] ?? '';
      const type = { intent: 'passkey', name: 'Phone', passkey };
      return { as: user, page: `${security}/passkeys`, to: `${security}/passkeys`, type, cookie };
    },
    rename: async () => ({ ...(await holder()), pick: { intent: 'rename' }, type: { name: 'Mine' } }),
    remove: async () => ({ ...(await holder()), pick: { intent: 'remove' } }),
  },
  [`${security}/recovery-codes`]: {
    '': async () => {
      const { user, confirmed } = await newGuarded();
      await renewRecoveryCodes(confirmed);
      return { as: user, page: `${security}/recovery-codes`, pick: {} };
    },
  },
  [`${security}/sessions`]: {
    end: async () => {
      const as = await newUser();
      await newSession(as.id);
      return { as, page: `${security}/sessions`, pick: { intent: 'end' } };
    },
    end_others: async () => ({
      as: await newUser(),
      page: `${security}/sessions`,
      pick: { intent: 'end_others' },
    }),
  },
  [`${security}/email`]: {
    '': async () => ({
      as: await newUser(),
      page: `${security}/email`,
      pick: { email: '' },
      type: { email: newEmail() },
    }),
    drop: async () => {
      const { user, confirmed } = await newConfirmed();
      await requestEmailChange(confirmed, newEmail());
      return { as: user, page: `${security}/email`, pick: { intent: 'drop' } };
    },
  },
  [`${security}/data`]: {
    export: async () => ({ as: await newUser(), page: `${security}/data`, pick: { intent: 'export' } }),
    keep: async () => {
      const { user, viewer } = await newConfirmed();
      await requestDeletion(viewer);
      return { as: user, page: `${security}/data`, pick: { intent: 'keep' } };
    },
  },
  [`${security}/delete/give-up`]: {
    '': async () => ({
      as: await newPayee(7_000),
      page: `${security}/delete/give-up`,
      pick: {},
      type: { confirmation: 'GIVE UP' },
    }),
  },
  [`${security}/delete`]: {
    '': async () => ({
      as: await newUser(),
      page: `${security}/delete`,
      pick: {},
      type: { confirmation: 'DELETE' },
    }),
  },
};
