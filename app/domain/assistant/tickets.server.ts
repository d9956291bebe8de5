import { isUuid } from '#app/domain/assistant/conversations.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { ticketSchema } from '#app/domain/talk/support/ticket-form.server.ts';
import { openTicket } from '#app/domain/talk/support/tickets.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';

/** What the form under an answer asks for: the ticket that was proposed, as the member has left it. */
export const proposedTicketSchema = ticketSchema.omit({ formKey: true });

/**
 * Opens the ticket that an answer of this member's has proposed, and returns its number; the same answer opens one ticket, however often
 * it is pressed. Nothing but this press opens it.
 * @throws {Refusal} not_found for an answer that is not theirs or proposes none; {RateLimitExceeded} as `openTicket`
 */
export async function openProposedTicket(
  viewer: Viewer,
  messageId: string,
  { subject, message }: { subject: string; message: string },
): Promise<number> {
  const answer = isUuid(messageId)
    ? await prisma().assistantMessage.findFirst({
        where: { id: messageId, userId: viewer.id, sender: 'ai' },
        select: { proposal: true, ticketNumber: true },
      })
    : null;
  if (!answer?.proposal) throw new Refusal('not_found', 'This message does not exist, or is no longer kept.');
  if (answer.ticketNumber !== null) return answer.ticketNumber;
  const number = await openTicket(viewer, 'assistant', { subject, message, formKey: messageId });
  await prisma().assistantMessage.updateMany({ where: { id: messageId }, data: { ticketNumber: number } });
  return number;
}
