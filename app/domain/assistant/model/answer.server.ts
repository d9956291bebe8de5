import { reserve, settle } from '#app/domain/assistant/budget.server.ts';
import { withDatabaseSlot } from '#app/domain/assistant/database-slots.ts';
import { Checker } from '#app/domain/assistant/model/checking.ts';
import { type Ground, Grounds } from '#app/domain/assistant/model/grounds.ts';
import { findHistory } from '#app/domain/assistant/model/history.server.ts';
import { instructionsFor } from '#app/domain/assistant/model/instructions.ts';
import { type Sentence, Sentences } from '#app/domain/assistant/model/sentences.ts';
import { type Findings, tokensOfLookup, toolsFor } from '#app/domain/assistant/model/tools.server.ts';
import type { Reply } from '#app/domain/assistant/reply.ts';
import { findPagePassages } from '#app/domain/assistant/retrieval.server.ts';
import { countRefused } from '#app/domain/assistant/usage.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { type ConnectedModel, ModelError } from '#app/platform/ai/connection.server.ts';
import { isDecent } from '#app/platform/ai/moderation.server.ts';
import { type Task, type Used, write } from '#app/platform/ai/text-generation.server.ts';
import { log } from '#app/platform/log.server.ts';

/** What a model answers in the place of which the librarian is asked, and why. */
export type FallbackReason =
  /** The provider did not answer, or broke off. */
  | 'unavailable'
  /** The day's tokens or money are used up. */
  | 'used_up'
  /** What it wrote rests on nothing that was found, or it found nothing certain. */
  | 'unsupported';

/** What is heard while an answer is written. */
interface AnswerListener {
  signal: AbortSignal;
  /** Told each further piece that may be shown. */
  onPiece(piece: string): void;
  /** Told what is being looked up. */
  onStatus(words: string): void;
}

/** A question with where it was asked. */
interface PlacedQuestion {
  conversationId: string;
  position: number;
  message: string;
  onPath: string | null;
}

/** Calls of the model in one answer, and the tokens of each. */
const mostSteps = 4;
const maxOutputTokens = 800;
/** An answer has at most so many sentences. */
const mostSentences = 14;

const statusOfTool: Record<string, string> = {
  find_in_library: 'Looking in the library...',
  my_progress: 'Looking at your progress...',
  next_lesson: 'Looking at your progress...',
  my_billing: 'Looking at your membership...',
  my_ebook: 'Looking at your ebook...',
  my_affiliate_figures: 'Looking at your figures...',
  my_next_payout: 'Looking at your figures...',
  read_this_page: 'Reading this page...',
  open_ticket: 'Preparing a message...',
};

/** Has a model answer, if the day's budget has room. Only sentences that rest on what was found are heard and kept. @returns why not */
export async function writeAnswer(
  viewer: Viewer,
  connected: ConnectedModel,
  question: PlacedQuestion,
  listener: AnswerListener,
): Promise<Reply | FallbackReason> {
  const { signal } = listener;
  try {
    if (connected.isModerated && !(await isDecent(connected, question.message, signal))) {
      await countRefused();
      return moderationReply;
    }
    // The first estimate, so that nothing is asked of the provider that there is no budget for.
    const usual = { inputTokens: 2_000 + 2 * tokensOfLookup, outputTokens: maxOutputTokens };
    const reservation = await withDatabaseSlot(() => reserve(viewer.id, connected, usual));
    if (!reservation) return 'used_up';
    const usage: Used = { inputTokens: 0, outputTokens: 0 };
    const addUsage = ({ inputTokens, outputTokens }: Used) => {
      usage.inputTokens += inputTokens;
      usage.outputTokens += outputTokens;
    };
    try {
      return await writeWithinBudget(viewer, connected, question, listener, addUsage);
    } finally {
      // What was set aside stays counted where it cannot be settled; the answer is not lost by that.
      await withDatabaseSlot(() => settle(reservation, connected, usage)).catch((error: unknown) =>
        log().error({ error: String(error) }, 'use of a model not settled'),
      );
    }
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ModelError)) throw error;
    log().warn(
      { event: 'assistant_model_failed', reason: error.reason, error: error.message },
      'model failed',
    );
    return 'unavailable';
  }
}

const moderationReply: Reply = {
  text: 'I cannot help with this message. If you need help with something that is happening to you, please [write to a person](/support#contact).',
  citations: [],
  standing: 'about',
};

async function writeWithinBudget(
  viewer: Viewer,
  connected: ConnectedModel,
  question: PlacedQuestion,
  listener: AnswerListener,
  addUsage: (used: Used) => void,
): Promise<Reply | FallbackReason> {
  const { signal, onPiece, onStatus } = listener;
  const history = await findHistory(viewer, connected, question, signal);
  addUsage(history.used);
  const onPath =
    question.onPath !== null && (await findPagePassages(viewer, question.onPath)).length > 0
      ? question.onPath
      : null;
  const findings: Findings = { grounds: new Grounds(), proposal: null };
  const questions = [...history.questions, question.message];
  const task: Task = {
    instructions: instructionsFor(onPath !== null),
    messages: [...history.messages, { role: 'user', content: question.message }],
    tools: toolsFor({ viewer, questions, onPath, signal }, findings),
    mostSteps,
    maxOutputTokens,
  };
  const checker = new Checker(findings.grounds, task.instructions);
  const sentences = new Sentences();
  const supported: { text: string; cited: Ground[] }[] = [];
  const addSupported = (sentences: readonly Sentence[]) => {
    for (const sentence of sentences) {
      const checked = supported.length < mostSentences ? checker.check(sentence) : null;
      if (!checked) continue;
      const before = supported.length === 0 ? '' : sentence.before || ' ';
      const mark = sentence.mark.startsWith('#') ? '' : sentence.mark;
      const text = `${before}${mark}${checked.text}`;
      supported.push({ ...checked, text });
      onPiece(text);
    }
  };
  for await (const piece of write(connected, task, signal, addUsage)) {
    if (piece.kind === 'tool') onStatus(statusOfTool[piece.name] ?? 'Thinking...');
    else addSupported(sentences.push(piece.text));
  }
  addSupported(sentences.finish());
  const { proposal } = findings;
  if (supported.length === 0) {
    if (!proposal) return 'unsupported';
    const text =
      'I have prepared a message to our support team. Read it, change what you like, and send it with the button.';
    return { text, citations: [], standing: 'about', proposal };
  }
  const cited = new Set(supported.flatMap((sentence) => sentence.cited));
  const citations = findings.grounds.all
    .filter((ground) => cited.has(ground))
    .map(({ citation }) => citation);
  const isOwn = [...cited].every((ground) => ground.isOwn);
  return {
    text: supported.map(({ text }) => text).join(''),
    citations,
    standing: isOwn ? 'own' : 'taught',
    proposal,
  };
}
