import { randomUUID } from 'node:crypto';
import { prisma } from '#app/platform/database/client.server.ts';
import { newUser } from '#tests/integration/people.ts';
import { inThirtyDays, owner } from '#tests/integration/whole-site/admins/owner.ts';
import type { FormCase, FormTable } from '#tests/integration/whole-site/twice.ts';

/** A letter to one reader, and a form of its page. */
async function letterStep(
  intent: string,
  state: 'draft' | 'scheduled' | 'sending' | 'stopped',
  place = '',
  type: Record<string, string> = {},
): Promise<FormCase> {
  const at = new Date();
  const tag = randomUUID();
  const { id: userId } = await newUser();
  await prisma().userTag.create({ data: { userId, tag, addedAt: at } });
  const segment = await prisma().segment.create({
    data: {
      name: randomUUID(),
      conditions: [{ field: 'tag', values: { operator: 'has', tag } }],
      createdAt: at,
      updatedAt: at,
    },
  });
  const { id } = await prisma().letter.create({
    data: {
      subject: 'News',
      body: 'Hello {{ first_name | there }}, [read on](/pricing)',
      state,
      segmentId: segment.id,
      startedAt: state === 'sending' || state === 'stopped' ? at : null,
      sendAt: state === 'scheduled' ? new Date(inThirtyDays()) : null,
      createdAt: at,
      updatedAt: at,
    },
  });
  return { as: (await owner()).as, page: `/admin/letters/${id}${place}`, pick: { intent }, type };
}

/** A sequence of two emails that nobody starts, and a form of one of its pages. */
async function sequenceStep(
  intent: string,
  state: 'draft' | 'on' | 'paused',
  place: (firstStep: string) => string = () => '',
  type: Record<string, string> = {},
): Promise<FormCase> {
  const at = new Date();
  const step = (position: number) => ({
    position,
    subject: 'Step',
    body: 'Hello',
    createdAt: at,
    updatedAt: at,
  });
  const { id, steps } = await prisma().sequence.create({
    data: {
      name: randomUUID(),
      state,
      event: 'tagged',
      eventValue: 'nobody has this one',
      createdAt: at,
      updatedAt: at,
      steps: { create: [step(1), step(2)] },
    },
    include: { steps: { orderBy: { position: 'asc' } } },
  });
  const page = `/admin/letters/sequences/${id}${place(steps[0]?.id ?? '')}`;
  return { as: (await owner()).as, page, pick: intent ? { intent } : {}, type };
}

/** Somebody in such a sequence. */
export async function enrolled(
  page: (ids: { sequenceId: string; userId: string }) => string,
  intent: string,
): Promise<FormCase> {
  const at = new Date();
  const { id: userId } = await newUser();
  const { sequenceId } = await prisma().sequenceEnrollment.create({
    data: {
      user: { connect: { id: userId } },
      sequence: { create: { name: randomUUID(), state: 'on', createdAt: at, updatedAt: at } },
      eventKey: 'key',
      startedAt: at,
      lastAt: at,
      dueAt: new Date(inThirtyDays()),
    },
  });
  return { as: (await owner()).as, page: page({ sequenceId, userId }), pick: { intent } };
}

/** What the team does with letters, sequences and the suppression list. */
export const letterForms: FormTable = {
  '/admin/letters': {
    '': async () => ({
      as: (await owner()).as,
      page: '/admin/letters',
      pick: { subject: '' },
      type: { subject: 'Another letter' },
    }),
    course: async () => ({
      as: (await owner()).as,
      page: '/admin/content/courses/seo/report',
      pick: { intent: 'course' },
    }),
  },
  '/admin/letters/suppressions': {
    '': async () => ({
      as: (await owner()).as,
      page: '/admin/letters/suppressions',
      pick: { why: '' },
      type: { email: `${randomUUID()}@example.com`, why: 'They asked by phone' },
    }),
    remove: async () => {
      const address = `${randomUUID()}@example.com`;
      const data = { address, reason: 'bounce', source: 'resend', createdAt: new Date() } as const;
      const { id } = await prisma().mailSuppression.create({ data });
      return {
        as: (await owner()).as,
        page: `/admin/letters/suppressions?address=${encodeURIComponent(address)}`,
        pick: { intent: 'remove' },
        type: { [`row_${id.replaceAll('-', '')}`]: 'on', why: 'It is back' },
      };
    },
  },
  '/admin/letters/suppressions/:suppressionId': {
    '': async () => {
      const data = { address: `${randomUUID()}@example.com`, reason: 'bounce', source: 'resend' } as const;
      const { id } = await prisma().mailSuppression.create({ data: { ...data, createdAt: new Date() } });
      const as = (await owner()).as;
      return {
        as,
        page: `/admin/letters/suppressions/${id}`,
        pick: { why: '' },
        type: { why: 'It is back' },
      };
    },
  },
  '/admin/letters/sequences': {
    '': async () => ({
      as: (await owner()).as,
      page: '/admin/letters/sequences',
      pick: { name: '' },
      type: { name: randomUUID() },
    }),
    'win-back': async () => ({
      as: (await owner()).as,
      page: '/admin/letters/sequences',
      pick: { intent: 'win-back' },
    }),
  },
  '/admin/letters/sequences/:sequenceId': {
    on: () => sequenceStep('on', 'draft'),
    pause: () => sequenceStep('pause', 'on'),
    archive: () => sequenceStep('archive', 'on'),
    delete: () => sequenceStep('delete', 'draft'),
    up: () => sequenceStep('up', 'draft'),
    down: () => sequenceStep('down', 'draft'),
    remove: () => sequenceStep('remove', 'draft'),
  },
  '/admin/letters/sequences/:sequenceId/edit': {
    '': () => sequenceStep('', 'draft', () => '/edit', { name: randomUUID() }),
  },
  '/admin/letters/sequences/:sequenceId/people': {
    '': () => enrolled(({ sequenceId }) => `/admin/letters/sequences/${sequenceId}/people`, 'remove'),
  },
  '/admin/letters/sequences/:sequenceId/steps/:stepId': {
    save: () => sequenceStep('save', 'draft', (step) => `/steps/${step}`, { subject: 'Another subject' }),
    test: () => sequenceStep('test', 'draft', (step) => `/steps/${step}`),
  },
  '/admin/letters/:letterId': {
    save: () => letterStep('save', 'draft', '', { subject: 'Another subject' }),
    check: () => letterStep('check', 'draft', '', { subject: 'A third subject' }),
    test: () => letterStep('test', 'draft'),
    delete: () => letterStep('delete', 'draft'),
    unschedule: () => letterStep('unschedule', 'scheduled'),
    stop: () => letterStep('stop', 'sending'),
    resume: () => letterStep('resume', 'stopped'),
  },
  '/admin/letters/:letterId/check': {
    send: () => letterStep('send', 'draft', '/check'),
    schedule: () => letterStep('schedule', 'draft', '/check', { sendAt: inThirtyDays() }),
  },
};
