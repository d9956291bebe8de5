import type { Viewer } from '#app/domain/access/viewer.ts';
import { type Answer, answerQuestion, type Question } from '#app/domain/assistant/asking.server.ts';
import { noReply } from '#app/domain/assistant/reply.ts';
import { messagesLeft } from '#app/domain/assistant/usage.server.ts';
import { log } from '#app/platform/log.server.ts';

/** An answer as programs are told it. */
export async function told(viewer: Viewer, { text: reply, citations, standing, conversationId, id }: Answer) {
  return { reply, citations, standing, conversationId, id, messagesLeft: await messagesLeft(viewer.id) };
}

/**
 * An answer while it is written, in the events of the AI SDK's UI message stream: pieces of text, then the whole answer as
 * `data-answer`. When the asker goes, the writing ends.
 */
export function streamAnswer(viewer: Viewer, asked: Question | Answer, signal: AbortSignal): Response {
  const gone = new AbortController();
  const leave = () => gone.abort();
  signal.addEventListener('abort', leave, { once: true });
  const encoder = new TextEncoder();
  const stream = new ReadableStream<Uint8Array>({
    async start(controller) {
      const say = (event: object | string) => {
        if (gone.signal.aborted) return;
        const data = typeof event === 'string' ? event : JSON.stringify(event);
        controller.enqueue(encoder.encode(`data: ${data}\n\n`));
      };
      const id = 'answer';
      say({ type: 'start' });
      try {
        say({ type: 'text-start', id });
        const hear = (delta: string) => say({ type: 'text-delta', id, delta });
        const answer =
          'text' in asked ? asked : await answerQuestion(viewer, asked, { signal: gone.signal, hear });
        if ('text' in asked) hear(asked.text);
        say({ type: 'text-end', id });
        say({ type: 'data-answer', data: await told(viewer, answer) });
        say({ type: 'finish' });
      } catch (error) {
        if (!gone.signal.aborted)
          log().error({ error: error instanceof Error ? error.stack : String(error) }, 'answer broke off');
        say({ type: 'error', errorText: noReply });
      }
      say('[DONE]');
      signal.removeEventListener('abort', leave);
      if (!gone.signal.aborted) controller.close();
    },
    cancel: leave,
  });
  return new Response(stream, {
    headers: {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'private, no-store, no-transform',
      'X-Vercel-Ai-Ui-Message-Stream': 'v1',
      'X-Accel-Buffering': 'no',
    },
  });
}
