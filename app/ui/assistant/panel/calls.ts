import type { Source } from '#app/ui/assistant/message-looks.ts';

const address = '/api/ai-assistant';

/** What the panel shows when it opens. */
export interface Opening {
  conversationId: string | null;
  messages: { sender: 'user' | 'ai'; text: string; citations: Source[] }[];
  /** What may be asked about this page. */
  questions: string[];
}

/** A whole answer. */
export interface Whole {
  reply: string;
  citations: Source[];
  conversationId: string;
  messagesLeft: number;
}

/** The site said no, in words for whoever asked. */
export class Refused extends Error {}

/** Whoever was signed in no longer is. */
export class SignedOut extends Error {}

async function refuse(answer: Response): Promise<never> {
  if (answer.status === 401) throw new SignedOut();
  const said: unknown = await answer.json().catch(() => null);
  const { error } = (said ?? {}) as { error?: { message?: unknown } };
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

/**
 * Sends a message; `hear` is told what there is of the answer so far. Sent again under the same key it is asked once: an answer that was
 * made meanwhile comes at once.
 */
export async function send(
  asked: { message: string; conversationId: string | null; requestKey: string },
  signal: AbortSignal,
  hear: (text: string) => void,
): Promise<Whole> {
  const answer = await fetch(address, {
    method: 'POST',
    signal,
    headers: { 'Content-Type': 'application/json', Accept: 'text/event-stream' },
    body: JSON.stringify({ ...asked, onPath: location.pathname }),
  });
  if (!answer.ok || !answer.body) return refuse(answer);
  let text = '';
  let whole: Whole | undefined;
  for await (const event of eventsOf(answer.body)) {
    if (event.type === 'text-delta') {
      text += String(event.delta);
      hear(text);
    } else if (event.type === 'data-answer') whole = event.data as Whole;
    else if (event.type === 'error') throw new Refused(String(event.errorText));
  }
  if (!whole) throw new TypeError('The answer broke off.');
  return whole;
}
