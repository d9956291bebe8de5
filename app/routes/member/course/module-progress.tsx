import type { ModuleOpening } from '#app/domain/learning/courses/release.ts';
import { CompleteButton, CompletedLabel } from '#app/routes/member/course/complete-button.tsx';
import { WaitingModule } from '#app/routes/member/course/module-closed.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { ArrowRight } from '#app/ui/icon.tsx';
import { LinksFromServer } from '#app/ui/links-from-server.tsx';
import type { PagePart } from '#app/ui/page-html.tsx';
import { ProgressBar } from '#app/ui/progress-bar.tsx';

/** Another module of the course that is not complete yet. */
export interface NextModule {
  to: string;
  title: string;
  /** Whether it comes later in the course than the one that is shown. */
  isLater: boolean;
  opening: ModuleOpening;
}

/** The id of what leads on from a lesson that is completed. */
export const continueAt = 'continue';

/** What stands after a lesson: how far one is, Mark as Complete, then the way on. Forms without scripts come back to #progress. */
export function ModuleProgress({
  course,
  moduleId,
  isCompleted,
  isHeld,
  percentDone,
  progressText,
  nextModule,
  finished,
}: {
  course: { slug: string; title: string };
  moduleId: number;
  isCompleted: boolean;
  /** Whether its assignment completes it, not a press. */
  isHeld: boolean;
  percentDone: number;
  progressText: string;
  nextModule: NextModule | null;
  /** The end of the course, once it is finished. */
  finished: PagePart | null;
}) {
  const wayOn = nextModule?.isLater ? 'Next module' : 'Still open';
  return (
    <>
      <div
        id="progress"
        className="no-print grid gap-5 rounded-card border border-line bg-surface p-5 shadow-card target:border-accent sm:p-6"
      >
        <div className="grid gap-1.5">
          <ProgressBar percent={percentDone} label={`Progress in ${course.title}`} />
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2.5 text-sm text-muted tabular-nums">
            <p>{progressText}</p>
            {/* No taller than the line it stands in: nothing moves when it comes. */}
            {isCompleted ? (
              <div className="-my-3">
                <CompletedLabel label="Module Completed" />
              </div>
            ) : null}
          </div>
        </div>
        {isCompleted && nextModule && !nextModule.opening.isOpen ? (
          <WaitingModule
            id={continueAt}
            courseSlug={course.slug}
            title={nextModule.title}
            opening={nextModule.opening}
          />
        ) : null}
        {isCompleted && nextModule?.opening.isOpen ? (
          <ButtonLink
            id={continueAt}
            size="large"
            to={nextModule.to}
            rel={nextModule.isLater ? 'next' : undefined}
            className="w-full justify-between! text-left"
          >
            <span className="grid">
              <span className="text-sm font-normal">{wayOn}:</span>{' '}
              <span className="leading-snug">{nextModule.title}</span>
            </span>
            <ArrowRight />
          </ButtonLink>
        ) : null}
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
      {finished ? <LinksFromServer part={finished} /> : null}
    </>
  );
}
