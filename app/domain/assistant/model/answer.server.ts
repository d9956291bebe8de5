import { reserve, settle } from '#app/domain/assistant/budget.server.ts';
import { Checker } from '#app/domain/assistant/model/checking.ts';
import { type Ground, Grounds } from '#app/domain/assistant/model/grounds.ts';
import { findHistory } from '#app/domain/assistant/model/history.server.ts';
import { instructionsFor } from '#app/domain/assistant/model/instructions.ts';
import { type Sentence, Sentences } from '#app/domain/assistant/model/sentences.ts';
import { type Findings, tokensOfLookup, toolsFor } from '#app/domain/assistant/model/tools.server.ts';
import type { Reply } from '#app/domain/assistant/reply.ts';
import { findPagePassages } from '#app/domain/assistant/retrieval.server.ts';
import { inTurn } from '#app/domain/assistant/turns.ts';
import { countRefused } from '#app/domain/assistant/usage.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { type ConnectedModel, ModelError } from '#app/platform/ai/connection.server.ts';
import { isDecent } from '#app/platform/ai/moderation.server.ts';
import { type Task, type Used, write } from '#app/platform/ai/writing.server.ts';
import { log } from '#app/platform/log.server.ts';

/** What a model answers in the place of which the librarian is asked, and why. */
export type Unwritten =
  /** The provider did not answer, or broke off. */
  | 'unavailable'
  /** The day's tokens or money are used up. */
  | 'used_up'
  /** What it wrote rests on nothing that was found, or it found nothing certain. */
  | 'unsupported';

/** What is heard while an answer is written. */
export interface Hearing {
  signal: AbortSignal;
  /** Told each further piece that may be shown. */
  hear(piece: string): void;
  /** Told what is being looked up. */
  notice(words: string): void;
}

/** A question with where it was asked. */
export interface AskedOfModel {
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

const busyWith: Record<string, string> = {
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
  asked: AskedOfModel,
  hearing: Hearing,
): Promise<Reply | Unwritten> {
  const { signal } = hearing;
  try {
    if (connected.isModerated && !(await isDecent(connected, asked.message, signal))) {
      await countRefused();
      return refusal;
    }
    // The first estimate, so that nothing is asked of the provider that there is no budget for.
    const usual = { inputTokens: 2_000 + 2 * tokensOfLookup, outputTokens: maxOutputTokens };
    const reserved = await inTurn(() => reserve(viewer.id, connected, usual));
    if (!reserved) return 'used_up';
    const took: Used = { inputTokens: 0, outputTokens: 0 };
    const use = ({ inputTokens, outputTokens }: Used) => {
      took.inputTokens += inputTokens;
      took.outputTokens += outputTokens;
    };
    try {
      return await writeWithin(viewer, connected, asked, hearing, use);
    } finally {
      // What was set aside stays counted where it cannot be settled; the answer is not lost by that.
      await inTurn(() => settle(reserved, connected, took)).catch((error: unknown) =>
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

const refusal: Reply = {
  text: 'I cannot help with this message. If you need help with something that is happening to you, please [write to a person](/support#contact).',
  citations: [],
  standing: 'about',
};

async function writeWithin(
  viewer: Viewer,
  connected: ConnectedModel,
  asked: AskedOfModel,
  hearing: Hearing,
  use: (used: Used) => void,
): Promise<Reply | Unwritten> {
  const { signal, hear, notice } = hearing;
  const history = await findHistory(viewer, connected, asked, signal);
  use(history.used);
  const onPath =
    asked.onPath !== null && (await findPagePassages(viewer, asked.onPath)).length > 0 ? asked.onPath : null;
  const findings: Findings = { grounds: new Grounds(), proposal: null };
  const questions = [...history.questions, asked.message];
  const task: Task = {
    instructions: instructionsFor(onPath !== null),
    messages: [...history.messages, { role: 'user', content: asked.message }],
    tools: toolsFor({ viewer, questions, onPath, signal }, findings),
    mostSteps,
    maxOutputTokens,
  };
  const checker = new Checker(findings.grounds, task.instructions);
  const sentences = new Sentences();
  const kept: { text: string; cited: Ground[] }[] = [];
  const take = (whole: readonly Sentence[]) => {
    for (const sentence of whole) {
      const checked = kept.length < mostSentences ? checker.check(sentence) : null;
      if (!checked) continue;
      const before = kept.length === 0 ? '' : sentence.before || ' ';
      const mark = sentence.mark.startsWith('#') ? '' : sentence.mark;
      const text = `${before}${mark}${checked.text}`;
      kept.push({ ...checked, text });
      hear(text);
    }
  };
  for await (const piece of write(connected, task, signal, use)) {
    if (piece.kind === 'tool') notice(busyWith[piece.name] ?? 'Thinking...');
    else take(sentences.push(piece.text));
  }
  take(sentences.finish());
  const { proposal } = findings;
  if (kept.length === 0) {
    if (!proposal) return 'unsupported';
    const text =
      'I have prepared a message to our support team. Read it, change what you like, and send it with the button.';
    return { text, citations: [], standing: 'about', proposal };
  }
  const cited = new Set(kept.flatMap((sentence) => sentence.cited));
  const citations = findings.grounds.all
    .filter((ground) => cited.has(ground))
    .map(({ citation }) => citation);
  const isOwn = [...cited].every((ground) => ground.isOwn);
  return {
    text: kept.map(({ text }) => text).join(''),
    citations,
    standing: isOwn ? 'own' : 'taught',
    proposal,
  };
}
