import { href } from 'react-router';
import type { Explanation, MarkedOption } from '#app/domain/learning/quizzes/quiz-questions.server.ts';
import { TriesLeft, type TryLimit } from '#app/routes/member/course/tries-left.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { ArrowRight, Check, Close } from '#app/ui/icon.tsx';
import { Link } from '#app/ui/link.tsx';

interface Result {
  score: number;
  best: number;
  /** How many questions the best try asked. */
  outOf: number;
  tries: number;
  isPassed: boolean;
  /** In this try or one before. */
  wasPassed: boolean;
  explanations: readonly Explanation[];
  openModules: number;
  isCertificateEarned: boolean;
}

/** What somebody answered last, with what is right and why, and the way on. */
export function QuizResult({
  course,
  result,
  passMark,
  limit,
  hasOtherQuestions,
}: {
  course: { slug: string; title: string };
  result: Result;
  passMark: number;
  /** How many tries there are; null for as many as one likes. */
  limit: TryLimit | null;
  /** Whether the next try asks other questions. */
  hasOtherQuestions: boolean;
}) {
  const { score, explanations, isPassed, best, tries } = result;
  const mayTry = limit?.left !== 0;
  const overview = href('/courses/:courseSlug', { courseSlug: course.slug });
  return (
    <>
      <header className="grid gap-3">
        <p className="eyebrow">Quiz: {course.title}</p>
        <h1>
          {score} of {explanations.length} right
        </h1>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {isPassed ? <Badge tone="good">Passed</Badge> : <Badge tone="warn">Not passed</Badge>}
          <span className="text-sm text-muted">
            {tries === 1
              ? 'First try'
              : `Try ${tries}, the best had ${best}${result.outOf === explanations.length ? '' : ` of ${result.outOf}`} right`}
          </span>
        </p>
        <p className="text-muted sm:text-lg">{wayOn(result, passMark, hasOtherQuestions, mayTry)}</p>
        {limit ? <TriesLeft limit={limit} /> : null}
        <div className="no-print flex flex-wrap gap-3">
          {result.isCertificateEarned ? (
            <ButtonLink to={href('/courses/:courseSlug/certificate', { courseSlug: course.slug })}>
              Your certificate <ArrowRight />
            </ButtonLink>
          ) : result.wasPassed ? (
            <ButtonLink to={overview}>
              Back to the course <ArrowRight />
            </ButtonLink>
          ) : null}
          {mayTry ? (
            <ButtonLink
              variant={result.wasPassed ? 'secondary' : 'primary'}
              to={`${href('/courses/:courseSlug/quiz', { courseSlug: course.slug })}?again`}
            >
              Try again
            </ButtonLink>
          ) : null}
          {result.wasPassed ? null : (
            <ButtonLink variant="secondary" to={overview}>
              Back to the course
            </ButtonLink>
          )}
        </div>
      </header>
      <section aria-labelledby="answers" className="grid gap-4">
        <h2 id="answers" className="text-2xl">
          The answers
        </h2>
        <ol className="grid gap-4">
          {explanations.map((explanation, index) => (
            <Explained key={explanation.ask} number={index + 1} explanation={explanation} />
          ))}
        </ol>
      </section>
    </>
  );
}

function wayOn(
  { isPassed, wasPassed, isCertificateEarned, openModules }: Result,
  passMark: number,
  hasOtherQuestions: boolean,
  mayTry: boolean,
): string {
  if (isCertificateEarned)
    return 'You have completed every module and passed the quiz: the certificate is yours.';
  const open = openModules === 1 ? 'one module is' : `${openModules} modules are`;
  if (isPassed) return `Well done. For the certificate, ${open} still open.`;
  if (wasPassed)
    return `You already passed on an earlier try, and that still counts. For the certificate, ${open} still open.`;
  const pass =
    passMark === 1 ? 'You need one correct answer to pass.' : `You need ${passMark} correct answers to pass.`;
  if (!mayTry) return `${pass} Read the linked passage for each wrong answer.`;
  return `${pass} Read the linked passage for each wrong answer, then try again${hasOtherQuestions ? ' with different questions' : ''}.`;
}

