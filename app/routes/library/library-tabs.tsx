import { classNames } from '#app/ui/class-names.ts';
import { Link } from '#app/ui/link.tsx';

/** One of the lists, at an address of its own. */
interface Tab {
  label: string;
  to: string;
  isCurrent: boolean;
  /** How much there is; null where nothing is counted. */
  count: number | null;
}

/** The library's lists, of which one is shown, as links; on a phone a row to swipe, edge to edge, which opens at what is chosen. */
export function LibraryTabs({ tabs }: { tabs: readonly Tab[] }) {
  return (
    <nav aria-label="Library" className="no-print min-w-0">
      <ul className="swipe-row flex gap-x-6 border-b sm:flex-wrap border-line max-sm:gap-x-5">
        {tabs.map((tab) => (
          <li key={tab.to} className="shrink-0">
            <Link
              to={tab.to}
              aria-current={tab.isCurrent ? 'page' : undefined}
              className={classNames(
                '-mb-px inline-flex min-h-12 items-center gap-1.5 border-b-2 font-medium whitespace-nowrap no-underline',
                tab.isCurrent
                  ? 'border-accent font-semibold text-accent'
                  : 'border-transparent text-muted hover:border-line-strong hover:text-ink',
              )}
            >
              {tab.label}
              {tab.count === null ? null : (
                <span className="text-sm font-normal tabular-nums">{tab.count}</span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
