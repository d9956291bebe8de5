import { isUuid, titleOf } from '#app/domain/assistant/conversations.server.ts';
import { withDatabaseSlot } from '#app/domain/assistant/database-slots.ts';
import { findEarlierQuestion } from '#app/domain/assistant/earlier-question.server.ts';
import { askLibrarian, needsNoModel } from '#app/domain/assistant/librarian.server.ts';
import { burst, longestConversation, longestMessage } from '#app/domain/assistant/limits.ts';
import { type FallbackReason, writeAnswer } from '#app/domain/assistant/model/answer.server.ts';
import { readTicketProposal } from '#app/domain/assistant/proposal.ts';
import type { Citation, Reply, Standing } from '#app/domain/assistant/reply.ts';
import { countAnswer, countMessage } from '#app/domain/assistant/usage.server.ts';
import { mayUseAssistant } from '#app/domain/core/access/policy.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { oneLineEnd } from '#app/domain/core/values/typed-text.ts';
import { findModel } from '#app/platform/ai/connection.server.ts';
import { now } from '#app/platform/clock.server.ts';
import {
  isUniqueViolation,
  prisma,
  type Transaction,
  transaction,
} from '#app/platform/database/client.server.ts';
import { maskSecrets } from '#app/platform/http/secret-paths.server.ts';
import { consumeRateLimit } from '#app/platform/rate-limit.server.ts';

/** What is asked of the assistant. */
interface AssistantRequest {
  message: string;
  /** The conversation it belongs to; null begins one. */
  conversationId?: string | null;
  /** What the asker calls this message: sent again under it, it is asked and counted once. */
  requestKey?: string | null;
  /** The page it is asked from. */
  onPath?: string | null;
}

/** A question that is kept, and waits for its answer. */
export interface Question {
  conversationId: string;
  position: number;
  message: string;
  onPath: string | null;
}

/** An answer that is kept. */
export interface Answer extends Reply {
  id: string;
  conversationId: string;
  /** Of the answer; its question has the number before it. */
  position: number;
}

/** What an answer was made by: the librarian, or a model by its name; and whether the librarian stood in for a model. */
interface Authorship {
  writer: string;
  isFallback: boolean;
}

/** A message as it is kept: nothing that Postgres refuses or nobody sees. @throws {Refusal} invalid */
export function readMessage(input: unknown): string {
  const message =
    typeof input === 'string'
      ? oneLineEnd(input)
          .toWellFormed()
          .normalize('NFC')
          // Control characters but line breaks, and such as turn or hide text.
          .replace(
            /(?!\n)\p{Cc}|[\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069\p{Co}\u{e0000}-\u{e007f}]/gu,
            ' ',
          )
          .trim()
      : '';
  if (message === '') throw new Refusal('invalid', 'Please type a message.', 'message');
  if (Array.from(message).length > longestMessage)
    throw new Refusal(
      'invalid',
      `A message can have at most ${longestMessage.toLocaleString('en-US')} characters.`,
      'message',
    );
  return message;
}

const readKey = (key: unknown) => (typeof key === 'string' && /^[\w-]{8,64}$/.test(key) ? key : null);

/** A page of this site, told by its path; null for anything else. */
export const readPath = (path: unknown) =>
  typeof path === 'string' && path.length <= 300 && /^\/(?!\/)[\w\-./%]*$/.test(path)
    ? maskSecrets(path)
    : null;

type StoredAnswer = {
  id: string;
  conversationId: string;
  position: number;
  text: string;
  citations: unknown;
  standing: string | null;
  proposal: unknown;
};

const toAnswer = ({
  id,
  conversationId,
  position,
  text,
  citations,
  standing,
  proposal,
}: StoredAnswer): Answer => ({
  id,
  conversationId,
  position,
  text,
  proposal: readTicketProposal(proposal),
  citations: citations as Citation[],
  standing: (standing ?? 'unknown') as Standing,
});

/** What was asked under this key before: its answer, or the question that still waits for one. */
async function findByRequestKey(viewer: Viewer, requestKey: string) {
  const question = await prisma().assistantMessage.findUnique({
    where: { userId_requestKey: { userId: viewer.id, requestKey } },
  });
  if (!question) return null;
  const { conversationId, position, text: message, onPath } = question;
  return (await findAnswer(conversationId, position)) ?? { conversationId, position, message, onPath };
}

