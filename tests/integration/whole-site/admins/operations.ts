import { randomUUID } from 'node:crypto';
import { makeDevopsKey } from '#app/domain/operating/devops/keys.server.ts';
import { sendTest } from '#app/domain/operating/devops/webhooks/deliveries.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { newEmail } from '#tests/integration/people.ts';
import { newEndpoint } from '#tests/integration/receivers.ts';
import { owner, reason } from '#tests/integration/whole-site/admins/owner.ts';
import type { FormCase, FormTable } from '#tests/integration/whole-site/twice.ts';

async function endpoint(intent: string, type: Record<string, string> = {}): Promise<FormCase> {
  const { as } = await owner();
  const { id } = await newEndpoint({ url: 'http://127.0.0.1:9/hooks' });
  return { as, page: `/admin/webhooks/endpoints/${id}`, pick: { intent }, type };
}

async function failedJob(intent: string): Promise<FormCase> {
  const job = {
    kind: 'undo-subscription',
    error: 'no answer',
    attempts: 3,
    sentAt: new Date(),
    failedAt: new Date(),
  };
  const { id } = await prisma().failedJob.create({
    data: { ...job, data: { provider: 'paypal', providerSubscriptionId: randomUUID() } },
  });
  return { as: (await owner()).as, page: '/admin/jobs', pick: { intent, job: id } };
}

async function devopsKey(intent: string): Promise<FormCase> {
  const { as, actor } = await owner();
  await makeDevopsKey(actor, { name: randomUUID(), permissions: ['users:read'], endsOn: null } as never);
  const { id } = await prisma().devopsKey.findFirstOrThrow({ orderBy: { createdAt: 'desc' } });
  return { as, page: '/admin/embedded-widget', pick: { intent, id } };
}

/** What the team runs the site with: keys, webhooks, mail, jobs and settings. */
export const operationForms: FormTable = {
  '/admin/embedded-widget': {
    make: async () => ({
      as: (await owner()).as,
      page: '/admin/embedded-widget',
      pick: { name: '' },
      type: { name: 'Program' },
    }),
    rotate: async () => devopsKey('rotate'),
    revoke: async () => devopsKey('revoke'),
  },
  '/admin/webhooks/endpoints/new': {
    '': async () => ({
      as: (await owner()).as,
      page: '/admin/webhooks/endpoints/new',
      pick: { url: '' },
      type: { url: 'http://127.0.0.1:9/hooks', user_created: 'on' },
    }),
  },
  '/admin/webhooks/endpoints/:endpointId': {
    edit: () => endpoint('edit', { description: 'Accounting' }),
    off: () => endpoint('off'),
    on: async () => {
      const made = await endpoint('on');
      await prisma().webhookEndpoint.updateMany({ data: { isOn: false } });
      return made;
    },
    rotate: () => endpoint('rotate'),
    test: () => endpoint('test'),
    delete: () => endpoint('delete', { sure: 'on' }),
  },
  '/admin/webhooks/:provider/:eventId': {
    '': async () => {
      const event = { provider: 'stripe' as const, eventId: `evt_${randomUUID()}`, type: 'invoice.paid' };
      await prisma().webhookEvent.create({
        data: { ...event, createdAt: new Date(), outcome: 'unapplied', payload: {} },
      });
      return { as: (await owner()).as, page: `/admin/webhooks/stripe/${event.eventId}`, pick: {} };
    },
  },
  '/admin/webhooks/sent': {
    'replay-all': async () => {
      await endpoint('test');
      const { id } = await prisma().webhookEndpoint.findFirstOrThrow({ orderBy: { createdAt: 'desc' } });
      await sendTest((await owner()).actor, id);
      await prisma().webhookDelivery.updateMany({ where: { endpointId: id }, data: { state: 'dead' } });
      return { as: (await owner()).as, page: '/admin/webhooks/sent', pick: { endpoint: id } };
    },
  },
  '/admin/webhooks/sent/:deliveryId': {
    '': async () => {
      const { as, actor } = await owner();
      await endpoint('test');
      const { id } = await prisma().webhookEndpoint.findFirstOrThrow({ orderBy: { createdAt: 'desc' } });
      const delivery = await sendTest(actor, id);
      await prisma().webhookDelivery.update({ where: { id: delivery }, data: { state: 'dead' } });
      return { as, page: `/admin/webhooks/sent/${delivery}`, pick: {} };
    },
  },
  '/admin/mail': {
    '': async () => {
      const mail = { recipient: newEmail(), subject: 'Hello', html: '', text: '', status: 'failed' as const };
      await prisma().mailOutbox.create({ data: { ...mail, attempts: 9, lastError: 'no answer' } });
      return { as: (await owner()).as, page: '/admin/mail?status=failed', pick: {} };
    },
  },
  '/admin/jobs': { retry: () => failedJob('retry'), dismiss: () => failedJob('dismiss') },
  '/admin/settings/redirects': {
    add: async () => ({
      as: (await owner()).as,
      page: '/admin/settings/redirects',
      pick: { intent: 'add' },
      type: { redirects: '/old-prices /pricing' },
    }),
    delete: async () => {
      await prisma().pathRedirect.createMany({
        data: [{ oldPath: '/old-demo', newPath: '/demo', createdAt: new Date() }],
      });
      return { as: (await owner()).as, page: '/admin/settings/redirects', pick: { oldPath: '/old-demo' } };
    },
  },
  '/admin/settings/:section': {
    '': async () => ({
      as: (await owner()).as,
      page: '/admin/settings/announcement',
      pick: {},
      type: { text: 'We move house on Sunday.', reason },
    }),
  },
};
