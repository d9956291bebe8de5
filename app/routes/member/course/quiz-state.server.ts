import type { Course } from '#app/domain/learning/courses/catalogue.server.ts';
import { findQuiz } from '#app/domain/learning/quizzes/quizzes.server.ts';
import { isCertificateEarned, type Standing } from '#app/domain/learning/quizzes/standing.server.ts';
import type { QuizState } from '#app/routes/member/course/course-quiz.tsx';

/** What a course's pages show of its quiz; null for a course without one. */
export function quizStateOf(course: Course, standing: Standing): QuizState | null {
  const { draw, pass, attempts } = findQuiz(course.slug) ?? {};
  if (draw === undefined || pass === undefined) return null;
  const { quiz, certificateCode } = standing;
  return {
    draw,
    pass,
    isLimited: Boolean(attempts),
    best: quiz ? { right: quiz.best, outOf: quiz.outOf } : null,
    isPassed: Boolean(quiz?.passedAt),
    hasCertificate: certificateCode !== null || isCertificateEarned(standing),
  };
}
