import { describe, expect, it } from 'vitest';
import { courses } from '#app/domain/learning/courses/catalogue.server.ts';
import { drawQuestions } from '#app/domain/learning/quizzes/draws.ts';
import { quizProblems } from '#app/domain/learning/quizzes/quiz-problems.server.ts';
import { quizzes } from '#app/domain/learning/quizzes/quizzes.server.ts';

describe('quizzes', () => {
  it('are there for every course', () => {
    expect([...courses().keys()].filter((slug) => !quizzes().has(slug))).toEqual([]);
  });

  it('ask in several ways about several modules, lead to headings of their own course, and reckon right', () => {
    const problems = [...courses()].flatMap(([slug, course]) => {
      const quiz = quizzes().get(slug);
      return quiz ? quizProblems(quiz, course).map((problem) => `${slug}: ${problem}`) : [];
    });
    expect(problems).toEqual([]);
  });

  it('have twelve questions, of which each try draws five, and ask about every lesson', () => {
    const problems = [...courses()].flatMap(([slug, { modules }]) => {
      const questions = quizzes().get(slug)?.questions ?? [];
      const lessons = new Set(questions.map(({ passage }) => passage.split('#')[0]));
      return [
        ...(questions.length >= 12 ? [] : [`${slug}: ${questions.length} questions`]),
        ...modules.flatMap(({ id }) =>
          lessons.has(`/courses/${slug}/module-${id}`) ? [] : [`${slug}: nothing about lesson ${id}`],
        ),
      ];
    });
    expect(problems).toEqual([]);
  });

  it('are drawn so that each try has three kinds of questions about two lessons', () => {
    const narrow = [...quizzes().values()].flatMap((quiz) =>
      ['one', 'two', 'three'].flatMap((member) =>
        [0, 1, 2, 3, 4].flatMap((attempt) => {
          const { questions } = drawQuestions(quiz, member, attempt);
          const kinds = new Set(questions.map(({ kind }) => kind)).size;
          const lessons = new Set(questions.map(({ passage }) => passage.split('#')[0])).size;
          return kinds >= 3 && lessons >= 2 ? [] : [`${quiz.courseSlug}, ${member}, ${attempt}`];
        }),
      ),
    );
    expect(narrow).toEqual([]);
  });

  it('ask for numbers with several sets of figures, so that a result cannot be passed on', () => {
    const fixed = [...quizzes().values()].flatMap(({ courseSlug, questions }) =>
      questions.flatMap((question) =>
        question.kind === 'number' && !question.figures ? [`${courseSlug}: ${question.ask}`] : [],
      ),
    );
    expect(fixed).toEqual([]);
  });

  it('give the right option away neither by its length nor by its place', () => {
    const choices = [...quizzes().values()].flatMap(({ questions }) =>
      questions.flatMap((question) => (question.kind === 'choice' ? [question] : [])),
    );
    expect(choices.length).toBeGreaterThan(140);
    const longest = choices.filter(({ options, right }) =>
      options.every((option, at) => at === right - 1 || option.length < (options[right - 1] ?? '').length),
    );
    // By chance it's about a quarter, as most have four options.
    expect(longest.length / choices.length).toBeLessThan(0.3);
    for (const place of [1, 2, 3, 4]) {
      const share = choices.filter(({ right }) => right === place).length / choices.length;
      expect(share, `place ${place}`).toBeGreaterThan(0.15);
      expect(share, `place ${place}`).toBeLessThan(0.35);
    }
  });
});
