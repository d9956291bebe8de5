// biome-ignore lint/style/noRestrictedImports: invalid answers of an earlier try are no errors to show
import { parseWithZod } from '@conform-to/zod/v4';
import { href, redirect } from 'react-router';
import { hasCourse, mayReadCourse } from '#app/domain/core/access/policy.server.ts';
import { findCourse, renamedCourses } from '#app/domain/learning/courses/catalogue.server.ts';
import { openingsOf } from '#app/domain/learning/courses/release-state.server.ts';
import { answersSchema } from '#app/domain/learning/quizzes/answers-schema.server.ts';
import { attemptsLeft, nextDayAfter } from '#app/domain/learning/quizzes/attempt-limit.ts';
import { attemptOfToken, drawQuestions, hasOtherDraw } from '#app/domain/learning/quizzes/draws.ts';
import { takeQuiz } from '#app/domain/learning/quizzes/quiz-attempts.server.ts';
import { askQuestions, explainAnswers } from '#app/domain/learning/quizzes/quiz-questions.server.ts';
import { findQuiz } from '#app/domain/learning/quizzes/quizzes.server.ts';
import { findStanding, isCertificateEarned } from '#app/domain/learning/quizzes/standing.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { MembershipNeeded } from '#app/routes/frame/membership-needed.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { wayIn } from '#app/routes/frame/way-in.ts';
import { currencyContext, memberContext } from '#app/routes/http/context.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { invalidForm } from '#app/routes/http/form.server.ts';
import { formAction } from '#app/routes/http/form-action.server.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import { courseArchived, courseNotFound } from '#app/routes/member/course/course-not-found.ts';
import { numberWord } from '#app/routes/member/course/course-quiz.tsx';
import { QuizForm } from '#app/routes/member/course/quiz-form.tsx';
import { QuizResult } from '#app/routes/member/course/quiz-result.tsx';
import { TriesLeft } from '#app/routes/member/course/tries-left.tsx';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { Card } from '#app/ui/card.tsx';
import { Lock } from '#app/ui/icon.tsx';
import { Link } from '#app/ui/link.tsx';
import type { Route } from './+types/quiz';

const pathOf = (courseSlug: string) => href('/courses/:courseSlug/quiz', { courseSlug });

/** The course of an address and its quiz. */
function findBoth(courseSlug: string) {
  const course = findCourse(courseSlug);
  if (!course) throw courseNotFound();
  const quiz = findQuiz(courseSlug);
  if (!quiz)
    throw notFound('This course has no quiz.', {
      to: href('/courses/:courseSlug', { courseSlug }),
      label: 'Back to Course Overview',
    });
  return { course, quiz };
}

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const renamed = renamedCourses.get(params.courseSlug);
  if (renamed) throw redirect(pathOf(renamed), 301);
  const { course, quiz } = findBoth(params.courseSlug);
  const viewer = context.get(memberContext);
  if (!(await hasCourse(viewer, course.slug))) throw courseArchived(course);
  const standing = await findStanding(viewer.id, course.slug);
  const { quiz: result } = standing;
  // Answers to questions that were edited since are no answers to these.
  const isShown = result?.version === quiz.version && !url.searchParams.has('again');
  const mayReadLessons = await mayReadCourse(viewer, course.slug);
  const openings = [...openingsOf(viewer, course, standing.release, standing).values()];
  const isClosed = mayReadLessons && openings.some(({ isOpen }) => !isOpen);
  const mayRead = mayReadLessons && !isClosed;
  const tries = result?.tries ?? 0;
  const remainingTries = attemptsLeft(
    quiz,
    result ?? { tries: 0, dayTries: 0, triedAt: null, passedAt: null },
    now(),
  );
  const draw = drawQuestions(quiz, viewer.id, isShown ? tries - 1 : tries);
  return {
    course: { slug: course.slug, title: course.title },
    passMark: quiz.pass,
    drawn: quiz.draw,
    limit: quiz.attempts && {
      ...quiz.attempts,
      left: remainingTries,
      nextAt: quiz.attempts.per === 'day' ? nextDayAfter(now()) : null,
    },
    hasOtherQuestions: hasOtherDraw(quiz),
    questions: mayRead && !isShown && remainingTries !== 0 ? askQuestions(draw) : [],
    draw: draw.token,
    result:
      mayRead && isShown
        ? {
            score: result.last,
            best: result.best,
            tries: result.tries,
            isPassed: result.last >= quiz.pass,
            outOf: result.outOf,
            wasPassed: result.passedAt !== null,
            explanations: explainAnswers(draw, result.answers, { isPassed: result.passedAt !== null }),
            openModules:
              standing.status === 'completed'
                ? 0
                : course.modules.filter(({ id }) => !standing.completedModuleIds.includes(id)).length,
            isCertificateEarned: isCertificateEarned(standing),
          }
        : null,
    mayRead,
    isClosed,
    way: wayIn(viewer, context.get(currencyContext)),
  };
}

