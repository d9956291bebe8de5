import { conversationRetentionDays } from '#app/domain/assistant/limits.ts';
import { readTicketProposal } from '#app/domain/assistant/proposal.ts';
import type { Citation, Standing, TicketProposal } from '#app/domain/assistant/reply.ts';
import { type Allowance, allowanceOf, type DayUse, dayUseSql } from '#app/domain/assistant/usage.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { dayMs } from '#app/platform/durations.ts';

/** Conversations on one page of the list, and messages of one page of a conversation. */
const pageSizes = { conversations: 20, messages: 60 } as const;

/** The longest title of a conversation, in characters. */
const longestTitle = 80;

/** A conversation as the list shows it. */
export interface ListedConversation {
  id: string;
  title: string;
  lastMessageAt: Date;
}

/** A question or an answer as it is shown. */
export interface ShownMessage {
  id: string;
  position: number;
  sender: 'user' | 'ai';
  text: string;
  citations: Citation[];
  standing: Standing | null;
  rating: 1 | -1 | null;
  /** A ticket that the answer offers to open, and its number once it was opened. */
  proposal: TicketProposal | null;
  ticketNumber: number | null;
  createdAt: Date;
}

/** Whether an id can be one of ours. */
export const isUuid = (id: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);

const notFound = () => new Refusal('not_found', 'This conversation does not exist, or is no longer kept.');

/** The first characters of a question, by which its conversation is called until it is called otherwise. */
export function titleOf(question: string): string {
  const line = question.replace(/\s+/g, ' ').trim();
  const characters = Array.from(line);
  return characters.length <= 60 ? line : `${characters.slice(0, 59).join('').trimEnd()}\u2026`;
}

/** A user's conversations, the latest first; `before` is the id of the last one seen. One query. */
export async function listConversations(
  viewer: Viewer,
  before: string | null = null,
): Promise<{ conversations: ListedConversation[]; next: string | null }> {
  const after = before !== null && isUuid(before) ? before : null;
  const rows = await prisma().$queryRaw<ListedConversation[]>`
    SELECT id, title, last_message_at AS "lastMessageAt" FROM assistant_conversations
    WHERE user_id = ${viewer.id}::uuid AND (${after}::uuid IS NULL OR (last_message_at, id) <
      (SELECT c.last_message_at, c.id FROM assistant_conversations c WHERE c.id = ${after}::uuid AND c.user_id = ${viewer.id}::uuid))
    ORDER BY last_message_at DESC, id DESC LIMIT ${pageSizes.conversations + 1}`;
  const conversations = rows.slice(0, pageSizes.conversations);
  return {
    conversations,
    next: rows.length > conversations.length ? (conversations.at(-1)?.id ?? null) : null,
  };
}

/** A conversation with its latest messages, or those before a position; what may still be used today. */
interface OpenConversation extends Allowance {
  id: string;
  title: string;
  messages: ShownMessage[];
  hasEarlier: boolean;
}

interface ConversationRow extends Pick<OpenConversation, 'id' | 'title'> {
  messages: (Omit<ShownMessage, 'createdAt' | 'proposal'> & { createdAt: string; proposal: unknown })[];
  use: DayUse;
}

/**
 * A conversation of the user's own; with `latest` the one last talked in, if there is one. One query.
 * @throws {Refusal} not_found for one that is not there, or another's.
 */
export async function openConversation(
  viewer: Viewer,
  id: string,
  before: number | null = null,
): Promise<OpenConversation> {
  if (!isUuid(id)) throw notFound();
  const [row] = await prisma().$queryRaw<ConversationRow[]>`
    SELECT c.id, c.title,
      ${dayUseSql(viewer.id)} AS use,
      (SELECT coalesce(json_agg(json_build_object('id', m.id, 'position', m.position, 'sender', m.sender, 'text', m.text,
          'citations', m.citations, 'standing', m.standing, 'rating', m.rating, 'proposal', m.proposal, 'ticketNumber', m.ticket_number,
          'createdAt', m.created_at) ORDER BY m.position), '[]')
        FROM (SELECT * FROM assistant_messages WHERE conversation_id = c.id AND (${before}::int IS NULL OR position < ${before}::int)
          ORDER BY position DESC LIMIT ${pageSizes.messages + 1}) m) AS messages
    FROM assistant_conversations c WHERE c.id = ${id}::uuid AND c.user_id = ${viewer.id}::uuid`;
  if (!row) throw notFound();
  const messages = row.messages.map((message) => ({
    ...message,
    proposal: readTicketProposal(message.proposal),
    createdAt: new Date(message.createdAt),
  }));
  return {
    id: row.id,
    title: row.title,
    messages: messages.slice(-pageSizes.messages),
    hasEarlier: messages.length > pageSizes.messages,
    ...allowanceOf(row.use),
  };
}

/** Calls a conversation otherwise. @throws {Refusal} not_found; invalid for no title, or one too long. */
export async function renameConversation(viewer: Viewer, id: string, typed: string): Promise<void> {
  const title = typed.replace(/\s+/g, ' ').trim();
  if (title === '') throw new Refusal('invalid', 'Give the conversation a name.', 'title');
  if (Array.from(title).length > longestTitle)
    throw new Refusal('invalid', `A name has at most ${longestTitle} characters.`, 'title');
  if (!isUuid(id)) throw notFound();
  const { count } = await prisma().assistantConversation.updateMany({
    where: { id, userId: viewer.id },
    data: { title },
  });
  if (count === 0) throw notFound();
}

/** Deletes a conversation with all that was said in it; one that is gone already stays gone. */
export async function deleteConversation(viewer: Viewer, id: string): Promise<void> {
  if (!isUuid(id)) return;
  await prisma().assistantConversation.deleteMany({ where: { id, userId: viewer.id } });
}

/** Keeps what a member thinks of an answer; null takes it back. @throws {Refusal} not_found */
export async function rateAnswer(viewer: Viewer, messageId: string, rating: 1 | -1 | null): Promise<void> {
  if (!isUuid(messageId)) throw notFound();
  const { count } = await prisma().assistantMessage.updateMany({
    where: { id: messageId, userId: viewer.id, sender: 'ai' },
    data: { rating },
  });
  if (count === 0) throw notFound();
}

/** Deletes conversations nobody has talked in for 90 days, and counts of usage of that age; the worker calls it daily. */
export async function deleteOldConversations(): Promise<void> {
  const before = new Date(now().getTime() - conversationRetentionDays * dayMs);
  await prisma().assistantConversation.deleteMany({ where: { lastMessageAt: { lt: before } } });
  await prisma().assistantUsage.deleteMany({ where: { day: { lt: before } } });
  await prisma().assistantDay.deleteMany({ where: { day: { lt: before } } });
}
