import { randomUUID } from 'node:crypto';
import { ask } from '#app/domain/assistant/asking.server.ts';
import { type Moderation, moderate } from '#app/domain/talk/community/moderation.server.ts';
import { reportPost } from '#app/domain/talk/community/reports.server.ts';
import { reply, startThread } from '#app/domain/talk/community/threads.server.ts';
import { addCannedAnswer } from '#app/domain/talk/support/canned-answers.server.ts';
import { setTicketOpen } from '#app/domain/talk/support/desk.server.ts';
import { openTicket } from '#app/domain/talk/support/tickets.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { newEmail, newViewer } from '#tests/integration/people.ts';
import { owner, reason } from '#tests/integration/whole-site/admins/owner.ts';
import type { FormCase, FormTable } from '#tests/integration/whole-site/twice.ts';

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

async function cannedAnswer(intent: string): Promise<FormCase> {
  const { as, actor } = await owner();
  const title = randomUUID();
  await addCannedAnswer(actor, { title, body: 'Like this.' });
  const { id } = await prisma().cannedAnswer.findFirstOrThrow({ where: { title } });
  const pick: Record<string, string> = intent ? { intent } : {};
  return { as, page: `/admin/support/answers/${id}`, pick };
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

/** What the team does with tickets, posts and the assistant’s gaps. */
export const talkForms: FormTable = {
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
  '/admin/assistant': {
    '': async () => {
      await ask(await newViewer({ hasMembership: true }), {
        message: 'What is the phone number of the founder?',
      });
      return { as: (await owner()).as, page: '/admin/assistant', pick: {} };
    },
  },
};
