import { href } from 'react-router';
import { MembershipNeeded } from '#app/routes/frame/membership-needed.tsx';
import { type PageWatchable, Watch } from '#app/routes/frame/watch.tsx';
import type { WayIn } from '#app/routes/frame/way-in.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { Lock } from '#app/ui/icon.tsx';
import { Link } from '#app/ui/link.tsx';

interface ModulePickerProps {
  courseSlug: string;
  modules: { id: number; number: number; title: string }[];
  /** The module the address names, if any; without what is watched for who may not. */
  selected: {
    id: number;
    title: string;
    description: string;
    /** Not open yet, by the release schedule of the course. */
    isClosed: boolean;
    watchable: PageWatchable | null;
  } | null;
  way: WayIn;
}

/** A row of modules; the one chosen is kept in the address, so that it works without scripts and can be sent on. */
export function ModulePicker({ courseSlug, modules, selected, way }: ModulePickerProps) {
  return (
    <section aria-labelledby="modules" className="grid gap-5">
      <h2 id="modules" className="text-2xl">
        Modules
      </h2>
      <ul className="grid gap-2.5 sm:grid-cols-2">
        {modules.map(({ id, number, title }) => {
          const isSelected = id === selected?.id;
          return (
            <li key={id}>
              <Link
                to={`?module=${id}#modules`}
                preventScrollReset
                aria-current={isSelected ? 'true' : undefined}
                className={`${buttonClass(isSelected ? 'primary' : 'secondary')} w-full`}
              >
                <span className="grow text-left">
                  Module {number}: {title}
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
      {selected ? (
        <section aria-labelledby="module" className="grid gap-4">
          {selected.watchable ? (
            <Watch key={selected.id} watchable={selected.watchable} />
          ) : selected.isClosed ? (
            <p className="flex items-center gap-2 font-semibold">
              <Lock /> This module isn't open yet
            </p>
          ) : (
            <MembershipNeeded way={way} piece="lesson" />
          )}
          <h3 id="module" className="text-xl">
            {selected.title}
          </h3>
          <p className="max-w-prose text-muted">{selected.description}</p>
          <p>
            <Link
              className="link"
              to={href('/courses/:courseSlug/:moduleSegment', {
                courseSlug,
                moduleSegment: `module-${selected.id}`,
              })}
            >
              Read the written lesson
            </Link>
          </p>
        </section>
      ) : null}
    </section>
  );
}
