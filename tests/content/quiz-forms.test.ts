import { describe, expect, it } from 'vitest';
import { courses } from '#app/domain/learning/courses/catalogue.server.ts';
import { libraryQuestionSchema } from '#app/domain/learning/quizzes/quiz.ts';
import {
  fieldsOfQuestion,
  isQuestionKind,
  questionOfFields,
} from '#app/domain/publishing/authoring/question-fields.ts';
import { contentText } from '#app/platform/content/files.server.ts';
import { parseYaml } from '#app/platform/content/yaml.server.ts';
import { listIn, withItems } from '#app/platform/content/yaml-list.server.ts';

const texts = [...courses().keys()].map((slug) => contentText(`courses/${slug}/quiz.yaml`) ?? '');
const questionsOf = (text: string) => listIn(text, 'questions') as Record<string, unknown>[];

/** A question as its form gives it back when nothing was changed. */
const throughForm = (question: Record<string, unknown>) =>
  isQuestionKind(question.kind) ? questionOfFields(question.kind, fieldsOfQuestion(question)) : null;

describe('the form of a quiz', () => {
  it('gives every question of the library back as it was', () => {
    expect(texts.length).toBeGreaterThanOrEqual(30);
    for (const text of texts)
      for (const question of questionsOf(text)) {
        const again = throughForm(question);
        expect(again).toEqual(question);
        expect(libraryQuestionSchema.parse(again)).toEqual(libraryQuestionSchema.parse(question));
      }
  });

  it('leaves the text of a quiz alone where nothing was changed, and every other line where one question was', () => {
    for (const text of texts) {
      const questions = questionsOf(text);
      const kept = questions.map((_, from) => ({ from }));
      expect(withItems(text, 'questions', kept)).toBe(text);
      // One question written anew, the others in another order: each keeps its lines.
      const [first = {}, ...rest] = questions;
      const changed = withItems(text, 'questions', [
        ...kept.slice(1),
        { value: { ...first, why: 'Another.' } },
      ]);
      expect(parseYaml(changed)).toEqual({ questions: [...rest, { ...first, why: 'Another.' }] });
      const lines = new Set(text.split('\n'));
      const fresh = changed.split('\n').filter((line) => !lines.has(line));
      expect(fresh.length).toBeLessThan(25);
    }
  });
});
