import { randomUUID } from 'node:crypto';
import { href } from 'react-router';
import { readPlace } from '#app/domain/core/values/cursor.ts';
import { findCourse } from '#app/domain/learning/courses/catalogue.server.ts';
import { findCourseReport, listLearners } from '#app/domain/operating/analytics/course-report.server.ts';
import { stoppedDays } from '#app/domain/operating/analytics/limits.ts';
import { allow, may } from '#app/routes/admin/access.server.ts';
import { noCourse } from '#app/routes/admin/content/no-course.ts';
import { contentPath, pieceAddress } from '#app/routes/admin/content/piece-address.ts';
import { EmailCourseForm } from '#app/routes/admin/letters/email-course-form.tsx';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { buttonClass } from '#app/ui/button.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Download } from '#app/ui/icon.tsx';
import { Link } from '#app/ui/link.tsx';
import { ListWays, waysOf } from '#app/ui/list-pagination.tsx';
import { Moment } from '#app/ui/moment.tsx';
import { StatCard } from '#app/ui/stat-card.tsx';
import type { Route } from './+types/course-report';

export const middleware: Route.MiddlewareFunction[] = [allow('analytics:read')];

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const course = findCourse(params.courseSlug);
  if (!course) throw noCourse();
  const [report, { rows, ...beside }] = await Promise.all([
    findCourseReport(course),
    listLearners(course, readPlace(url.searchParams)),
  ]);
  return {
    course: { slug: course.slug, title: course.title, moduleCount: course.modules.length },
    report,
    learners: rows,
    ways: waysOf(url.pathname, url.search, beside),
    mayEmail: may(context, 'letters:edit'),
    formKey: randomUUID(),
    mayExport: may(context, 'users:export'),
  };
}

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Course report')];

/** The heading of a part of the report, with the files that have all of it. */
function SectionHeading({
  id,
  title,
  exports,
}: {
  id: string;
  title: string;
  exports: { to: string; label: string }[];
}) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      {exports.length > 0 ? (
        <div className="flex flex-wrap gap-3">
          {exports.map(({ to, label }) => (
            <a key={to} href={to} className={buttonClass('secondary')}>
              <Download /> {label}
            </a>
          ))}
        </div>
      ) : null}
    </div>
  );
}

const percent = (part: number, whole: number) => (whole === 0 ? '–' : `${Math.round((part / whole) * 100)}%`);

