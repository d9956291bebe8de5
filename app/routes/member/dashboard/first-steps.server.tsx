import { href } from 'react-router';
import type { ShownCourse } from '#app/domain/learning/dashboard/dashboard.server.ts';
import { CourseCover } from '#app/ui/course-cover.tsx';
import { drawingOfCourse } from '#app/ui/course-drawings.ts';
import { ArrowRight } from '#app/ui/icon.tsx';
import { Link } from '#app/ui/link.tsx';

/** Three places to begin, by what one has not got yet: for a first visit. */
export function Starts({
  starts,
}: {
  starts: readonly { title: string; text: string; course: ShownCourse }[];
}) {
  return (
    <section aria-labelledby="starts" className="grid gap-4">
      <h2 id="starts" className="text-2xl">
        A good place to start
      </h2>
      <ul className="grid grid-cols-1 gap-4 md:grid-cols-3">
        {starts.map(({ title, text, course }) => (
          <li
            key={course.slug}
            className="group relative flex flex-wrap content-start gap-x-4 gap-y-3 rounded-card border border-line bg-surface p-4 shadow-card hover:border-accent md:p-5"
          >
            <CourseCover
              drawing={drawingOfCourse(course)}
              className="w-[5.5rem] max-[22rem]:w-[4.5rem] md:aspect-[5/2] md:w-full"
            />
            <div className="grid min-w-0 grow basis-40 grid-cols-1 content-start gap-1 md:basis-full">
              <h3>{title}</h3>
              <p className="text-sm text-muted">{text}</p>
              <p className="pt-1">
                <Link
                  to={href('/courses/:courseSlug', { courseSlug: course.slug })}
                  className="inline-flex max-w-full items-center gap-1.5 font-semibold wrap-anywhere text-accent no-underline after:absolute after:inset-0 group-hover:underline"
                >
                  {course.title} <ArrowRight className="size-4.5" />
                </Link>
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
