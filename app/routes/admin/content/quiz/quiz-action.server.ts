import { data } from 'react-router';
import { z } from 'zod';
import type { Actor } from '#app/domain/core/audit/record.server.ts';
import {
  moveQuestion,
  publishQuiz,
  removeQuestion,
  saveQuizSettings,
} from '#app/domain/publishing/authoring/quiz-changes.server.ts';
import { checkQuiz, requireQuiz } from '#app/domain/publishing/authoring/quiz-editor.server.ts';
import { quizSettingsSchema } from '#app/domain/publishing/authoring/quiz-settings.ts';
import { discardWaiting, Unpublishable } from '#app/domain/publishing/publish.server.ts';
import { courseAddress, quizAddress } from '#app/routes/admin/content/piece-address.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { type FormReply, refusedForm } from '#app/routes/http/form.server.ts';
import { parseForm, readIntent } from '#app/routes/http/form-action.server.ts';

const intents = z.enum(['up', 'down', 'remove', 'settings', 'check', 'publish', 'discard']);
const ofQuestion = z.object({ key: z.string().max(20), number: z.coerce.number().int().min(1).max(99) });

/** What the page of a quiz shows after a button that stays on it. */
export interface QuizReply extends FormReply {
  /** The button it answers. */
  intent: string;
  /** What the check has found; null where it was not asked. */
  problems: readonly string[] | null;
}

/** Does what a button of a quiz's page asks for. */
export async function actOnQuiz(actor: Actor, slug: string, form: FormData) {
  const intent = readIntent(form, intents);
  const here = quizAddress(slug);
  try {
    switch (intent) {
      case 'up':
      case 'down': {
        const { key, number } = parseForm(form, ofQuestion);
        const by = intent === 'up' ? -1 : 1;
        await moveQuestion(actor, slug, { key, number, by });
        return await redirectWithFlash(`${here}#question-${number + by}`, 'The order is saved as a draft.');
      }
      case 'remove': {
        const { key } = parseForm(form, ofQuestion);
        await removeQuestion(actor, slug, key);
        return await redirectWithFlash(here, 'The question is removed from the draft. The history keeps it.');
      }
      case 'settings':
        await saveQuizSettings(actor, slug, parseForm(form, quizSettingsSchema));
        return await redirectWithFlash(`${here}#settings`, 'The settings are saved as a draft.');
      case 'check':
        return data<QuizReply>({ lastResult: {}, intent, problems: await checkQuiz(slug) });
      case 'publish':
        await publishQuiz(actor, slug);
        return await redirectWithFlash(here, 'The quiz is published.');
      case 'discard': {
        const { path, seen, isOnSite } = await requireQuiz(slug);
        await discardWaiting(actor, { path, seen });
        return await redirectWithFlash(
          isOnSite ? here : courseAddress(slug),
          'The draft is discarded. It stays in the history.',
        );
      }
    }
  } catch (error) {
    const refused = refusedForm(form, error);
    return data<QuizReply>(
      { ...refused.data, intent, problems: error instanceof Unpublishable ? error.problems : null },
      refused.init ?? undefined,
    );
  }
}
