import { randomUUID } from 'node:crypto';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { commandLine } from '#app/domain/core/audit/record.server.ts';
import { addCannedAnswer, listCannedAnswers } from '#app/domain/talk/support/canned-answers.server.ts';
import { answerTicket } from '#app/domain/talk/support/desk.server.ts';
import { findDeskTicket } from '#app/domain/talk/support/desk-ticket.server.ts';
import { threadLink } from '#app/domain/talk/support/thread-link.server.ts';
import { openTicket } from '#app/domain/talk/support/tickets.server.ts';
import { askAsVisitor, confirmTicket } from '#app/domain/talk/support/visitor-tickets.server.ts';
import { withClock } from '#app/platform/clock.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import type { SampleSellers } from '#stand-ins/sample-year/people.server.ts';

const sampleTickets = [
  {
    seller: 'affiliate',
    day: 331,
    subject: 'When does a part refund reach my balance? (sample)',
    message:
      'One of my commissions went down by $10 this week. I have read the row: is that the whole of it?',
    answer: null,
  },
  {
    seller: 'pro',
    day: 244,
    subject: 'My payout was not claimed (sample)',
    message: 'PayPal says the address was not confirmed. It is now. Can the payout be sent again?',
    answer:
      'Hello,\n\nit came back to us, and goes out again with the next batch. You need not do anything more.',
  },
  {
    seller: 'reseller',
    day: 352,
    subject: 'Two members under one company (sample)',
    message: 'My client wants two seats on one bill. Is that possible, and do I earn on both?',
    answer:
      'Hello,\n\neach person has an account and a payment of their own, so there are two bills. You earn on both.',
  },
] as const;

const visitor = {
  name: 'Sam Sample',
  email: 'sam.sample@example.com',
  subject: 'Before I join: does the trial need a card? (sample)',
  message: 'I would like to look around first. Is there anything I can read without paying?',
};

const canned = [
  {
    title: 'Before joining (sample)',
    body: 'Hello {name},\n\nyou can read a whole lesson at /demo without an account, and the guarantee covers your first membership payment.',
  },
  {
    title: 'Asking for details (sample)',
    body: 'Hello {name},\n\ncould you tell us which page you were on, and what you expected to happen? Then we can follow it for ticket {number}.',
  },
];

/** Tickets of the year, some of them answered, and canned answers, made once. */
export async function makeTickets(
  people: SampleSellers,
  viewerOf: (id: string) => Promise<Viewer>,
  dayAt: (day: number) => Date,
): Promise<void> {
  for (const { seller, day, subject, message, answer } of sampleTickets) {
    const { id } = people[seller];
    if (await prisma().ticket.findFirst({ where: { userId: id, subject } })) continue;
    const form = { subject, message, formKey: randomUUID() };
    const viewer = await viewerOf(id);
    const number = await withClock(
      () => dayAt(day),
      () => openTicket(viewer, 'affiliate-centre', form),
    );
    if (answer)
      await withClock(
        () => dayAt(day + 0.4),
        () => answerNow(number, answer),
      );
  }
  await withClock(() => dayAt(363.6), askBeforeJoining);
  const existingTitles = new Set((await listCannedAnswers()).map(({ title }) => title));
  for (const each of canned) if (!existingTitles.has(each.title)) await addCannedAnswer(commandLine, each);
}

async function answerNow(number: number, message: string): Promise<void> {
  const lastMessageId = (await findDeskTicket(number, null))?.messages.at(-1)?.id ?? '';
  await answerTicket(commandLine, number, { message, formKey: randomUUID(), seen: lastMessageId }, false);
}

async function askBeforeJoining(): Promise<void> {
  const { email } = visitor;
  if (await prisma().ticket.findFirst({ where: { email } })) return;
  await askAsVisitor(visitor, '2001:db8:ffff::1');
  const { number } = await prisma().ticket.findFirstOrThrow({ where: { email } });
  await confirmTicket(threadLink(number).split('/').at(-1) ?? '');
}
