import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { ask } from '#app/domain/assistant/asking.server.ts';
import { makeDevopsKey } from '#app/domain/operating/devops/keys.server.ts';
import { sendTest } from '#app/domain/operating/devops/webhooks/deliveries.server.ts';
import { giveAccess } from '#app/domain/operating/users/user-access.server.ts';
import { addTag } from '#app/domain/operating/users/user-tags.server.ts';
import { leaveProgramme } from '#app/domain/programme/affiliates/joining.server.ts';
import { askAdjustment } from '#app/domain/programme/commissions/adjustments.server.ts';
import { gatherPayouts, requestPayout } from '#app/domain/programme/payouts/payout-batches.server.ts';
import { moveSlide } from '#app/domain/publishing/authoring/deck-changes.server.ts';
import { requireDeck } from '#app/domain/publishing/authoring/deck-editor.server.ts';
import { moveQuestion } from '#app/domain/publishing/authoring/quiz-changes.server.ts';
import { requireQuiz } from '#app/domain/publishing/authoring/quiz-editor.server.ts';
import { archiveCourse } from '#app/domain/publishing/course-archive.server.ts';
import { receiveQuestions } from '#app/domain/publishing/exchange/question-import.server.ts';
import { saveDraft } from '#app/domain/publishing/publish.server.ts';
import { openPiece } from '#app/domain/publishing/versions.server.ts';
import { type Moderation, moderate } from '#app/domain/talk/community/moderation.server.ts';
import { reportPost } from '#app/domain/talk/community/reports.server.ts';
import { reply, startThread } from '#app/domain/talk/community/threads.server.ts';
import { addCannedAnswer } from '#app/domain/talk/support/canned-answers.server.ts';
import { setTicketOpen } from '#app/domain/talk/support/desk.server.ts';
import { openTicket } from '#app/domain/talk/support/tickets.server.ts';
import { databasePool, prisma } from '#app/platform/database/client.server.ts';
import { zip } from '#app/platform/documents/zip.server.ts';
import { newActor } from '#tests/integration/admins.ts';
import { newSale } from '#tests/integration/facts.ts';
import { newDeactivated, newPayee } from '#tests/integration/payees.ts';
import { newEmail, newUser, newViewer } from '#tests/integration/people.ts';
import { newEndpoint } from '#tests/integration/receivers.ts';
import { newRefundRequest } from '#tests/integration/refund-askers.ts';
import { newBuyer, newSeller, sellEbook, sellMembership, tell } from '#tests/integration/sellers.ts';
import type { FormCase, FormTable } from '#tests/integration/whole-site/twice.ts';