export default function CourseReportPage({ loaderData }: Route.ComponentProps) {
  const { course, report, learners, ways, mayExport, mayEmail, formKey } = loaderData;
  const { started, finished, quiz, modules, questions } = report;
  const fileOf = (reportFile: string) =>
    href('/admin/content/courses/:courseSlug/report/:reportFile', { courseSlug: course.slug, reportFile });
  return (
    <div className="grid grid-cols-1 gap-6">
      <Breadcrumb
        crumbs={[
          { to: contentPath, label: 'Content' },
          { to: pieceAddress(`courses/${course.slug}/course.md`), label: course.title },
        ]}
        current="Report"
      />
      <PageHeading title={`Report: ${course.title}`}>
        Everyone who has opened a lesson of this course, since the beginning.
      </PageHeading>
      <div className="grid grid-cols-2 gap-4 lg:grid-cols-4">
        <StatCard label="Started" value={started} />
        <StatCard label="Finished" value={finished} note={percent(finished, started)} />
        <StatCard label="Tried the quiz" value={quiz.tried} note={percent(quiz.tried, started)} />
        <StatCard
          label="Passed the quiz"
          value={quiz.passed}
          note={quiz.averageShare === null ? '–' : `${Math.round(quiz.averageShare * 100)}% right on average`}
        />
      </div>
      {mayEmail ? <EmailCourseForm course={course.slug} formKey={formKey} /> : null}
      <p className="max-w-3xl text-sm text-muted">
        To email others by how far they are, make a{' '}
        <Link to="/admin/users/segments" className="link">
          segment
        </Link>{' '}
        with the condition “Course progress”, and choose it in a letter.
      </p>
      <section aria-labelledby="modules" className="grid grid-cols-1 gap-3">
        <SectionHeading
          {...{ id: 'modules', title: 'Where learners stop' }}
          exports={mayExport ? [{ to: fileOf('modules.csv'), label: 'Export modules (CSV)' }] : []}
        />
        <DataTable
          caption="Modules"
          rows={modules.map((module, index) => ({ ...module, number: index + 1 }))}
          keyOf={({ id }) => id}
          columns={[
            { label: 'Module', cell: ({ number, title }) => `${number}. ${title}` },
            { label: 'Opened', isFigure: true, cell: ({ opened }) => opened },
            { label: 'Completed', isFigure: true, cell: ({ completed }) => completed },
            { label: 'Stopped here', isFigure: true, cell: ({ stopped }) => stopped },
          ]}
        />
        <p className="text-sm text-muted">
          Stopped here: opened this module last, did not finish the course, and completed nothing for{' '}
          {stoppedDays} days.
        </p>
      </section>
      <section aria-labelledby="questions" className="grid grid-cols-1 gap-3">
        <SectionHeading
          {...{ id: 'questions', title: 'Questions most get wrong' }}
          exports={
            mayExport && quiz.tried > 0
              ? [
                  { to: fileOf('questions.csv'), label: 'Export all questions (CSV)' },
                  { to: fileOf('answers.csv'), label: 'Export answers by person (CSV)' },
                ]
              : []
          }
        />
        {questions.length === 0 ? (
          <EmptyState title="No wrong answers yet">
            Questions of the quiz are listed here as soon as somebody answers one wrongly.
          </EmptyState>
        ) : (
          <DataTable
            caption="Questions most get wrong"
            rows={questions}
            keyOf={({ ask }) => ask}
            columns={[
              { label: 'Question', cell: ({ ask }) => ask },
              { label: 'Asked', isFigure: true, cell: ({ asked }) => asked },
              { label: 'Wrong', isFigure: true, cell: ({ wrong }) => wrong },
              { label: 'Share', isFigure: true, cell: ({ wrong, asked }) => percent(wrong, asked) },
              {
                label: 'Most chosen wrong answer',
                cell: ({ wrongAnswer, wrongAnswerCount }) =>
                  wrongAnswer === null ? '–' : `${wrongAnswer} (${wrongAnswerCount})`,
              },
            ]}
          />
        )}
      </section>
      <section aria-labelledby="learners" className="grid grid-cols-1 gap-3">
        <SectionHeading
          {...{ id: 'learners', title: 'Learners' }}
          exports={
            mayExport && started > 0
              ? [
                  { to: fileOf('learners.csv'), label: 'Export learners (CSV)' },
                  { to: fileOf('progress.csv'), label: 'Export progress by module (CSV)' },
                ]
              : []
          }
        />
        {learners.length === 0 ? (
          <EmptyState title="No one has started">People are listed here once they open a lesson.</EmptyState>
        ) : (
          <DataTable
            caption="Learners"
            rows={learners}
            keyOf={({ id }) => id}
            columns={[
              {
                label: 'Person',
                cell: ({ id, name, email }) => (
                  <>
                    <Link to={href('/admin/users/:userId', { userId: id })} className="link wrap-anywhere">
                      <bdi>{name || email}</bdi>
                    </Link>
                    {name ? (
                      <span className="block text-xs font-normal text-muted wrap-anywhere">{email}</span>
                    ) : null}
                  </>
                ),
              },
              { label: 'Started', cell: ({ startedAt }) => <Moment at={startedAt} /> },
              {
                label: 'Modules',
                cell: ({ completed, isFinished }) =>
                  `${completed} of ${course.moduleCount}${isFinished ? ', finished' : ''}`,
              },
              {
                label: 'Last completed',
                cell: ({ latestAt }) => (latestAt ? <Moment at={latestAt} /> : '–'),
              },
              {
                label: 'Quiz',
                cell: ({ quizBest, quizOutOf, isQuizPassed }) =>
                  quizBest === null ? '–' : `${quizBest} of ${quizOutOf}${isQuizPassed ? ', passed' : ''}`,
              },
            ]}
          />
        )}
        <ListWays {...ways} />
      </section>
    </div>
  );
}
