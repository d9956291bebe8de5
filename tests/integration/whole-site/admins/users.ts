import { randomUUID } from 'node:crypto';
import { giveAccess } from '#app/domain/operating/users/user-access.server.ts';
import { addTag } from '#app/domain/operating/users/user-tags.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { newEmail, newUser } from '#tests/integration/people.ts';
import { enrolled } from '#tests/integration/whole-site/admins/letters.ts';
import { owner, reason } from '#tests/integration/whole-site/admins/owner.ts';
import type { FormCase, FormTable } from '#tests/integration/whole-site/twice.ts';

async function aboutUser(suffix: string, more: Partial<FormCase> = {}): Promise<FormCase> {
  const { id } = await newUser({ verified: false });
  return { as: (await owner()).as, page: `/admin/users/${id}${suffix}`, ...more };
}

/** A segment of one condition, and a form of its page. */
async function segmentStep(intent: string, query = '', type: Record<string, string> = {}): Promise<FormCase> {
  const at = new Date();
  const conditions = [{ field: 'status', values: { operator: 'active' } }];
  const { id } = await prisma().segment.create({
    data: { name: randomUUID(), conditions, createdAt: at, updatedAt: at },
  });
  return { as: (await owner()).as, page: `/admin/users/segments/${id}${query}`, pick: { intent }, type };
}

/** A file of people that waits for a step. */
async function importStep(
  state: 'mapping' | 'checked' | 'imported' | 'failed',
  intent: string,
): Promise<FormCase> {
  const { id } = await prisma().peopleImport.create({
    data: {
      fileName: 'people.csv',
      state,
      columns: ['email', 'name'],
      mapping: ['email', 'name'],
      newCount: 1,
      createdAt: new Date(),
      importedAt: state === 'imported' ? new Date() : null,
    },
  });
  return { as: (await owner()).as, page: `/admin/users/import/${id}`, pick: { intent } };
}

/** The list of one user, whose box is ticked. */
async function tickedUser(intent: string, type: Record<string, string> = {}): Promise<FormCase> {
  const { id, email } = await newUser();
  const { as, actor } = await owner();
  if (intent === 'remove-tag') await addTag(actor, id, 'vip');
  if (intent === 'activate') await prisma().user.update({ where: { id }, data: { status: 'inactive' } });
  const page = `/admin/users?q=${encodeURIComponent(email)}`;
  return { as, page, pick: { intent }, type: { [`row_${id.replaceAll('-', '')}`]: 'on', ...type } };
}

/** What the team does with users and segments. */
/** A view of one's own. */
async function savedView(intent: string, type: Record<string, string> = {}): Promise<FormCase> {
  const { as } = await owner();
  const at = new Date();
  const name = `View ${randomUUID().slice(0, 8)}`;
  const { id } = await prisma().savedView.create({
    data: { ownerId: as.id, list: 'users', name, query: 'role=member', createdAt: at, updatedAt: at },
  });
  const page = intent === 'update' ? `/admin/users?role=affiliate&opened=${id}` : '/admin/views';
  return { as, page, pick: { intent, id }, type };
}

export const userForms: FormTable = {
  '/admin/users': {
    deactivate: async () => tickedUser('deactivate'),
    activate: async () => tickedUser('activate'),
    'add-tag': async () => tickedUser('add-tag', { tag: 'vip' }),
    'remove-tag': async () => tickedUser('remove-tag', { tag: 'vip' }),
  },
  '/admin/list-display': {
    '': async () => ({
      as: (await owner()).as,
      page: '/admin/users',
      pick: { back: '/admin/users' },
      type: { density: 'compact' },
    }),
  },
  '/admin/views': {
    save: async () => ({
      as: (await owner()).as,
      page: '/admin/users?role=affiliate',
      pick: { intent: 'save' },
      type: { name: `View ${randomUUID().slice(0, 8)}` },
    }),
    update: () => savedView('update'),
    rename: () => savedView('rename', { name: `View ${randomUUID().slice(0, 8)}` }),
    delete: () => savedView('delete'),
  },
  '/admin/users/new': {
    '': async () => ({
      as: (await owner()).as,
      page: '/admin/users/new',
      pick: { email: '' },
      type: { name: 'Ada Invited', email: newEmail() },
    }),
  },
  '/admin/users/import': {
    '': async () => ({
      as: (await owner()).as,
      page: '/admin/users/import',
      type: {},
      file: { name: 'people.csv', bytes: new Uint8Array(Buffer.from(`email,name\n${newEmail()},Ada\n`)) },
    }),
  },
  '/admin/users/import/:importId': {
    map: async () => importStep('mapping', 'map'),
    start: async () => importStep('checked', 'start'),
    undo: async () => importStep('imported', 'undo'),
    discard: async () => importStep('failed', 'discard'),
  },
  '/admin/users/:userId': {
    note: () => aboutUser('', { pick: { intent: 'note' }, type: { text: 'Met at the fair' } }),
    tag: () => aboutUser('', { pick: { intent: 'tag' }, type: { tag: 'vip' } }),
    untag: async () => {
      const { id } = await newUser();
      await prisma().userTag.create({ data: { userId: id, tag: 'vip', addedAt: new Date() } });
      return { as: (await owner()).as, page: `/admin/users/${id}`, pick: { intent: 'untag' } };
    },
    verify: () => aboutUser('', { pick: { intent: 'verify' } }),
    'sign-out': () => aboutUser('', { pick: { intent: 'sign-out' } }),
    'leave-sequence': () => enrolled(({ userId }) => `/admin/users/${userId}`, 'leave-sequence'),
  },
  '/admin/users/segments': {
    '': async () => ({
      as: (await owner()).as,
      page: '/admin/users/segments',
      pick: { name: '' },
      type: { name: randomUUID() },
    }),
  },
  '/admin/users/segments/:segmentId': {
    save: () => segmentStep('save', '', { name: randomUUID() }),
    add: () => segmentStep('add', '?add=verified'),
    remove: () => segmentStep('remove'),
    delete: () => segmentStep('delete'),
  },
  '/admin/users/:userId/edit': { '': () => aboutUser('/edit', { type: { name: 'Ada Renamed' } }) },
  '/admin/users/:userId/access': {
    give: () => aboutUser('/access', { pick: { intent: 'give' }, type: { reason } }),
    take: async () => {
      const { as, actor } = await owner();
      const { id } = await newUser();
      await giveAccess(actor, id, { entitlement: 'membership', reason, endsOn: null });
      const grant = await prisma().entitlementGrant.findFirstOrThrow({ where: { userId: id } });
      const page = `/admin/users/${id}/access?grant=${grant.id}`;
      return { as, page, pick: { intent: 'take' }, type: { reason } };
    },
  },
  '/admin/users/:userId/view': {
    '': async () => {
      const { id } = await newUser();
      return {
        as: (await owner()).as,
        page: `/admin/users/${id}`,
        pick: { action: `/admin/users/${id}/view` },
      };
    },
  },
  '/admin/users/:userId/delete': { '': () => aboutUser('/delete', { type: { word: 'DELETE', reason } }) },
  '/view-as/end': {
    '': async () => {
      const { as } = await owner();
      const { id } = await newUser();
      return { as, page: `/admin/users/${id}`, to: '/view-as/end', type: {} };
    },
  },
};
