import { useEffect } from 'react';
import { href, useFetcher } from 'react-router';
import { Watch } from '#app/routes/frame/watch.tsx';
import { CompleteButton, CompletedLabel } from '#app/routes/member/course/complete-button.tsx';
import { type ListedModule, type ModuleCardsProps, pathOf } from '#app/routes/member/course/listed-module.ts';
import type { loader as watchLoader } from '#app/routes/member/course/watch.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { OpenDialog } from '#app/ui/dialog.tsx';
import { ArrowRight } from '#app/ui/icon.tsx';
import { Link } from '#app/ui/link.tsx';

const continueAt = 'continue-from-video';

/** A module that is watched where its course is listed: what is to be seen, and Mark as Complete. */
export function VideoDialog({
  courseSlug,
  module,
  modules,
  nextModuleId,
  progressText,
  onClose,
}: ModuleCardsProps & { module: ListedModule; onClose(): void }) {
  return (
    <OpenDialog id="video" title={module.title} onClose={onClose}>
      <div className="dialog-deck grid gap-5">
        <Watchable courseSlug={courseSlug} moduleId={module.id} />
        <p className="text-muted">{module.description}</p>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          {module.isCompleted ? (
            <>
              <ButtonLink
                id={continueAt}
                size="large"
                to={
                  nextModuleId
                    ? pathOf(courseSlug, nextModuleId)
                    : href('/courses/:courseSlug', { courseSlug })
                }
                onClick={onClose}
              >
                {nextModuleId
                  ? `Continue with module ${modules.find(({ id }) => id === nextModuleId)?.number ?? nextModuleId}`
                  : 'See what comes next'}{' '}
                <ArrowRight />
              </ButtonLink>
              <CompletedLabel label="Completed" />
            </>
          ) : null}
          <CompleteButton
            courseSlug={courseSlug}
            moduleId={module.id}
            isCompleted={module.isCompleted}
            isHeld={module.isHeld}
            completedLabel="Completed"
            progressText={progressText}
            continueAt={continueAt}
          />
          <Link className="link" to={pathOf(courseSlug, module.id)}>
            Read the written lesson
          </Link>
        </div>
      </div>
    </OpenDialog>
  );
}

/** The video or the slides of a module: too much to be in the page of all modules, so they come when the dialog opens. */
function Watchable({ courseSlug, moduleId }: { courseSlug: string; moduleId: number }) {
  const { load, data } = useFetcher<typeof watchLoader>();
  const address = href('/courses/:courseSlug/:moduleSegment/watch', {
    courseSlug,
    moduleSegment: `module-${moduleId}`,
  });
  useEffect(() => {
    load(address);
  }, [load, address]);
  if (!data)
    return (
      <p
        role="status"
        className="grid aspect-video w-full place-items-center rounded-card bg-sunken text-muted"
      >
        Loading video content...
      </p>
    );
  return <Watch watchable={data.watchable} />;
}
