import type { Answer, Question } from '#app/domain/assistant/asking.server.ts';
import { withDatabaseSlot } from '#app/domain/assistant/database-slots.ts';
import { noReply } from '#app/domain/assistant/reply.ts';
import { type AnswerEvent, followAnswer } from '#app/domain/assistant/running-answers.server.ts';
import { allowance } from '#app/domain/assistant/usage.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { log } from '#app/platform/log.server.ts';

/** An answer as programs are told it. */
export async function answerForProgram(
  viewer: Viewer,
  { text: reply, citations, standing, conversationId, id, proposal = null }: Answer,
) {
  return {
    reply,
    citations,
    standing,
    conversationId,
    id,
    proposal,
    ...(await withDatabaseSlot(() => allowance(viewer.id))),
  };
}

/**
 * The events of the AI SDK's UI message stream: pieces of text, what is done meanwhile as `data-status`, then the whole answer as
 * `data-answer`. What does not hold is followed by another stretch of text; the whole answer is what counts.
 */
async function* eventsOf(
  viewer: Viewer,
  asked: Question | Answer,
  signal: AbortSignal,
): AsyncGenerator<object> {
  let stretch = 1;
  let isOpen = false;
  const id = () => `text-${stretch}`;
  function* text(delta: string) {
    if (!isOpen) yield { type: 'text-start', id: id() };
    isOpen = true;
    yield { type: 'text-delta', id: id(), delta };
  }
  function* endText() {
    if (isOpen) yield { type: 'text-end', id: id() };
    isOpen = false;
    stretch += 1;
  }
  async function* whole(answer: Answer) {
    yield* endText();
    yield { type: 'data-answer', data: await answerForProgram(viewer, answer) };
    yield { type: 'finish' };
  }
  yield {
    type: 'start',
    messageId: `${asked.conversationId}-${'text' in asked ? asked.position : asked.position + 1}`,
  };
  if ('text' in asked) {
    yield* text(asked.text);
    yield* whole(asked);
    return;
  }
  for await (const one of followAnswer(viewer, asked, signal) as AsyncGenerator<AnswerEvent>) {
    if (one.kind === 'piece') yield* text(one.text);
    else if (one.kind === 'notice')
      yield { type: 'data-status', data: { words: one.words }, transient: true };
    else if (one.kind === 'restart') yield* endText();
    else if (one.kind === 'answer') yield* whole(one.answer);
    else throw one.error;
  }
}

/** An answer while it is written. When the asker goes, so does the stream; nothing is made ahead of who reads. */
export function streamAnswer(viewer: Viewer, asked: Question | Answer, signal: AbortSignal): Response {
  const gone = new AbortController();
  const leave = () => gone.abort();
  signal.addEventListener('abort', leave, { once: true });
  const events = eventsOf(viewer, asked, gone.signal);
  const encoder = new TextEncoder();
  const encode = (event: object | string) =>
    encoder.encode(`data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`);
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await events.next();
          if (!done) return controller.enqueue(encode(value));
        } catch (error) {
          if (!gone.signal.aborted)
            log().error({ error: error instanceof Error ? error.stack : String(error) }, 'answer broke off');
          controller.enqueue(encode({ type: 'error', errorText: noReply }));
        }
        controller.enqueue(encode('[DONE]'));
        signal.removeEventListener('abort', leave);
        controller.close();
      },
      async cancel() {
        leave();
        await events.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(stream, {
    headers: {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'private, no-store, no-transform',
      'X-Vercel-Ai-Ui-Message-Stream': 'v1',
      'X-Accel-Buffering': 'no',
    },
  });
}
