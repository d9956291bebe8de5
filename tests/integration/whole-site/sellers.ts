import { randomUUID } from 'node:crypto';
import { makeApiKey } from '#app/domain/core/api-keys/api-keys.server.ts';
import { makeShortLink } from '#app/domain/programme/affiliates/short-links.server.ts';
import { requestPayoutAddress } from '#app/domain/programme/payouts/addresses.server.ts';
import { newPayee, sure } from '#tests/integration/payees.ts';
import { newEmail, newUser, newViewer } from '#tests/integration/people.ts';
import { postForm } from '#tests/integration/running-site.ts';
import { cookieOfUser, type FormTable, sitePort } from '#tests/integration/whole-site/twice.ts';

const centre = '/affiliate-centre';
const seller = () => newViewer({ role: 'affiliate' });

/** What affiliates and resellers send. */
export const formsOfSellers: FormTable = {
  [centre]: {
    '': async () => ({ as: await newUser(), page: centre, pick: { action: centre } }),
  },
  [`${centre}/tools`]: {
    shorten: async () => ({
      as: await seller(),
      page: `${centre}/tools?destination=/pricing&campaign=letter`,
      pick: { intent: 'shorten' },
    }),
    archive: async () => {
      const as = await seller();
      await makeShortLink(as, { destination: '/pricing', campaign: '', source: '' } as never);
      return { as, page: `${centre}/tools`, pick: { intent: 'archive' } };
    },
    'make-code': async () => ({
      as: await seller(),
      page: `${centre}/tools`,
      pick: { intent: 'make-code' },
      type: { promotionCode: `SAVE${randomUUID().slice(0, 6).toUpperCase()}` },
    }),
    'end-code': async () => {
      const as = await seller();
      const fields = { intent: 'make-code', promotionCode: `LESS${randomUUID().slice(0, 6).toUpperCase()}` };
      await postForm(sitePort(), `${centre}/tools`, fields, { cookie: await cookieOfUser(as.id) });
      return { as, page: `${centre}/tools`, pick: { intent: 'end-code' } };
    },
  },
  [`${centre}/list-display`]: {
    '': async () => ({
      as: await seller(),
      page: `${centre}/commissions`,
      pick: { list: 'commissions' },
      type: { density: 'compact' },
    }),
  },
  [`${centre}/keys`]: {
    '': async () => ({
      as: await seller(),
      page: `${centre}/keys`,
      pick: { name: '' },
      type: { name: 'Script' },
    }),
    revoke: async () => {
      const as = await seller();
      await makeApiKey(as, { name: 'Script', formKey: randomUUID() });
      return { as, page: `${centre}/keys`, pick: { intent: 'revoke' } };
    },
  },
  [`${centre}/support`]: {
    '': async () => ({
      as: await seller(),
      page: `${centre}/support`,
      pick: { subject: '' },
      type: { subject: 'A question', message: 'How?' },
    }),
  },
  [`${centre}/training/:lesson`]: {
    '': async () => ({ as: await seller(), page: `${centre}/training/module-1-lesson-1`, pick: {} }),
  },
  [`${centre}/payouts/address`]: {
    '': async () => ({
      as: await seller(),
      page: `${centre}/payouts/address`,
      pick: { email: '' },
      type: { email: newEmail(), country: 'US' },
    }),
  },
  [`${centre}/payouts/request`]: {
    '': async () => ({ as: await newPayee(20_000), page: `${centre}/payouts/request`, pick: {} }),
  },
  [`${centre}/payouts`]: {
    leave: async () => ({
      as: await newPayee(20_000),
      page: `${centre}/payouts`,
      pick: { intent: 'leave' },
    }),
    'give-up': async () => {
      const as = await newPayee(0);
      await requestPayoutAddress(sure(as), { email: newEmail(), country: 'US' });
      return { as, page: `${centre}/payouts`, pick: { intent: 'give-up' } };
    },
  },
  '/funnel-setup': {
    '': async () => ({ as: await newViewer({ role: 'reseller' }), page: '/funnel-setup', pick: {} }),
  },
  '/reseller-trial': {
    '': async () => ({ as: await seller(), page: '/reseller-trial', pick: { intent: 'trial' } }),
  },
};
