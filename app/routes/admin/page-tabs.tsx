import { classNames } from '#app/ui/class-names.ts';
import { Link } from '#app/ui/link.tsx';

/** A page of several that belong together, and how much waits on it, if anything. */
interface PageTab {
  to: string;
  label: string;
  isCurrent: boolean;
  waiting?: string | null;
}

/** The way between pages that belong together. */
export function PageTabs({ label, tabs }: { label: string; tabs: readonly PageTab[] }) {
  return (
    <nav aria-label={label} className="no-print min-w-0 border-b border-line">
      <ul className="swipe-row flex gap-1 sm:flex-wrap">
        {tabs.map(({ to, label: name, isCurrent, waiting }) => (
          <li key={to} className="shrink-0">
            <Link
              to={to}
              aria-current={isCurrent ? 'page' : undefined}
              className={classNames(
                // What is read aloud of it alone stays within it.
                'relative inline-flex min-h-11 items-center gap-1.5 border-b-2 px-3 text-sm no-underline lg:min-h-9',
                isCurrent
                  ? 'border-accent font-semibold text-accent'
                  : 'border-transparent hover:text-accent',
              )}
            >
              {name}
              {waiting ? (
                <span className="rounded-full bg-warn-soft px-1.5 text-xs font-semibold text-warn tabular-nums">
                  {waiting}
                  <span className="sr-only"> waiting</span>
                </span>
              ) : null}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
