import { classNames } from '#app/ui/class-names.ts';
import { Link } from '#app/ui/link.tsx';

/** One way to narrow a list. */
interface FilterLink {
  label: string;
  /** Left out where counting would take longer than the list. */
  count?: number;
  to: string;
  isCurrent: boolean;
}

/** Ways to narrow a list, as links with how many pieces each leaves; on a phone they are one row to swipe, edge to edge. */
export function FilterLinks({ label, links }: { label: string; links: FilterLink[] }) {
  return (
    <nav aria-label={label} className="no-print min-w-0">
      <ul className="swipe-row flex gap-2 py-1 sm:flex-wrap">
        {links.map((link) => (
          <li key={link.label} className="shrink-0">
            <Link
              to={link.to}
              preventScrollReset
              aria-current={link.isCurrent ? 'true' : undefined}
              className={classNames(
                'inline-flex min-h-11 items-center gap-1.5 rounded-full border px-3.5 text-sm whitespace-nowrap no-underline',
                link.isCurrent
                  ? 'border-transparent bg-accent font-semibold text-on-accent'
                  : 'border-line-strong bg-surface hover:border-accent hover:text-accent',
              )}
            >
              {link.label}
              {link.count === undefined ? null : (
                <span className={classNames('tabular-nums', !link.isCurrent && 'text-muted')}>
                  {link.count}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
