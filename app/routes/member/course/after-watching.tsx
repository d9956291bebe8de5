import { CompleteButton, CompletedLabel } from '#app/routes/member/course/complete-button.tsx';
import { WaitingModule } from '#app/routes/member/course/module-closed.tsx';
import type { NextModule } from '#app/routes/member/course/module-progress.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { ArrowRight } from '#app/ui/icon.tsx';

const continueAt = 'continue-after-watching';

/** The end of a lesson's slides: the exercise, and Mark as Complete, which nothing but a press does. */
export function AfterWatching({
  course,
  moduleId,
  isCompleted,
  isHeld,
  progressText,
  nextModule,
}: {
  course: { slug: string };
  moduleId: number;
  isCompleted: boolean;
  /** Whether its assignment completes it, not a press. */
  isHeld: boolean;
  progressText: string;
  nextModule: NextModule | null;
}) {
  return (
    <>
      <p>The exercise stands at the end of the written lesson, below.</p>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        {isCompleted && nextModule && !nextModule.opening.isOpen ? (
          <WaitingModule
            id={continueAt}
            courseSlug={course.slug}
            title={nextModule.title}
            opening={nextModule.opening}
          />
        ) : null}
        {isCompleted && nextModule?.opening.isOpen ? (
          <ButtonLink id={continueAt} to={nextModule.to}>
            {nextModule.isLater ? 'Next module' : 'Still open'}: {nextModule.title} <ArrowRight />
          </ButtonLink>
        ) : null}
        {isCompleted ? <CompletedLabel label="Module Completed" /> : null}
        <CompleteButton
          key={moduleId}
          courseSlug={course.slug}
          moduleId={moduleId}
          isCompleted={isCompleted}
          isHeld={isHeld}
          progressText={progressText}
          continueAt={continueAt}
        />
      </div>
    </>
  );
}
