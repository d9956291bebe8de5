import type { HandedIn } from '#app/domain/learning/assignments/states.server.ts';
import type { Assignment } from '#app/domain/learning/courses/assignment.ts';
import { AssignmentStateBadge } from '#app/routes/frame/assignment-state.tsx';
import { AssignmentTask } from '#app/routes/frame/assignment-task.tsx';
import { HandInForm } from '#app/routes/member/course/assignment/hand-in-form.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { Day } from '#app/ui/day.tsx';

/** An assignment as its lesson shows it. */
export interface ShownAssignment {
  assignment: Pick<Assignment, 'title' | 'accepts' | 'required'>;
  /** HTML of what to do. */
  task: string;
  /** Null before anything was handed in. */
  handedIn: HandedIn | null;
  /** The page of what was handed in. */
  to: string;
  formKey: string;
}

/** "Handed in on ..., answered on ...". */
export function HandedInWhen({ handedIn: { state, handedInAt, answeredAt } }: { handedIn: HandedIn }) {
  return (
    <>
      Handed in on <Day at={handedInAt} />
      {answeredAt && state !== 'waiting' ? (
        <>
          , answered on <Day at={answeredAt} />
        </>
      ) : null}
    </>
  );
}

/** What a lesson asks to be handed in, and how that stands; the form where something is to be handed in. */
export function AssignmentCard({ assignment, task, handedIn, to, formKey }: ShownAssignment) {
  const { title, accepts, required } = assignment;
  const isToHandIn = handedIn === null || handedIn.state === 'revise';
  return (
    <section
      id="assignment"
      aria-labelledby="assignment-title"
      className="no-print grid scroll-mt-4 grid-cols-1 gap-4 rounded-card border border-line bg-surface p-5 shadow-card sm:p-6"
    >
      <div className="grid gap-1">
        <p className="eyebrow">Assignment</p>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <h2 id="assignment-title" dir="auto" className="text-2xl wrap-anywhere">
            {title}
          </h2>
          {handedIn ? <AssignmentStateBadge state={handedIn.state} /> : null}
          {required && !handedIn ? <Badge tone="warn">Needed to complete the course</Badge> : null}
        </div>
      </div>
      <AssignmentTask html={task} />
      {handedIn ? (
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <span className="text-muted">
            <HandedInWhen handedIn={handedIn} />
          </span>
          <ButtonLink variant={isToHandIn ? 'secondary' : 'primary'} to={to}>
            {handedIn.state === 'waiting' ? 'See or replace what you handed in' : 'Read the answer'}
          </ButtonLink>
        </p>
      ) : null}
      {isToHandIn ? (
        <HandInForm action={to} accepts={accepts} isAgain={handedIn !== null} formKey={formKey} />
      ) : null}
    </section>
  );
}