/** The answer to the question at a position, if there is one. */
async function findAnswer(conversationId: string, position: number): Promise<Answer | null> {
  const answer = await prisma().assistantMessage.findUnique({
    where: { conversationId_position: { conversationId, position: position + 1 } },
  });
  return answer && toAnswer(answer);
}

/** The conversation a message belongs to, locked, and the place of its question. @throws {Refusal} not_found, conflict */
async function lockNextPlace({ db }: Transaction, viewer: Viewer, id: string | null, message: string) {
  if (id === null) {
    const { id: conversationId } = await db.assistantConversation.create({
      data: { userId: viewer.id, title: titleOf(message), createdAt: now(), lastMessageAt: now() },
      select: { id: true },
    });
    return { conversationId, position: 1 };
  }
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM assistant_conversations WHERE id::text = ${id} AND user_id = ${viewer.id}::uuid FOR UPDATE`;
  if (rows.length === 0)
    throw new Refusal('not_found', 'This conversation does not exist, or is no longer kept.');
  const { _max: last } = await db.assistantMessage.aggregate({
    where: { conversationId: id },
    _max: { position: true },
  });
  const position = Math.ceil((last.position ?? 0) / 2) * 2 + 1;
  if (position > longestConversation)
    throw new Refusal('conflict', 'This conversation is full. Please begin another.');
  return { conversationId: id, position };
}

/**
 * Keeps a message and counts it; or finds the answer it had before, where it is sent again.
 * @throws {Refusal} invalid for an empty or too long message; not_allowed; not_found for another's conversation
 * @throws {RateLimitExceeded} when the minute's or the day's messages are used up.
 */
export async function keepQuestion(viewer: Viewer, request: AssistantRequest): Promise<Question | Answer> {
  if (!mayUseAssistant(viewer)) throw new Refusal('not_allowed', 'The assistant is there for members.');
  const message = readMessage(request.message);
  const requestKey = readKey(request.requestKey);
  const onPath = readPath(request.onPath);
  const earlier = requestKey && (await findByRequestKey(viewer, requestKey));
  if (earlier) return earlier;
  await consumeRateLimit(burst, viewer.id);
  try {
    return await transaction(async (tx) => {
      await countMessage(tx, viewer.id);
      const place = await lockNextPlace(tx, viewer, request.conversationId ?? null, message);
      await tx.db.assistantMessage.create({
        data: {
          ...place,
          userId: viewer.id,
          sender: 'user',
          text: message,
          onPath,
          requestKey,
          createdAt: now(),
        },
      });
      await tx.db.assistantConversation.update({
        where: { id: place.conversationId },
        data: { lastMessageAt: now() },
      });
      return { ...place, message, onPath };
    });
  } catch (error) {
    // The same message twice at the same time: the other one was first.
    const other = requestKey && isUniqueViolation(error) ? await findByRequestKey(viewer, requestKey) : null;
    if (other) return other;
    throw error;
  }
}

/** Keeps the answer to a question. Of two answers to one question the first stays, and is what is returned. */
async function keepAnswer(
  viewer: Viewer,
  { conversationId, position }: Pick<Question, 'conversationId' | 'position'>,
  reply: Reply,
  { writer, isFallback }: Authorship,
): Promise<Answer> {
  const place = { conversationId, position: position + 1 };
  const isUnanswered = reply.standing === 'near' || reply.standing === 'unknown';
  try {
    return await transaction(async (tx) => {
      const stored = await tx.db.assistantMessage.create({
        data: {
          ...place,
          userId: viewer.id,
          sender: 'ai',
          text: reply.text,
          citations: reply.citations.map((citation) => ({ ...citation })),
          standing: reply.standing,
          ...(reply.proposal ? { proposal: { ...reply.proposal } } : {}),
          writer,
          createdAt: now(),
        },
      });
      await countAnswer(tx, viewer.id, { isUnanswered, isFallback });
      await tx.db.assistantConversation.update({
        where: { id: conversationId },
        data: { lastMessageAt: now() },
      });
      return toAnswer(stored);
    });
  } catch (error) {
    const first = isUniqueViolation(error)
      ? await prisma().assistantMessage.findUnique({ where: { conversationId_position: place } })
      : null;
    if (first) return toAnswer(first);
    throw error;
  }
}

/** Who listens while an answer is written, and how it is called off. */
interface AnswerProgress {
  signal?: AbortSignal;
  /** Told each further piece of the answer. */
  onPiece?: (piece: string) => void;
  /** Told what is being done meanwhile. */
  onStatus?: (words: string) => void;
  /** Told that what was heard so far does not hold, and what follows stands in its place. */
  onRestart?: () => void;
}

/** Why the librarian answers where a model would have written. */
const fallbackPrefaces: Record<FallbackReason, string> = {
  unavailable: '*The model that writes answers cannot be reached just now. So I quote:*',
  used_up: '*The budget for written answers is used up for today. So I quote:*',
  unsupported: '',
};

async function replyTo(
  viewer: Viewer,
  question: Question,
  {
    signal = new AbortController().signal,
    onPiece = () => {},
    onStatus = () => {},
    onRestart = () => {},
  }: AnswerProgress,
): Promise<{ reply: Reply; authorship: Authorship }> {
  const { message, onPath } = question;
  const connected = needsNoModel(message) ? null : findModel();
  let hasSentPiece = false;
  const modelAnswer =
    connected &&
    (await writeAnswer(viewer, connected, question, {
      signal,
      onStatus,
      onPiece(piece) {
        hasSentPiece = true;
        onPiece(piece);
      },
    }));
  if (modelAnswer && typeof modelAnswer === 'object') {
    if (!hasSentPiece) onPiece(modelAnswer.text);
    return { reply: modelAnswer, authorship: { writer: connected?.model ?? 'librarian', isFallback: false } };
  }
  const findEarlier = () => findEarlierQuestion(viewer, question);
  const librarianReply = await askLibrarian(viewer, message, { onPath, signal, findEarlier });
  signal.throwIfAborted();
  const preface = modelAnswer ? fallbackPrefaces[modelAnswer] : '';
  const reply = preface
    ? { ...librarianReply, text: `${preface}\n\n${librarianReply.text}` }
    : librarianReply;
  if (hasSentPiece) onRestart();
  onPiece(reply.text);
  return { reply, authorship: { writer: 'librarian', isFallback: preface !== '' } };
}

/** Answers a question that is kept, and keeps the answer. An answer that is called off is not kept. */
export async function answerQuestion(
  viewer: Viewer,
  question: Question,
  progress: AnswerProgress = {},
): Promise<Answer> {
  const { reply, authorship } = await replyTo(viewer, question, progress);
  progress.signal?.throwIfAborted();
  const storeAnswer = () => withDatabaseSlot(() => keepAnswer(viewer, question, reply, authorship));
  // It has cost time and money: once more, where the database was too busy.
  return storeAnswer().catch(storeAnswer);
}

/** Asks the assistant, and keeps what it answers. @throws {Refusal} and {RateLimitExceeded} as `keepQuestion` */
export async function ask(
  viewer: Viewer,
  request: AssistantRequest,
  progress: AnswerProgress = {},
): Promise<Answer> {
  const questionOrAnswer = await keepQuestion(viewer, request);
  return 'text' in questionOrAnswer ? questionOrAnswer : answerQuestion(viewer, questionOrAnswer, progress);
}

/** What was asked under a key, if something was: its answer, or the question that waits for one. */
export async function findQuestionByKey(
  viewer: Viewer,
  requestKey: unknown,
): Promise<Question | Answer | null> {
  const key = readKey(requestKey);
  return key === null || !mayUseAssistant(viewer) ? null : findByRequestKey(viewer, key);
}

/** A question that has no answer, to be asked again. @throws {Refusal} not_found; {RateLimitExceeded} */
export async function findUnanswered(viewer: Viewer, questionId: string): Promise<Question | Answer> {
  const question = isUuid(questionId)
    ? await prisma().assistantMessage.findFirst({
        where: { id: questionId, userId: viewer.id, sender: 'user' },
      })
    : null;
  if (!question) throw new Refusal('not_found', 'This message does not exist, or is no longer kept.');
  const { conversationId, position, text: message, onPath } = question;
  const answer = await findAnswer(conversationId, position);
  if (answer) return answer;
  await consumeRateLimit(burst, viewer.id);
  return { conversationId, position, message, onPath };
}
