import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { deckProblems } from '#app/domain/learning/decks/deck-problems.ts';
import { deckSchema } from '#app/domain/learning/decks/slides.ts';
import { quizSchema } from '#app/domain/learning/quizzes/quiz.ts';
import { startOfQuiz, startOfSlides } from '#app/domain/publishing/piece-starts.ts';

describe('what a new piece says', () => {
  it.each([true, false])('slides have every part, and want their words (of a lesson: %s)', (isLesson) => {
    const { slides } = deckSchema.parse(parse(startOfSlides(isLesson)));
    const problems = deckProblems(slides, isLesson);
    expect(problems.filter((problem) => !/narration has|It takes/.test(problem))).toEqual([]);
    expect(problems).toHaveLength(slides.length + 1);
  });

  it('a quiz asks in every way', () => {
    const { questions } = quizSchema.parse(parse(startOfQuiz('quokkas')));
    expect(new Set(questions.map(({ kind }) => kind)).size).toBe(4);
  });
});
