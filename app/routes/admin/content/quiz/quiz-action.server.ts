import { z } from 'zod';
import type { Actor } from '#app/domain/core/audit/record.server.ts';
import { refuseUnseen } from '#app/domain/publishing/authoring/list-items.server.ts';
import {
  moveQuestion,
  publishQuiz,
  removeQuestion,
  saveQuizSettings,
} from '#app/domain/publishing/authoring/quiz-changes.server.ts';
import { checkQuiz, questionList, requireQuiz } from '#app/domain/publishing/authoring/quiz-editor.server.ts';
import { quizSettingsSchema } from '#app/domain/publishing/authoring/quiz-settings.ts';
import { discardWaiting } from '#app/domain/publishing/publish.server.ts';
import { actOnList, listIntents, refusedInList } from '#app/routes/admin/content/list/list-action.server.ts';
import { courseAddress, quizAddress } from '#app/routes/admin/content/piece-address.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { parseForm, readIntent } from '#app/routes/http/form-action.server.ts';

const intents = z.enum([...listIntents, 'settings']);

/** Does what a button of a quiz's page asks for. */
export async function actOnQuiz(actor: Actor, slug: string, form: FormData) {
  const intent = readIntent(form, intents);
  const here = quizAddress(slug);
  try {
    if (intent === 'settings') {
      const { settings, version } = parseForm(form, quizSettingsSchema, { disableAutoCoercion: true });
      await saveQuizSettings(actor, slug, settings, version);
      return await redirectWithFlash(`${here}#settings`, 'The settings are saved as a draft.');
    }
    return await actOnList(intent, form, {
      here,
      one: 'question',
      whole: 'quiz',
      move: (move) => moveQuestion(actor, slug, move),
      remove: (key) => removeQuestion(actor, slug, key),
      check: () => checkQuiz(slug),
      publish: (seen) => publishQuiz(actor, slug, seen),
      async discard(seen) {
        const quiz = await requireQuiz(slug);
        refuseUnseen(quiz, seen, questionList);
        await discardWaiting(actor, quiz);
        return quiz.isOnSite ? here : courseAddress(slug);
      },
    });
  } catch (error) {
    return refusedInList(intent, form, error);
  }
}
