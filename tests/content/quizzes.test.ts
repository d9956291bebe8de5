import { describe, expect, it } from 'vitest';
import { courses } from '#app/domain/learning/courses/catalogue.server.ts';
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
});
