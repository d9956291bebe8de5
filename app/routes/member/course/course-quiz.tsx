import { href } from 'react-router';
import { Badge } from '#app/ui/badge.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { ArrowRight } from '#app/ui/icon.tsx';

const words = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten'];

/** A number at the beginning of a sentence. */
export const numberWord = (count: number): string => words[count - 1] ?? String(count);

/** How somebody stands with a course's quiz and certificate. */
export interface QuizState {
  /** How many questions a try asks, and how many of them have to be right. */
  draw: number;
  pass: number;
  /** Whether there are only so many tries. */
  isLimited: boolean;
  /** The best try; null before the first. */
  best: { right: number; outOf: number } | null;
  isPassed: boolean;
  /** Earned, be it taken yet or not. */
  hasCertificate: boolean;
}

/** The quiz of a course and, once it is earned, the certificate. */
export function CourseQuiz({ courseSlug, quiz }: { courseSlug: string; quiz: QuizState }) {
  const { best, draw, pass, isLimited, isPassed, hasCertificate } = quiz;
  const isTried = best !== null;
  const result = best ? `${best.right} of ${best.outOf} right` : '';
  const questions = draw === 1 ? 'One question' : `${numberWord(draw)} questions`;
  return (
    <section
      aria-labelledby="quiz"
      className="no-print grid gap-3 rounded-card border border-line bg-surface p-5 shadow-card sm:p-6"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h2 id="quiz" className="text-2xl">
          Quiz
        </h2>
        {isPassed ? (
          <Badge tone="good">Passed</Badge>
        ) : isTried ? (
          <Badge tone="warn">Not passed yet</Badge>
        ) : null}
      </div>
      <p>
        {hasCertificate
          ? `You have completed every module and passed the quiz with ${result}.`
          : isPassed
            ? `Passed with ${result}. Complete every module, and the certificate is yours.`
            : isTried
              ? `Your best try had ${result}. ${numberWord(pass)} ${pass === 1 ? 'passes' : 'pass'}${isLimited ? '.' : ', and you can try as often as you like.'}`
              : `${questions} to see what you remember. Pass it and complete every module, and the certificate is yours.`}
      </p>
      <div className="flex flex-wrap gap-3">
        {hasCertificate ? (
          <ButtonLink to={href('/courses/:courseSlug/certificate', { courseSlug })}>
            Your certificate <ArrowRight />
          </ButtonLink>
        ) : null}
        <ButtonLink
          variant={isPassed ? 'secondary' : 'primary'}
          to={href('/courses/:courseSlug/quiz', { courseSlug })}
        >
          {isTried ? 'Your answers' : 'Take the quiz'}
        </ButtonLink>
      </div>
    </section>
  );
}
