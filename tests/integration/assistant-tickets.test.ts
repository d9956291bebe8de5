import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { ask } from '#app/domain/assistant/asking.server.ts';
import { openConversation } from '#app/domain/assistant/conversations.server.ts';
import { openProposedTicket } from '#app/domain/assistant/tickets.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { indexLibrary } from '#app/domain/site/search/indexing.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { newViewer, subjectsTo } from '#tests/integration/people.ts';

let viewer: Viewer;
beforeAll(async () => {
  await indexLibrary(() => true);
});
beforeEach(async () => {
  viewer = await newViewer({ hasMembership: true });
});

const question = 'What is the phone number of the founder?';
const countTickets = (userId: string) => prisma().ticket.count({ where: { userId } });

it('an answer that is not certain offers the question as a ticket, and opens none', async () => {
  const answer = await ask(viewer, { message: question });
  expect(answer.proposal).toEqual({ subject: question, message: question });
  expect(await countTickets(viewer.id)).toBe(0);
  expect((await ask(viewer, { message: 'How do I write a good subject line?' })).proposal ?? null).toBeNull();
});

it('the button opens one ticket, as it was changed, however often it is pressed', async () => {
  const { id, conversationId } = await ask(viewer, { message: question });
  const form = { subject: 'A call', message: 'May I call somebody?' };
  const numbers = await Promise.all([1, 2, 3].map(() => openProposedTicket(viewer, id, form)));
  numbers.push(await openProposedTicket(viewer, id, form));
  expect(new Set(numbers).size).toBe(1);
  const tickets = await prisma().ticket.findMany({
    where: { userId: viewer.id },
    include: { messages: true },
  });
  expect(tickets).toMatchObject([{ subject: 'A call', area: 'assistant', number: numbers[0] }]);
  expect(tickets[0]?.messages).toMatchObject([{ body: 'May I call somebody?', author: 'asker' }]);
  expect(await subjectsTo(viewer.email)).toHaveLength(1);
  const { messages } = await openConversation(viewer, conversationId);
  expect(messages[1]).toMatchObject({ ticketNumber: numbers[0], proposal: { subject: question } });
});

it.each([
  ["somebody else's answer", async () => (await ask(await newViewer(), { message: question })).id],
  ['an answer that offers none', async () => (await ask(viewer, { message: 'hello' })).id],
  [
    'a question',
    async () => {
      await ask(viewer, { message: question });
      return (
        await prisma().assistantMessage.findFirstOrThrow({ where: { userId: viewer.id, sender: 'user' } })
      ).id;
    },
  ],
  ['nothing', async () => randomUUID()],
  ['no id', async () => "'; --"],
])('%s opens no ticket', async (_, idOf) => {
  const id = await idOf();
  await expect(openProposedTicket(viewer, id, { subject: 'x', message: 'x' })).rejects.toMatchObject({
    kind: 'not_found',
  });
  expect(await prisma().ticket.count({ where: { area: 'assistant', subject: 'x' } })).toBe(0);
});
