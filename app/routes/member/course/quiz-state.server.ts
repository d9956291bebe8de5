import type { Course } from '#app/domain/learning/courses/catalogue.server.ts';
import { findQuiz } from '#app/domain/learning/quizzes/quizzes.server.ts';
import { isCertificateEarned, type Standing } from '#app/domain/learning/quizzes/standing.server.ts';
import type { QuizState } from '#app/routes/member/course/course-quiz.tsx';

/** What a course's pages show of its quiz; null for a course without one. */
export function quizStateOf(course: Course, standing: Standing): QuizState | null {
  if (!findQuiz(course.slug)) return null;
  const { quiz, certificateCode } = standing;
  return {
    best: quiz?.best ?? null,
    isPassed: Boolean(quiz?.passedAt),
    hasCertificate: certificateCode !== null || isCertificateEarned(standing),
  };
}
