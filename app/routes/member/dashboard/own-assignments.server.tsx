import { href } from 'react-router';
import type { HandedIn } from '#app/domain/learning/assignments/states.server.ts';
import { findCourse } from '#app/domain/learning/courses/catalogue.server.ts';
import { AssignmentStateBadge } from '#app/routes/frame/assignment-state.tsx';
import { HandedInWhen } from '#app/routes/member/course/assignment/assignment-card.tsx';
import { Link } from '#app/ui/link.tsx';

/** What its reader has handed in lately, and how it stands. */
export function OwnAssignments({ assignments }: { assignments: readonly HandedIn[] }) {
  return (
    <section aria-labelledby="assignments" className="grid gap-3">
      <h2 id="assignments" className="text-2xl">
        Your assignments
      </h2>
      <ul className="border-t border-line">
        {assignments.map((handedIn) => (
          <li
            key={`${handedIn.courseId} ${handedIn.moduleId}`}
            className="grid gap-x-6 gap-y-1 border-b border-line py-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center"
          >
            <div className="grid min-w-0">
              <Link
                to={href('/courses/:courseSlug/:moduleSegment/assignment', {
                  courseSlug: handedIn.courseId,
                  moduleSegment: `module-${handedIn.moduleId}`,
                })}
                className="link font-semibold wrap-anywhere"
              >
                <bdi>{handedIn.title}</bdi>
              </Link>
              <p className="text-sm text-muted">
                {findCourse(handedIn.courseId)?.title ?? handedIn.courseId}.{' '}
                <HandedInWhen handedIn={handedIn} />
              </p>
            </div>
            <p>
              <AssignmentStateBadge state={handedIn.state} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
