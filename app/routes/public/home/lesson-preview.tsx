import { classNames } from '#app/ui/class-names.ts';
import { Check } from '#app/ui/icon.tsx';

export interface Preview {
  courseTitle: string;
  moduleTitle: string;
  moduleId: number;
  caption: string;
  modules: { id: number; title: string }[];
  blocks: { kind: 'heading' | 'text'; text: string }[];
}

/** A lesson of the library as members see it, laid on the page like a sheet of paper. */
export function LessonPreview({ preview }: { preview: Preview }) {
  const { modules, moduleId } = preview;
  return (
    <figure className="grid grid-cols-1 gap-6 xl:-mr-10">
      <div className="relative">
        <div
          aria-hidden="true"
          className="absolute inset-0 translate-x-3 translate-y-3 rounded-card border border-line bg-accent-soft"
        />
        <div className="relative grid grid-cols-1 overflow-hidden rounded-card border border-line bg-surface shadow-float">
          <div className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line px-5 py-3 text-xs text-muted sm:px-7">
            <span>{preview.courseTitle}</span>
            <span className="tabular-nums">
              Module {moduleId} of {modules.length}
            </span>
          </div>
          <div className="grid gap-4 px-5 py-6 sm:px-7 sm:py-8">
            <p className="font-display text-2xl leading-tight font-medium text-balance">
              {preview.moduleTitle}
            </p>
            <div className="grid gap-2">
              {preview.blocks.map((block) => (
                <p
                  key={block.text}
                  className={
                    block.kind === 'heading' ? 'font-display text-lg font-semibold' : 'leading-relaxed'
                  }
                >
                  {block.text}
                </p>
              ))}
            </div>
          </div>
          <ol className="grid border-t border-line bg-sunken py-3 text-sm">
            {modules.map((module) => {
              const isDone = module.id < moduleId;
              const isOpen = module.id === moduleId;
              return (
                <li
                  key={module.id}
                  className={classNames(
                    'grid grid-cols-[1.75rem_minmax(0,1fr)] items-center gap-2 px-5 py-1.5 sm:px-7',
                    isOpen ? 'font-semibold' : 'text-muted',
                  )}
                >
                  <span
                    className={classNames(
                      'grid size-6 place-items-center rounded-full border text-xs tabular-nums',
                      isOpen ? 'border-accent bg-accent text-on-accent' : 'border-line-strong',
                    )}
                  >
                    {isDone ? <Check className="size-4" /> : module.id}
                  </span>
                  <span>{module.title}</span>
                </li>
              );
            })}
          </ol>
        </div>
      </div>
      <figcaption className="text-sm text-muted">{preview.caption}</figcaption>
    </figure>
  );
}
