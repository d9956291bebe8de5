import { useEffect, useState } from 'react';
import { href, useFetcher } from 'react-router';
import type { PlayableVideo } from '#app/domain/courses/videos.server.ts';
import { Watch } from '#app/routes/frame/watch.tsx';
import { CompleteButton, CompletedLabel } from '#app/routes/member/course/complete-button.tsx';
import type { loader as watchLoader } from '#app/routes/member/course/watch.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { OpenDialog } from '#app/ui/dialog.tsx';
import { ArrowRight, Check } from '#app/ui/icon.tsx';
import { Link } from '#app/ui/link.tsx';

/** A module as the overview of its course lists it. */
export interface ListedModule {
  id: number;
  title: string;
  description: string;
  isCompleted: boolean;
  /** How far its checklist is, such as "3 of 5 done"; null before the first tick. */
  ticked: string | null;
  /** Null where none is set, or where the reader may not see it. */
  video: PlayableVideo | null;
  /** Whether there are narrated slides in its place, which are loaded when they are asked for. */
  hasDeck: boolean;
}

interface ModuleCardsProps {
  courseSlug: string;
  modules: readonly ListedModule[];
  progressText: string;
  /** Marked as the one to take next. */
  nextModuleId: number | undefined;
}

const pathOf = (courseSlug: string, id: number) =>
  href('/courses/:courseSlug/:moduleSegment', { courseSlug, moduleSegment: `module-${id}` });

/** The modules of a course. A card leads to the lesson; with scripts, and where there is a video, it shows that at once. */
export function ModuleCards(props: ModuleCardsProps) {
  const { courseSlug, modules, nextModuleId } = props;
  const [openModuleId, setOpenModuleId] = useState<number | null>(null);
  const openModule = modules.find(({ id }) => id === openModuleId);
  return (
    <>
      <ol className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {modules.map((module) => (
          <li
            key={module.id}
            className="relative grid content-start gap-2 rounded-card border border-line bg-surface p-5 shadow-card transition-colors hover:border-accent"
          >
            <p className="flex flex-wrap items-center justify-between gap-x-3 text-sm text-muted">
              Module {module.id}
              <ModuleState isCompleted={module.isCompleted} isNext={module.id === nextModuleId} />
            </p>
            <div className="grid content-start gap-1.5">
              <h3>
                <Link
                  to={pathOf(courseSlug, module.id)}
                  className="no-underline after:absolute after:inset-0"
                  onClick={(event) => {
                    // Opening in a new tab still goes to the page.
                    if (
                      (!module.video && !module.hasDeck) ||
                      event.metaKey ||
                      event.ctrlKey ||
                      event.shiftKey
                    )
                      return;
                    event.preventDefault();
                    setOpenModuleId(module.id);
                  }}
                >
                  {module.title}
                </Link>
              </h3>
              <p className="text-sm text-muted">{module.description}</p>
              {module.ticked ? (
                <p className="text-sm font-semibold text-accent">Exercise: {module.ticked}</p>
              ) : null}
            </div>
          </li>
        ))}
      </ol>
      {openModule ? (
        <VideoDialog
          key={openModule.id}
          {...props}
          module={openModule}
          onClose={() => setOpenModuleId(null)}
        />
      ) : null}
    </>
  );
}

function ModuleState({ isCompleted, isNext }: { isCompleted: boolean; isNext: boolean }) {
  if (isCompleted)
    return (
      <span className="inline-flex items-center gap-1 font-semibold text-good">
        <Check className="size-4" /> Completed
      </span>
    );
  if (!isNext) return null;
  return (
    <span className="inline-flex items-center gap-1 font-semibold text-accent">
      Next <ArrowRight className="size-4" />
    </span>
  );
}

const continueAt = 'continue-from-video';

function VideoDialog({
  courseSlug,
  module,
  nextModuleId,
  progressText,
  onClose,
}: ModuleCardsProps & { module: ListedModule; onClose(): void }) {
  return (
    <OpenDialog id="video" title={module.title} onClose={onClose}>
      <div className="dialog-deck grid gap-5">
        {module.hasDeck ? (
          <LoadedDeck courseSlug={courseSlug} module={module} />
        ) : (
          <Watch watchable={{ video: module.video, deck: null }} title={module.title} />
        )}
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
                {nextModuleId ? `Continue with module ${nextModuleId}` : 'See what comes next'} <ArrowRight />
              </ButtonLink>
              <CompletedLabel label="Completed" />
            </>
          ) : null}
          <CompleteButton
            courseSlug={courseSlug}
            moduleId={module.id}
            isCompleted={module.isCompleted}
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

/** The narrated slides of a module: too much to be in the page of all modules, so they come when the dialog opens. */
function LoadedDeck({ courseSlug, module }: { courseSlug: string; module: ListedModule }) {
  const { load, data } = useFetcher<typeof watchLoader>();
  const address = href('/courses/:courseSlug/:moduleSegment/watch', {
    courseSlug,
    moduleSegment: `module-${module.id}`,
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
  return <Watch watchable={data.watchable} title={module.title} />;
}
