import { href } from 'react-router';
import type { ListedCourse } from '#app/domain/learning/dashboard/dashboard.server.ts';
import { KeptRows } from '#app/routes/http/cached-rows.server.tsx';
import { Check } from '#app/ui/icon.tsx';
import { Link } from '#app/ui/link.tsx';

/** A course in a list: its title, how far one is, and once it is done how its quiz stands. */
function CourseItem({ course }: { course: ListedCourse }) {
  const { slug, title, percentDone, quiz } = course;
  const isDone = percentDone === 100;
  return (
    <li className="grid gap-1">
      <div className="flex items-baseline justify-between gap-3">
        <Link
          to={href('/courses/:courseSlug', { courseSlug: slug })}
          className="inline-flex min-h-8 items-center font-medium no-underline hover:text-accent hover:underline"
        >
          {title}
        </Link>{' '}
        <span className="text-xs whitespace-nowrap text-muted tabular-nums">
          {quiz === 'passed' ? (
            <span className="inline-flex items-center gap-1 font-semibold text-good">
              <Check className="size-3.5" /> Quiz passed
            </span>
          ) : isDone ? (
            <Link to={href('/courses/:courseSlug/quiz', { courseSlug: slug })} className="link py-1">
              {quiz === 'tried' ? 'Try the quiz again' : 'Take the quiz'}
              <span className="sr-only">: {title}</span>
            </Link>
          ) : (
            `${percentDone}%`
          )}
        </span>
      </div>
      {/* A list of empty bars would shout; what is not begun is a hairline. */}
      <progress
        value={percentDone}
        max={100}
        aria-label={`Progress in ${title}`}
        className={percentDone === 0 ? 'h-0.5' : undefined}
      />
    </li>
  );
}

/** Courses with how far one is in each. */
export function CourseItems({ courses, className }: { courses: readonly ListedCourse[]; className: string }) {
  return (
    <KeptRows
      rows={courses}
      keyOf={({ slug, percentDone, quiz }) => `listed ${slug} ${percentDone} ${quiz}`}
      className={className}
    >
      {(course) => <CourseItem course={course} />}
    </KeptRows>
  );
}