export const action = formAction(async ({ params, context }: Route.ActionArgs, form) => {
  const { course, quiz } = findBoth(params.courseSlug);
  const viewer = context.get(memberContext);
  const token = form.get('draw');
  const tries = (await findStanding(viewer.id, course.slug)).quiz?.tries ?? 0;
  const attempt = token === null ? tries : attemptOfToken(quiz, String(token));
  // From a page that was left open, or of questions that were edited since.
  if (attempt === null || attempt > tries || attempt < tries - 1) return askAgain(course.slug);
  const { questions } = drawQuestions(quiz, viewer.id, attempt);
  const submission = parseWithZod(form, { schema: answersSchema(questions) });
  if (submission.status !== 'success')
    return attempt === tries ? invalidForm(submission) : askAgain(course.slug);
  const { kind } = await takeQuiz(viewer, course.slug, submission.value, attempt);
  if (kind === 'outdated') return await askAgain(course.slug);
  return redirect(pathOf(course.slug), 303);
});

const askAgain = (courseSlug: string) =>
  redirectWithFlash(
    `${pathOf(courseSlug)}?again`,
    'You have answered those questions already, or they have changed. Here are your next questions.',
  );

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  if (!loaderData) return [pageTitle(matches, 'Quiz')];
  const { course, result } = loaderData as Route.ComponentProps['loaderData'];
  const title = `Quiz: ${course.title}`;
  return [
    pageTitle(matches, result ? `${result.score} of ${result.explanations.length} right | ${title}` : title),
  ];
};

export default function QuizPage({ loaderData, actionData }: Route.ComponentProps) {
  const { course, questions, result, mayRead, way, limit } = loaderData;
  return (
    <article className="page page-narrow grid grid-cols-1 gap-6 py-4 sm:gap-8 sm:py-12">
      <Breadcrumb
        crumbs={[
          { to: '/dashboard', label: 'Dashboard' },
          { to: '/courses', label: 'Video Courses' },
          { to: href('/courses/:courseSlug', { courseSlug: course.slug }), label: course.title },
        ]}
        current="Quiz"
      />
      {mayRead && result && !actionData ? (
        <QuizResult
          course={course}
          result={result}
          passMark={loaderData.passMark}
          limit={loaderData.limit}
          hasOtherQuestions={loaderData.hasOtherQuestions}
        />
      ) : (
        <>
          <header className="grid gap-2">
            <p className="eyebrow">{course.title}</p>
            <h1>Quiz</h1>
            <p className="text-muted sm:text-lg">
              {loaderData.drawn === 1 ? 'One question' : `${numberWord(loaderData.drawn)} questions`} on what
              the course teaches. {loaderData.passMark} correct{' '}
              {loaderData.passMark === 1 ? 'answer passes' : 'answers pass'}
              {limit ? '.' : ', and you can try as often as you like'}
              {loaderData.hasOtherQuestions ? (limit ? ' Each' : ': each') : ''}
              {loaderData.hasOtherQuestions ? ' try asks other questions' : ''}
              {limit && !loaderData.hasOtherQuestions ? '' : '.'} Once you have passed, every answer is
              explained.
            </p>
          </header>
          {loaderData.isClosed ? (
            <Card className="grid max-w-[700px] gap-3">
              <p className="flex items-start gap-2 font-display text-xl leading-snug">
                <Lock className="mt-1" /> The quiz isn't open yet
              </p>
              <p>
                It asks about the whole course, so it opens when every module is open. The{' '}
                <Link className="link" to={href('/courses/:courseSlug', { courseSlug: course.slug })}>
                  course page
                </Link>{' '}
                has the schedule.
              </p>
            </Card>
          ) : mayRead && limit?.left === 0 ? (
            <Card className="grid max-w-[700px] gap-3">
              <TriesLeft limit={limit} />
            </Card>
          ) : mayRead ? (
            <>
              {limit?.left ? <TriesLeft limit={limit} /> : null}
              <QuizForm draw={loaderData.draw} questions={questions} reply={actionData} />
            </>
          ) : (
            <MembershipNeeded way={way} />
          )}
        </>
      )}
    </article>
  );
}
