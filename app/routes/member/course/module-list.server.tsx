import type { HandedIn } from '#app/domain/learning/assignments/states.server.ts';
import type { ModuleOpening } from '#app/domain/learning/courses/release.ts';
import { assignmentStateLabel } from '#app/routes/frame/assignment-state.tsx';
import { KeptRows } from '#app/routes/http/cached-rows.server.tsx';
import { HandedInWhen } from '#app/routes/member/course/assignment/assignment-card.tsx';
import { pathOf } from '#app/routes/member/course/listed-module.ts';
import { OpensWhen } from '#app/routes/member/course/module-closed.tsx';
import { ArrowRight, Check, Lock } from '#app/ui/icon.tsx';
import { Link } from '#app/ui/link.tsx';

interface CardProps {
  id: number;
  /** Its place in the course, from 1. */
  number: number;
  title: string;
  description: string;
  isCompleted: boolean;
  /** Marked as the one to take next. */
  isNext: boolean;
  /** How far its checklist is, such as "3 of 5 done"; null before the first tick. */
  ticked: string | null;
  /** Whether there is something to watch that its reader may see. */
  isWatchable: boolean;
  opening: ModuleOpening;
  /** What its lesson asks to be handed in, and how that stands; null where it asks for nothing. */
  assignment: { required: boolean; handedIn: HandedIn | null } | null;
}

/** The modules of a course, as the cards that lead to them. */
export function ModuleList({ courseSlug, modules }: { courseSlug: string; modules: readonly CardProps[] }) {
  return (
    <KeptRows
      as="ol"
      rows={modules}
      keyOf={({ id, number, isCompleted, isNext, ticked, isWatchable, opening, assignment }) =>
        `module ${courseSlug} ${id} ${number} ${isCompleted} ${isNext} ${isWatchable} ${ticked} ${JSON.stringify([opening, assignment])}`
      }
      className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3"
    >
      {(module) => <ModuleCard courseSlug={courseSlug} {...module} />}
    </KeptRows>
  );
}

function ModuleCard(props: CardProps & { courseSlug: string }) {
  const { courseSlug, id, number, title, description, ticked, isWatchable, opening, assignment } = props;
  return (
    <li className="relative grid content-start gap-2 rounded-card border border-line bg-surface p-5 shadow-card transition-colors hover:border-accent">
      <p className="flex flex-wrap items-center justify-between gap-x-3 text-sm text-muted">
        Module {number}
        <ModuleState {...props} />
      </p>
      <div className="grid content-start gap-1.5">
        <h3>
          <Link
            to={pathOf(courseSlug, id)}
            data-watch={isWatchable ? id : undefined}
            className="no-underline after:absolute after:inset-0"
          >
            {title}
          </Link>
        </h3>
        {description ? <p className="text-sm text-muted">{description}</p> : null}
        {opening.isOpen ? null : (
          <p className="flex items-start gap-1.5 text-sm font-semibold">
            <Lock className="mt-0.5 size-4" />
            <span>
              <OpensWhen opening={opening} />
            </span>
          </p>
        )}
        {ticked ? <p className="text-sm font-semibold text-accent">Exercise: {ticked}</p> : null}
        {assignment ? (
          <p className="text-sm">
            <span className="font-semibold">
              Assignment{assignment.handedIn ? `: ${assignmentStateLabel(assignment.handedIn.state)}` : null}
            </span>
            {assignment.handedIn ? (
              <span className="block text-muted">
                <HandedInWhen handedIn={assignment.handedIn} />
              </span>
            ) : assignment.required ? (
              <span className="text-muted"> needed to complete the course</span>
            ) : null}
          </p>
        ) : null}
      </div>
    </li>
  );
}

function ModuleState({
  isCompleted,
  isNext,
  opening,
}: Pick<CardProps, 'isCompleted' | 'isNext' | 'opening'>) {
  if (isCompleted)
    return (
      <span className="inline-flex items-center gap-1 font-semibold text-good">
        <Check className="size-4" /> Completed
      </span>
    );
  if (!isNext || !opening.isOpen) return null;
  return (
    <span className="inline-flex items-center gap-1 font-semibold text-accent">
      Next <ArrowRight className="size-4" />
    </span>
  );
}
