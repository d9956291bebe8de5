import { href } from 'react-router';
import type { ListedCourse } from '#app/domain/dashboard/dashboard.server.ts';
import { Link } from '#app/ui/link.tsx';

/** A course in a list: its title and how far one is. */
export function CourseProgressItem({ course }: { course: ListedCourse }) {
  return (
    <li className="grid gap-1">
      <div className="flex items-baseline justify-between gap-3">
        <Link
          to={href('/courses/:courseSlug', { courseSlug: course.slug })}
          className="inline-flex min-h-8 items-center font-medium no-underline hover:text-accent hover:underline"
        >
          {course.title}
        </Link>
        <span className="text-xs text-muted tabular-nums">{course.percentDone}%</span>
      </div>
      {/* A list of empty bars would shout; what is not begun is a hairline. */}
      <progress
        value={course.percentDone}
        max={100}
        aria-label={`Progress in ${course.title}`}
        className={course.percentDone === 0 ? 'h-0.5' : undefined}
      />
    </li>
  );
}
