import { classNames } from '#app/ui/class-names.ts';
import { Link } from '#app/ui/link.tsx';

/** Lists of which one is shown at a time, as links; they stand on the line of what is around them. */
export function Tabs({
  label,
  tabs,
}: {
  label: string;
  tabs: readonly { label: string; to: string; isCurrent: boolean; count?: number }[];
}) {
  return (
    <nav aria-label={label} className="min-w-0">
      <ul className="flex gap-x-1 sm:flex-wrap">
        {tabs.map((tab) => (
          <li key={tab.to}>
            <Link
              to={tab.to}
              aria-current={tab.isCurrent ? 'page' : undefined}
              className={classNames(
                '-mb-px inline-flex min-h-11 items-center gap-2 border-b-2 px-3 text-sm font-semibold whitespace-nowrap no-underline',
                tab.isCurrent
                  ? 'border-accent text-accent'
                  : 'border-transparent text-muted hover:text-accent',
              )}
            >
              {tab.label}
              {tab.count ? (
                <span className="rounded-full bg-accent px-2 py-0.5 text-xs text-on-accent tabular-nums">
                  {tab.count > 99 ? '99+' : tab.count}
                </span>
              ) : null}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