const reason = 'They asked for it';
const owner = async () => {
  const { user, actor } = await newActor('owner');
  return { as: user, actor };
};

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
async function enrolled(
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

/** A subscription of another system that waits for a decision. */
async function foreignSubscription(outcome: 'ready' | 'undecided'): Promise<string> {
  const { id: userId } = await newUser();
  const providerSubscriptionId = `sub_${userId.replaceAll('-', '')}`;
  const price = { id: 'price_old', lookupKey: null, amountCents: 3_700, currency: 'usd', interval: 'month' };
  const state = { status: 'active', price, cancelAtPeriodEnd: false };
  const { id } = await prisma().foreignSubscription.create({
    data: {
      provider: 'stripe',
      product: 'membership',
      state,
      providerSubscriptionId,
      userId,
      outcome,
      readAt: new Date(),
    },
  });
  return id;
}

/** A file of affiliates that waits for a step. */
async function affiliateImportStep(
  state: 'checked' | 'imported',
  intent: string,
  type: Record<string, string> = {},
): Promise<FormCase> {
  const { id } = await prisma().affiliateImport.create({
    data: {
      kind: 'affiliates',
      fileName: 'affiliates.csv',
      contentHash: new Uint8Array(1),
      state,
      newCount: 1,
      createdAt: new Date(),
      importedAt: state === 'imported' ? new Date() : null,
    },
  });
  return { as: (await owner()).as, page: `/admin/commissions/import/${id}`, pick: { intent }, type };
}

async function deskTicket(
  intent: string,
  type: Record<string, string> = {},
  isClosed = false,
): Promise<FormCase> {
  const { as, actor } = await owner();
  const form = { subject: 'A question', message: 'How?', formKey: randomUUID() };
  const number = await openTicket(await newViewer(), 'support', form);
  if (isClosed) await setTicketOpen(actor, number, false);
  return { as, page: `/admin/support/${number}`, pick: { intent }, type };
}

async function unmatchedMail(intent: string): Promise<FormCase> {
  const from = { mailId: randomUUID(), fromAddress: newEmail(), fromName: 'Ada', subject: 'Hello' };
  const { id } = await prisma().unmatchedMail.create({
    data: { ...from, body: 'Hello', reason: 'no_ticket', createdAt: new Date() },
  });
  const { page } = await deskTicket('answer');
  const number = page.split('/').at(-1) ?? '';
  return {
    as: (await owner()).as,
    page: `/admin/support/unmatched/${id}`,
    pick: { intent },
    type: intent === 'add' ? { number } : {},
  };
}

async function moderated(
  intent: string,
  type: Record<string, string> = {},
  before?: Moderation,
): Promise<FormCase> {
  const [author, other] = [
    await newViewer({ hasMembership: true }),
    await newViewer({ hasMembership: true }),
  ];
  const opening = {
    topic: 'lessons',
    title: 'A question about links',
    body: 'How many?',
    formKey: randomUUID(),
  };
  const thread = await startThread(author, opening);
  const post = await reply(other, thread, { body: 'Three of them.', formKey: randomUUID() });
  await reportPost(author, post, { reason: 'spam', note: '' });
  if (before) await moderate((await owner()).actor, post, before);
  return { as: (await owner()).as, page: `/admin/community/posts/${post}`, pick: { intent }, type };
}

async function adjustment(intent: string): Promise<FormCase> {
  const seller = await newSeller();
  const [asker, decider] = [await newActor('owner'), await newActor('owner')];
  const wanted = { who: seller.email, amount: 90_000, reason, key: randomUUID() };
  await askAdjustment(asker.actor, wanted as never);
  return { as: decider.user, page: '/admin/commissions/adjustments', pick: { intent } };
}

async function payout(intent: string, type: Record<string, string>): Promise<FormCase> {
  const payee = await newPayee(20_000);
  await requestPayout(payee);
  const { number } = await prisma().payoutItem.findFirstOrThrow({ where: { userId: payee.id } });
  return { as: (await owner()).as, page: `/admin/commissions/payouts/${number}`, pick: { intent }, type };
}

/** Somebody who has left, or was deactivated and is owed money that is on hold. */
async function leaving(decision: string, show: 'all' | 'held'): Promise<FormCase> {
  const leaver = show === 'held' ? await newDeactivated() : await newPayee(7_000);
  if (show === 'all') await leaveProgramme(leaver);
  const { id } = await prisma().affiliateClosing.findFirstOrThrow({ where: { userId: leaver.id } });
  if (decision === 'write_off')
    // Nobody has claimed it for more than a year.
    await prisma().affiliateClosing.update({ where: { id }, data: { startedAt: new Date(2020, 0) } });
  const place = decision === 'write_off' ? '' : '&last';
  return {
    as: (await owner()).as,
    page: `/admin/commissions/leaving?show=${show}${place}`,
    pick: { decision, closing: id },
    type: { reason },
  };
}

async function heldCommission(decision: string): Promise<FormCase> {
  const seller = await newSeller();
  const buyer = await newBuyer(seller.id);
  await prisma().user.update({ where: { id: buyer.id }, data: { email: `${buyer.id}@yopmail.com` } });
  const sale = newSale(buyer.id);
  await tell(sale.created, sale.activated, sale.paid, sale.linked);
  return {
    as: (await owner()).as,
    page: '/admin/commissions/review',
    pick: { decision },
    type: { reason },
  };
}

async function refundRequest(intent: string, type: Record<string, string> = {}): Promise<FormCase> {
  const { id: request } = await newRefundRequest();
  // Other people's requests may be older, and fill the first page.
  return { as: (await owner()).as, page: '/admin/payments/requests?last', pick: { intent, request }, type };
}

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

const piece = '/admin/content/piece?file=courses/seo/module-1.md';
const editing =
  (intent: string, type: Record<string, string> = {}) =>
  async (): Promise<FormCase> => ({
    as: (await owner()).as,
    page: piece,
    pick: { intent },
    type,
  });

const outlining =
  (intent: string, type: Record<string, string> = {}, pick: Record<string, string> = {}) =>
  async (): Promise<FormCase> => ({
    as: (await owner()).as,
    page: '/admin/content/courses/seo',
    pick: { intent, ...pick },
    type,
  });

const quizPage = '/admin/content/courses/cold-calling/quiz';
const quizzing =
  (intent: string, pick: Record<string, string> = {}, type: Record<string, string> = {}) =>
  async (): Promise<FormCase> => {
    const formCase = { as: (await owner()).as, page: quizPage, pick: { intent, ...pick }, type };
    if (intent === 'check' || intent === 'discard' || intent === 'publish') {
      const quiz = await requireQuiz('cold-calling');
      const [{ key = '' } = {}] = quiz.items;
      if (quiz.state === 'published')
        await moveQuestion((await owner()).actor, 'cold-calling', { key, number: 1, by: 1 });
    }
    return formCase;
  };
const questioning = (intent: string) => async (): Promise<FormCase> => ({
  as: (await owner()).as,
  page: `${quizPage}/question?kind=order`,
  pick: { intent },
  type: {
    ask: 'In which order do you do these?',
    why: 'Each needs what the one before it gives.',
    offer1: 'First',
    offer2: 'Second',
    offer3: 'Third',
    passage: (await requireQuiz('cold-calling')).items[0]?.raw.passage as string,
  },
});

/** A course as an archive. */
const courseFile = (slug: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(
    zip([
      {
        name: 'course.yaml',
        bytes: Buffer.from(`format: course-package\nversion: 1\nslug: ${slug}\ntitle: Sent\n`),
      },
      { name: 'course.md', bytes: Buffer.from('---\ntitle: Sent\n---\nText\n') },
    ]),
  );

/** A file of questions that waits to be added to a quiz. */
const importing =
  (intent: string, type: Record<string, string> = {}) =>
  async (): Promise<FormCase> => {
    const { actor, as } = await owner();
    async function* chunks() {
      yield Buffer.from('Is it so? {=Yes ~No}');
    }
    const id = await receiveQuestions(actor, 'cold-calling', { name: 'questions.gift', chunks: chunks() });
    return { as, page: `/admin/content/imports/${id}`, pick: { intent }, type };
  };

const deck = { slug: 'cold-calling', moduleId: 1 };
const deckPage = '/admin/content/courses/cold-calling/slides/1';
const sliding =
  (intent: string, pick: Record<string, string> = {}) =>
  async (): Promise<FormCase> => {
    const { actor, as } = await owner();
    if (intent === 'check' || intent === 'discard' || intent === 'publish') {
      const { state, items } = await requireDeck(deck.slug, deck.moduleId);
      if (state === 'published') await moveSlide(actor, deck, { key: items[1]?.key ?? '', number: 2, by: 1 });
    }
    return { as, page: deckPage, pick: { intent, ...pick } };
  };
const writingSlide = (intent: string) => async (): Promise<FormCase> => ({
  as: (await owner()).as,
  page: `${deckPage}/slide?layout=statement`,
  pick: { intent },
  type: { text: 'Call when **they** have time.', narration: 'Ask before you begin to talk.' },
});

const inThirtyDays = () => new Date(Date.now() + 30 * 24 * 3600 * 1000).toISOString().slice(0, 16);

/** What the team sends. */
export const formsOfAdmins: FormTable = {
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
      pick: { list: 'users' },
      type: { density: 'compact' },
    }),
  },
  '/admin/users/new': {
    '': async () => ({
      as: (await owner()).as,
      page: '/admin/users/new',
      pick: { email: '' },
      type: { name: 'Ada Invited', email: newEmail() },
    }),
  },
  '/admin/payments/adopt': {
    map: async () => {
      const data = {
        id: 'price_oldone',
        object: 'price',
        created: 1,
        active: true,
        currency: 'usd',
        unit_amount: 3_700,
      };
      const recurring = { interval: 'month', interval_count: 1 };
      await databasePool().query(
        `INSERT INTO sandbox.objects (id, object, data) VALUES ('price_oldone', 'price', $1) ON CONFLICT DO NOTHING`,
        [{ ...data, lookup_key: null, metadata: {}, product: 'prod_old', recurring, type: 'recurring' }],
      );
      return {
        as: (await owner()).as,
        page: '/admin/payments/adopt',
        pick: { intent: 'map' },
        type: { priceId: 'price_oldone' },
      };
    },
    unmap: async () => {
      const price = { provider: 'stripe', priceId: 'price_gone', product: 'membership' } as const;
      const rest = { amountCents: 3_700, currency: 'usd', interval: 'month', createdAt: new Date() };
      await prisma().adoptedPrice.create({ data: { ...price, ...rest } });
      return { as: (await owner()).as, page: '/admin/payments/adopt', pick: { priceId: 'price_gone' } };
    },
    read: async () => {
      const price = { provider: 'stripe', priceId: 'price_read', product: 'membership' } as const;
      const rest = { amountCents: 3_700, currency: 'usd', interval: 'month', createdAt: new Date() };
      await prisma().adoptedPrice.create({ data: { ...price, ...rest } });
      return { as: (await owner()).as, page: '/admin/payments/adopt', pick: { intent: 'read' } };
    },
    name: async () => ({
      as: (await owner()).as,
      page: '/admin/payments/adopt',
      pick: { intent: 'name' },
      type: { subscriptions: 'sub_oldone' },
    }),
    adopt: async () => {
      await foreignSubscription('ready');
      return {
        as: (await owner()).as,
        page: '/admin/payments/adopt',
        pick: { intent: 'adopt' },
        type: { reason },
      };
    },
  },
  '/admin/payments/adopt/subscriptions': {
    adopt: async () => ({
      as: (await owner()).as,
      page: '/admin/payments/adopt/subscriptions',
      pick: { id: await foreignSubscription('undecided'), intent: 'adopt' },
    }),
    leave: async () => ({
      as: (await owner()).as,
      page: '/admin/payments/adopt/subscriptions',
      pick: { id: await foreignSubscription('undecided'), intent: 'leave' },
    }),
  },
  '/admin/commissions/import': {
    '': async () => ({
      as: (await owner()).as,
      page: '/admin/commissions/import',
      type: {},
      file: {
        name: 'affiliates.csv',
        bytes: new Uint8Array(Buffer.from(`email,code,balance\n${newEmail()},ada,12.50\n`)),
      },
    }),
  },
  '/admin/commissions/import/:affiliateImportId': {
    start: async () => affiliateImportStep('checked', 'start', { reason }),
    undo: async () => affiliateImportStep('imported', 'undo'),
    discard: async () => affiliateImportStep('checked', 'discard'),
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
  '/admin/letters': {
    '': async () => ({
      as: (await owner()).as,
      page: '/admin/letters',
      pick: { subject: '' },
      type: { subject: 'Another letter' },
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
  '/admin/support': {
    close: () => tickedTicket('close'),
    reopen: () => tickedTicket('reopen', true),
    assign: () => tickedTicket('assign'),
  },
  '/admin/support/:number': {
    answer: () => deskTicket('answer', { message: 'Like this.' }),
    answer_close: () => deskTicket('answer_close', { message: 'Like this.' }),
    note: () => deskTicket('note', { message: 'Look at the invoice' }),
    assign: () => deskTicket('assign'),
    close: () => deskTicket('close'),
    reopen: () => deskTicket('reopen', {}, true),
  },
  '/admin/support/unmatched/:unmatchedId': {
    add: () => unmatchedMail('add'),
    open: () => unmatchedMail('open'),
    delete: () => unmatchedMail('delete'),
  },
  '/admin/support/answers': {
    '': async () => ({
      as: (await owner()).as,
      page: '/admin/support/answers',
      pick: { title: '' },
      type: { title: randomUUID(), body: 'Like this.' },
    }),
  },
  '/admin/support/answers/:answerId': {
    '': async () => cannedAnswer(''),
    delete: async () => cannedAnswer('delete'),
  },
  '/admin/community/posts/:postId': {
    remove: () => moderated('remove', { reason }),
    suspend: () => moderated('suspend', { reason }),
    leave: () => moderated('leave'),
    restore: () => moderated('restore', {}, { intent: 'remove', reason }),
    allow: () => moderated('allow', {}, { intent: 'suspend', reason }),
  },
  '/admin/commissions/adjustments': {
    ask: async () => ({
      as: (await owner()).as,
      page: '/admin/commissions/adjustments',
      pick: { intent: 'ask' },
      type: { who: (await newSeller()).email, amount: '10.00', reason },
    }),
    approve: () => adjustment('approve'),
    decline: () => adjustment('decline'),
  },
  '/admin/commissions/review': {
    released: () => heldCommission('released'),
    rejected: () => heldCommission('rejected'),
  },
  '/admin/commissions/leaving': {
    pay: () => leaving('pay', 'held'),
    withhold: () => leaving('withhold', 'held'),
    'pay now': () => leaving('pay_now', 'all'),
    'write off': () => leaving('write_off', 'all'),
  },
  '/admin/commissions/payouts/new': {
    '': async () => {
      // Whoever else is due has their payout already.
      await gatherPayouts();
      await newPayee(20_000);
      return { as: (await owner()).as, page: '/admin/commissions/payouts/new', pick: {}, type: { reason } };
    },
  },
  '/admin/commissions/payouts': {
    'send-again': async () => {
      await requestPayout(await newPayee(20_000));
      return { as: (await owner()).as, page: '/admin/commissions/payouts', pick: { intent: 'send-again' } };
    },
  },
  '/admin/commissions/payouts/:number': {
    paid: () => payout('paid', { reference: 'WIRE-1', reason }),
    cancel: () => payout('cancel', { reason }),
  },
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
  '/admin/promotion-codes/new': {
    '': async () => ({
      as: (await owner()).as,
      page: '/admin/promotion-codes/new',
      pick: { promotionCode: '' },
      type: { promotionCode: `SPRING-${randomUUID().slice(0, 6).toUpperCase()}`, percentOff: '20' },
    }),
  },
  '/admin/promotion-codes/:promotionCodeId': {
    end: async () => {
      const code = `ENDED-${randomUUID().slice(0, 6).toUpperCase()}`;
      const { id } = await prisma().promotionCode.create({
        data: { code, percentOff: 20, isOperators: true },
      });
      return { as: (await owner()).as, page: `/admin/promotion-codes/${id}`, pick: { intent: 'end' } };
    },
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
  '/admin/payments': {
    release: async () => {
      // Paid differently from what it costs.
      const { buyer } = await sellEbook(null, 100);
      const { id } = await prisma().purchase.findFirstOrThrow({ where: { userId: buyer.id } });
      return { as: (await owner()).as, page: '/admin/payments', pick: { intent: 'release', id } };
    },
    resolve: async () => {
      const { payment } = await sellMembership(null);
      const providerRefundId = `re_${randomUUID()}`;
      await prisma().paymentRefund.create({
        data: {
          provider: 'stripe',
          providerRefundId,
          paymentId: payment.id,
          amountCents: 100,
          status: 'failed',
        },
      });
      return { as: (await owner()).as, page: '/admin/payments', pick: { refundId: providerRefundId } };
    },
  },
  '/admin/payments/requests': {
    grant: () => refundRequest('grant'),
    decline: () => refundRequest('decline', { words: 'It was read to the end.' }),
  },
  '/view-as/end': {
    '': async () => {
      const { as } = await owner();
      const { id } = await newUser();
      return { as, page: `/admin/users/${id}`, to: '/view-as/end', type: {} };
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
  '/admin/assistant': {
    '': async () => {
      await ask(await newViewer({ hasMembership: true }), {
        message: 'What is the phone number of the founder?',
      });
      return { as: (await owner()).as, page: '/admin/assistant', pick: {} };
    },
  },
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
  '/admin/content/piece': {
    save: editing('save', { note: 'One' }),
    preview: editing('preview'),
    propose: editing('propose'),
    schedule: editing('schedule', { publishAt: inThirtyDays() }),
    discard: async () => {
      const made = await editing('discard')();
      await saveDraft((await owner()).actor, await draftOf('courses/seo/module-1.md'));
      return made;
    },
    publish: editing('publish', { note: 'Two' }),
  },
  '/admin/content/courses/:courseSlug': {
    rename: outlining('rename', { title: 'Search engines', promise: 'Be found.' }),
    'rename-module': outlining('rename-module', { title: 'Another first module' }, { module: '1' }),
    down: outlining('down', {}, { module: '2' }),
    remove: outlining('remove', {}, { module: '3' }),
    add: outlining('add', { title: 'One more' }),
    copy: outlining('copy', {}, { module: '2' }),
    check: outlining('check'),
  },
  '/admin/content/courses/:courseSlug/archive': {
    archive: async () => ({
      as: (await owner()).as,
      page: '/admin/content/courses/outsourcing/archive',
      pick: { intent: 'archive' },
    }),
    unarchive: async () => {
      const { as, actor } = await owner();
      await archiveCourse(actor, 'twitter-ads', '');
      return { as, page: '/admin/content/courses/twitter-ads/archive', pick: { intent: 'unarchive' } };
    },
  },
  '/admin/content/courses/:courseSlug/copy': {
    '': async () => ({
      as: (await owner()).as,
      page: '/admin/content/courses/cold-calling/copy',
      pick: {},
    }),
  },
  '/admin/content/courses/:courseSlug/quiz': {
    down: quizzing('down', { number: '1' }),
    remove: quizzing('remove', { number: '2' }),
    settings: quizzing('settings', {}, { pass: '3', most: '2' }),
    check: quizzing('check'),
    discard: quizzing('discard'),
    publish: quizzing('publish'),
  },
  '/admin/content/courses/:courseSlug/quiz/question': {
    save: questioning('save'),
    preview: questioning('preview'),
  },
  '/admin/content/courses/:courseSlug/quiz/exchange': {
    '': async () => ({
      as: (await owner()).as,
      page: `${quizPage}/exchange`,
      type: {},
      file: { name: 'questions.gift', bytes: new Uint8Array(Buffer.from('Is it so? {=Yes ~No}')) },
    }),
  },
  '/admin/content/imports': {
    '': async () => ({
      as: (await owner()).as,
      page: '/admin/content/imports',
      type: {},
      file: { name: 'course.zip', bytes: courseFile('sent-course') },
    }),
  },
  '/admin/content/imports/:contentImportId': {
    import: importing('import', { which: '1' }),
    discard: importing('discard'),
  },
  '/admin/content/courses/:courseSlug/slides/:part': {
    down: sliding('down', { number: '1' }),
    remove: sliding('remove', { number: '2' }),
    check: sliding('check'),
    discard: sliding('discard'),
    publish: sliding('publish'),
    make: sliding('make'),
  },
  '/admin/content/courses/:courseSlug/slides/:part/slide': {
    save: writingSlide('save'),
    preview: writingSlide('preview'),
  },
  '/admin/content/images': {
    add: async () => ({
      as: (await owner()).as,
      page: '/admin/content/images',
      pick: { intent: 'add' },
      type: { alt: 'A chart with two lines' },
      file: {
        name: 'chart.png',
        bytes: new Uint8Array(
          await sharp({ create: { width: 300, height: 300, channels: 3, background: '#247' } })
            .png()
            .toBuffer(),
        ),
      },
    }),
  },
  '/admin/content/new': {
    '': async () => ({
      as: (await owner()).as,
      page: '/admin/content/new',
      pick: {},
      type: { kind: 'guides', title: 'A new guide', name: 'a-new-guide' },
    }),
  },
  '/admin/content/courses/:courseSlug/release': {
    '': async () => ({
      as: (await owner()).as,
      page: '/admin/content/courses/pinterest-marketing/release?mode=in_order',
      pick: {},
    }),
  },
  '/admin/content/history': {
    async ''() {
      const { as } = await owner();
      const { path, seen, text } = await draftOf('courses/seo/module-1.md');
      // A version to restore: the forms that make one are not always gone through.
      const number = seen + 1;
      await prisma().contentVersion.create({
        data: { path, number, kind: 'text', text, state: 'past', createdAt: new Date() },
      });
      return { as, page: `/admin/content/history?file=${path}`, pick: { version: String(number) } };
    },
  },
  '/admin/content/archive': {
    '': async () => ({
      as: (await owner()).as,
      page: '/admin/content/archive?file=guides/men-guide.md',
      pick: {},
    }),
  },
};

/** The list of one user, whose box is ticked. */
async function tickedUser(intent: string, type: Record<string, string> = {}): Promise<FormCase> {
  const { id, email } = await newUser();
  const { as, actor } = await owner();
  if (intent === 'remove-tag') await addTag(actor, id, 'vip');
  if (intent === 'activate') await prisma().user.update({ where: { id }, data: { status: 'inactive' } });
  const page = `/admin/users?q=${encodeURIComponent(email)}`;
  return { as, page, pick: { intent }, type: { [`row_${id.replaceAll('-', '')}`]: 'on', ...type } };
}

/** The list of one ticket, whose box is ticked. */
async function tickedTicket(intent: string, isClosed = false): Promise<FormCase> {
  const { as, actor } = await owner();
  const asker = await newViewer();
  const number = await openTicket(asker, 'support', {
    subject: 'A question',
    message: 'Why?',
    formKey: randomUUID(),
  });
  if (isClosed) await setTicketOpen(actor, number, false);
  return { as, page: `/admin/support?q=${number}`, pick: { intent }, type: { [`row_${number}`]: 'on' } };
}

/** An edit of a file of the library that changes nothing but its end. */
async function draftOf(path: string) {
  const opened = await openPiece(path);
  return { path, seen: opened?.seen ?? 0, text: opened?.text ?? '', note: '' };
}

async function cannedAnswer(intent: string): Promise<FormCase> {
  const { as, actor } = await owner();
  const title = randomUUID();
  await addCannedAnswer(actor, { title, body: 'Like this.' });
  const { id } = await prisma().cannedAnswer.findFirstOrThrow({ where: { title } });
  const pick: Record<string, string> = intent ? { intent } : {};
  return { as, page: `/admin/support/answers/${id}`, pick };
}

async function devopsKey(intent: string): Promise<FormCase> {
  const { as, actor } = await owner();
  await makeDevopsKey(actor, { name: randomUUID(), permissions: ['users:read'], endsOn: null } as never);
  const { id } = await prisma().devopsKey.findFirstOrThrow({ orderBy: { createdAt: 'desc' } });
  return { as, page: '/admin/embedded-widget', pick: { intent, id } };
}