function Explained({ number, explanation }: { number: number; explanation: Explanation }) {
  const { ask, isRight, isOrdered, options, answerLines: given, right, why, passage } = explanation;
  return (
    <li className="grid gap-3 rounded-card border border-line bg-surface p-5 shadow-card sm:p-6">
      <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm text-muted">
        Question {number}
        {isRight ? (
          <span className="inline-flex items-center gap-1.5 font-semibold text-good">
            <Check /> Correct
          </span>
        ) : (
          <span className="inline-flex items-center gap-1.5 font-semibold text-danger">
            <Close /> Incorrect
          </span>
        )}
      </p>
      <h3 className="text-lg leading-snug">{ask}</h3>
      {options ? (
        <ul className="grid gap-2">
          {options.map((option) => (
            <Option key={option.text} {...option} />
          ))}
        </ul>
      ) : (
        <dl className="grid gap-3">
          <Lines
            label={isRight ? 'Your answer, correct' : 'Your answer, incorrect'}
            lines={given}
            isOrdered={isOrdered}
            isRight={isRight}
          />
          {isRight || right === null ? null : (
            <Lines label="Correct answer" lines={right} isOrdered={isOrdered} isRight />
          )}
        </dl>
      )}
      {why === null ? null : <p>{why}</p>}
      <p className="text-sm">
        {why === null ? 'Find it in the lesson: ' : 'Read it again: '}
        <Link className="link" to={passage.to}>
          {passage.title}
        </Link>
      </p>
    </li>
  );
}

const verdicts = {
  right: { Icon: Check, row: 'border-good bg-good-soft', text: 'text-good' },
  missed: { Icon: Check, row: 'border-dashed border-good', text: 'text-good' },
  wrong: { Icon: Close, row: 'border-danger bg-danger-soft', text: 'text-danger' },
} as const;

/** What is said of an option beside its color. */
function verdictWords({ isChosen, verdict }: MarkedOption): string | null {
  if (verdict === 'right') return 'Your answer, correct';
  if (verdict === 'wrong') return 'Your answer, incorrect';
  if (verdict === 'missed') return 'Correct answer';
  return isChosen ? 'Your answer' : null;
}

/** An option in the place in which it was asked. */
function Option(option: MarkedOption) {
  const { text, verdict } = option;
  const words = verdictWords(option);
  const look = verdict && verdicts[verdict];
  return (
    <li
      className={classNames(
        'flex items-start justify-between gap-x-4 rounded-control border px-4 py-2.5 max-sm:flex-col',
        look ? look.row : 'border-line text-muted',
      )}
    >
      <span className={classNames('wrap-anywhere', words && 'font-semibold text-ink')}>{text}</span>
      {words ? (
        <span
          className={classNames(
            'flex shrink-0 items-center gap-1.5 text-sm font-medium',
            look ? look.text : 'text-ink',
          )}
        >
          {look ? <look.Icon /> : null} {words}
        </span>
      ) : null}
    </li>
  );
}

function Lines({
  label,
  lines,
  isOrdered,
  isRight,
}: {
  label: string;
  lines: readonly string[];
  isOrdered: boolean;
  isRight: boolean;
}) {
  const List = isOrdered ? 'ol' : 'ul';
  return (
    <div className={classNames('grid gap-0.5 border-l-4 pl-4', isRight ? 'border-good' : 'border-danger')}>
      <dt
        className={classNames(
          'flex items-center gap-1.5 text-sm font-medium',
          isRight ? 'text-good' : 'text-danger',
        )}
      >
        {isRight ? <Check /> : <Close />} {label}
      </dt>
      <dd className="font-semibold">
        {lines.length === 1 ? (
          lines[0]
        ) : (
          <List className={classNames('pl-5', isOrdered ? 'list-decimal' : 'list-disc')}>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </List>
        )}
      </dd>
    </div>
  );
}
