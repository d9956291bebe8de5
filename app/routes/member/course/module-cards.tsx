import { useState } from 'react';
import { useNavigate } from 'react-router';
import { type ModuleCardsProps, pathOf } from '#app/routes/member/course/listed-module.ts';
import { ArrowRight, Check } from '#app/ui/icon.tsx';
import { Link } from '#app/ui/link.tsx';

/** What shows a module that is to be watched. */
type Shown = typeof import('#app/routes/member/course/video-dialog.tsx').VideoDialog;

/**
 * The modules of a course. A card leads to the lesson; with scripts, and where there is something to watch, it shows that at once. What
 * that takes is loaded then; where it does not come, the lesson is opened.
 */
export function ModuleCards(props: ModuleCardsProps) {
  const { courseSlug, modules, nextModuleId } = props;
  const navigate = useNavigate();
  const [open, setOpen] = useState<{ moduleId: number; Dialog: Shown } | null>(null);
  const openModule = modules.find(({ id }) => id === open?.moduleId);

  function show(moduleId: number) {
    import('#app/routes/member/course/video-dialog.tsx').then(
      ({ VideoDialog }) => setOpen({ moduleId, Dialog: VideoDialog }),
      () => navigate(pathOf(courseSlug, moduleId)),
    );
  }

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
                    if (!module.isWatchable || event.metaKey || event.ctrlKey || event.shiftKey) return;
                    event.preventDefault();
                    show(module.id);
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
      {open && openModule ? (
        <open.Dialog key={openModule.id} {...props} module={openModule} onClose={() => setOpen(null)} />
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
