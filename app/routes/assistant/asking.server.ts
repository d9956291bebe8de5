import { data, redirect } from 'react-router';
import { keepQuestion } from '#app/domain/assistant/asking.server.ts';
import { awaitAnswer } from '#app/domain/assistant/running-answers.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { refusedForm } from '#app/routes/http/form.server.ts';

const textOf = (form: FormData, name: string) => {
  const value = form.get(name);
  return typeof value === 'string' && value !== '' ? value : null;
};

/** Answers a form that asks the assistant: its conversation at the answer, or the form with what was typed. */
export async function answerForm(
  viewer: Viewer,
  form: FormData,
  conversationId: string | null,
  signal: AbortSignal,
) {
  try {
    const kept = await keepQuestion(viewer, {
      message: textOf(form, 'message') ?? '',
      conversationId: conversationId ?? textOf(form, 'conversationId'),
      requestKey: textOf(form, 'requestKey'),
      onPath: textOf(form, 'onPath'),
    });
    const answer = 'text' in kept ? kept : await awaitAnswer(viewer, kept, signal);
    return redirect(`/assistant/${answer.conversationId}#m${answer.position - 1}`, 303);
  } catch (error) {
    // Whoever asked has gone: nobody reads this.
    if (signal.aborted) return redirect('/assistant', 303);
    const { data: reply, init } = refusedForm(form, error);
    return data({ ...reply, refused: textOf(form, 'intent') ?? 'ask' }, init ?? {});
  }
}
