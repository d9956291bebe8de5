import { href } from 'react-router';
import type { ShownCourse } from '#app/domain/learning/dashboard/dashboard.server.ts';
import { KeptRows } from '#app/routes/http/cached-rows.server.tsx';
import { OpensWhen } from '#app/routes/member/course/module-closed.tsx';
import { CourseCover } from '#app/ui/course-cover.tsx';
import { drawingOfCourse } from '#app/ui/course-drawings.ts';
import { Chevron } from '#app/ui/icon.tsx';
import { Link } from '#app/ui/link.tsx';

/** The other courses one is in, each with its way on; all but the first three are folded. */
export function UnderWay({ courses }: { courses: readonly ShownCourse[] }) {
  const [first, others] = [courses.slice(0, 3), courses.slice(3)];
  return (
    <section aria-labelledby="under-way" className="grid gap-3">
      <h2 id="under-way" className="text-2xl">
        Also under way
      </h2>
      <Items courses={first} className="grid gap-4 md:grid-cols-3" />
      {others.length > 0 ? (
        <details>
          <summary className="flex min-h-11 items-center gap-2 text-sm font-semibold hover:text-accent">
            {others.length} more <Chevron className="size-4" />
          </summary>
          <Items courses={others} className="grid gap-4 pt-2 md:grid-cols-3" />
        </details>
      ) : null}
    </section>
  );
}

function Items({ courses, className }: { courses: readonly ShownCourse[]; className: string }) {
  return (
    <KeptRows
      rows={courses}
      keyOf={({ slug, percentDone, nextModule }) =>
        `under way ${slug} ${percentDone} ${nextModule?.id} ${nextModule?.number} ${JSON.stringify(nextModule?.opening)}`
      }
      className={className}
    >
      {(course) => <UnderWayItem course={course} />}
    </KeptRows>
  );
}

function UnderWayItem({ course: { slug, title, topic, percentDone, nextModule } }: { course: ShownCourse }) {
  return (
    <li className="group relative grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-4 gap-y-3 rounded-card border border-line bg-surface p-4 shadow-card hover:border-accent">
      <CourseCover drawing={drawingOfCourse({ slug, topic })} />
      <div className="grid content-start gap-0.5">
        <h3 className="text-lg">
          <Link
            to={
              nextModule?.opening.isOpen
                ? href('/courses/:courseSlug/:moduleSegment', {
                    courseSlug: slug,
                    moduleSegment: `module-${nextModule.id}`,
                  })
                : href('/courses/:courseSlug', { courseSlug: slug })
            }
            className="no-underline after:absolute after:inset-0 group-hover:text-accent"
          >
            {title}
          </Link>
        </h3>
        {nextModule ? (
          <p className="line-clamp-2 text-sm text-muted">
            Module {nextModule.number}: {nextModule.title}
          </p>
        ) : null}
        {nextModule && !nextModule.opening.isOpen ? (
          <p className="text-sm font-semibold">
            <OpensWhen opening={nextModule.opening} />
          </p>
        ) : null}
      </div>
      <progress
        value={percentDone}
        max={100}
        aria-label={`Progress in ${title}`}
        className="col-span-2 h-1.5"
      />
    </li>
  );
}
