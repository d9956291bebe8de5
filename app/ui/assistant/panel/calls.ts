import type { Source } from '#app/ui/assistant/message-looks.ts';

const address = '/api/ai-assistant';

/** A message to the support team that an answer offers. */
export interface Proposal {
  subject: string;
  message: string;
}

/** What the panel shows when it opens. */
export interface Opening {
  conversationId: string | null;
  messages: {
    id: string;
    sender: 'user' | 'ai';
    text: string;
    citations: Source[];
    proposal: Proposal | null;
    /** Of the ticket that was opened from it. */
    ticketNumber: number | null;
    rating: 1 | -1 | null;
  }[];
  /** What may be asked about this page. */
  questions: string[];
}

/** A whole answer. */
export interface Whole {
  id: string;
  reply: string;
  citations: Source[];
  conversationId: string;
  proposal: Proposal | null;
  messagesLeft: number;
  /** That the day's budget for written answers is about to end. */
  notice: string | null;
}

/** The site said no, in words for whoever asked. */
export class Refused extends Error {}

/** Whoever was signed in no longer is. */
export class SignedOut extends Error {}

async function refuse(answer: Response): Promise<never> {
  if (answer.status === 401) throw new SignedOut();
  const body: unknown = await answer.json().catch(() => null);
  const { error } = (body ?? {}) as { error?: { message?: unknown } };
  if (answer.status < 500 && typeof error?.message === 'string') throw new Refused(error.message);
  throw new Refused("Sorry, I couldn't process that.");
}

/** What stands in the conversation, and what may be asked here. */
export async function open(conversationId: string | null): Promise<Opening> {
  const query = new URLSearchParams({ on: location.pathname, conversation: conversationId ?? '' });
  const answer = await fetch(`${address}?${query}`, { headers: { Accept: 'application/json' } });
  return answer.ok ? answer.json() : refuse(answer);
}

/** The events of a stream, each as what its data says in JSON. */
async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Record<string, unknown>> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines)
      if (line.startsWith('data: {'))
        yield JSON.parse(line.slice('data: '.length)) as Record<string, unknown>;
  }
}

/** Who is told what comes of an answer. */
interface Hearing {
  /** The answer so far. */
  hear(text: string): void;
  /** What is being done meanwhile. */
  notice(words: string): void;
}

/** Reads an answer to its end; undefined where it breaks off. */
async function read(answer: Response, { hear, notice }: Hearing): Promise<Whole | undefined> {
  let text = '';
  let whole: Whole | undefined;
  for await (const event of eventsOf(answer.body as ReadableStream<Uint8Array>)) {
    // What begins anew stands in the place of what was told before.
    if (event.type === 'text-start') text = '';
    else if (event.type === 'text-delta') {
      text += String(event.delta);
      hear(text);
    } else if (event.type === 'data-status') notice((event.data as { words: string }).words);
    else if (event.type === 'data-answer') whole = event.data as Whole;
    else if (event.type === 'error') throw new Refused(String(event.errorText));
  }
  return whole;
}

/** Pauses before an answer is asked for again that broke off, in milliseconds. */
const pauses = [200, 1_000, 3_000];

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => [clearTimeout(timer), resolve()], { once: true });
  });

/**
 * Sends a message. An answer that breaks off is gone on with, by its key: it is told from its beginning. Sent again under the same key
 * it is asked once: an answer that was made meanwhile comes at once.
 */
export async function send(
  asked: { message: string; conversationId: string | null; requestKey: string },
  signal: AbortSignal,
  hearing: Hearing,
): Promise<Whole> {
  let answer = await fetch(address, {
    method: 'POST',
    signal,
    headers: { 'Content-Type': 'application/json', Accept: 'text/event-stream' },
    body: JSON.stringify({ ...asked, onPath: location.pathname }),
  });
  if (!answer.ok || !answer.body) return refuse(answer);
  for (let tries = 0; ; tries += 1) {
    try {
      const whole = answer.body && (await read(answer, hearing));
      if (whole) return whole;
    } catch (error) {
      if (signal.aborted || error instanceof Refused) throw error;
    }
    const wait = pauses[tries];
    if (wait === undefined) throw new TypeError('The answer broke off.');
    hearing.notice('Connecting again...');
    await pause(wait, signal);
    signal.throwIfAborted();
    const on = new URLSearchParams({ on: location.pathname });
    const again = await fetch(`${address}/${asked.requestKey}/stream?${on}`, { signal }).catch(() => null);
    signal.throwIfAborted();
    if (again && !again.ok) return refuse(again);
    answer = again ?? new Response(null);
  }
}

/** Keeps what the reader thinks of an answer; null takes it back. */
export async function rate(messageId: string, rating: 1 | -1 | null): Promise<void> {
  const answer = await fetch(`${address}/rating`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ messageId, rating }),
  });
  if (!answer.ok) await refuse(answer);
}

/** A ticket that was opened; one that waits for its writer's address to be confirmed does not reach the team before. */
export interface OpenedTicket {
  number: number;
  waits: boolean;
}

/** Sends the message that an answer offers to the support team. */
export async function sendTicket(ticket: Proposal & { messageId: string }): Promise<OpenedTicket> {
  const answer = await fetch(`${address}/ticket`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(ticket),
  });
  return answer.ok ? ((await answer.json()) as OpenedTicket) : refuse(answer);
}
