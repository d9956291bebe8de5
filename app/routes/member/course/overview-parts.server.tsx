import type { ComponentProps } from 'react';
import { href } from 'react-router';
import { type Course, currentCoursesOf } from '#app/domain/learning/courses/catalogue.server.ts';
import { memoizeByObject } from '#app/platform/runtime/memoize-by-object.server.ts';
import { MembershipNeeded } from '#app/routes/frame/membership-needed.tsx';
import { Outcomes } from '#app/routes/frame/outcomes.tsx';
import type { WayIn } from '#app/routes/frame/way-in.ts';
import { keptPart, pagePart, pageText } from '#app/routes/http/page-text.server.ts';
import { CourseFinished, type FinishedCourse } from '#app/routes/member/course/course-finished.tsx';
import { CourseQuiz, type QuizState } from '#app/routes/member/course/course-quiz.tsx';
import { ModuleList } from '#app/routes/member/course/module-list.server.tsx';
import { Link } from '#app/ui/link.tsx';

/** How its reader stands with a course. */
interface Stands {
  /** Null while it is not finished. */
  finished: FinishedCourse | null;
  quiz: QuizState | null;
  /** Where it is not for its reader. */
  way: WayIn | null;
  modules: ComponentProps<typeof ModuleList>['modules'];
  /** How the modules open; null where all are open. */
  schedule: string | null;
  /** Whether there are moments for a calendar. */
  hasCalendar: boolean;
}

/** What is the same for everybody; rendered once for a course. */
const sameOf = memoizeByObject(({ outcomes, related }: Course) => ({
  outcomes:
    outcomes.length > 0 ? keptPart(<Outcomes title="What you will be able to do" items={outcomes} />) : null,
  related: currentCoursesOf(related).length > 0 ? keptPart(<Related slugs={related} />) : null,
}));

/** What stands on the page of a course beside its modules, as HTML: nothing in it but links. What there is nothing of is null. */
export function renderOverviewParts(
  request: Request,
  course: Course,
  { finished, quiz, way, modules, schedule, hasCalendar }: Stands,
) {
  const same = sameOf(course);
  const ownQuiz = quiz && <CourseQuiz courseSlug={course.slug} quiz={quiz} />;
  return {
    // Of a course that is finished the quiz and the certificate are what is left: they are not below all that one has read.
    finished:
      finished &&
      pagePart(
        request,
        <div className="grid grid-cols-1 gap-8">
          {ownQuiz}
          <CourseFinished id="finished" title={course.title} finished={finished} />
        </div>,
      ),
    outcomes: finished ? null : same.outcomes && pageText(request, same.outcomes),
    modules: pagePart(request, <ModuleList courseSlug={course.slug} modules={modules} />),
    schedule:
      schedule === null
        ? null
        : pagePart(
            request,
            <Schedule courseSlug={course.slug} sentence={schedule} hasCalendar={hasCalendar} />,
          ),
    needed: way && pagePart(request, <MembershipNeeded way={way} />),
    quiz: ownQuiz && !finished ? pagePart(request, ownQuiz) : null,
    related: same.related && pageText(request, same.related),
  };
}

/** How the modules open, with the dates as a file for a calendar. */
function Schedule({
  courseSlug,
  sentence,
  hasCalendar,
}: {
  courseSlug: string;
  sentence: string;
  hasCalendar: boolean;
}) {
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-1">
      <p className="text-muted">{sentence} What you have opened stays open.</p>
      {hasCalendar ? (
        <a
          href={href('/courses/:courseSlug/schedule.ics', { courseSlug })}
          download
          className="link no-print inline-flex min-h-11 items-center"
        >
          Add the dates to your calendar (ICS)
        </a>
      ) : null}
    </div>
  );
}

function Related({ slugs }: { slugs: readonly string[] }) {
  return (
    <section aria-labelledby="related" className="grid gap-3">
      <h2 id="related" className="text-2xl">
        Goes well with
      </h2>
      <ul className="flex flex-wrap gap-x-6">
        {currentCoursesOf(slugs).map(({ slug, title }) => (
          <li key={slug}>
            <Link
              className="link inline-flex min-h-11 items-center"
              to={href('/courses/:courseSlug', { courseSlug: slug })}
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
