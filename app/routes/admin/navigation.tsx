import { useLocation } from 'react-router';
import type { Section } from '#app/routes/admin/sections.ts';
import { isWithin, matchedPath } from '#app/routes/frame/current-section.ts';
import { classNames } from '#app/ui/class-names.ts';
import { Chevron } from '#app/ui/icon.tsx';
import { Link } from '#app/ui/link.tsx';

/** Groups of pages, as the layout's loader leaves them to who asks. */
type NavigationGroups = readonly {
  title: string;
  sections: readonly Pick<Section, 'to' | 'label'>[];
}[];

/** Whether a page is, or stands below, one of the navigation. */
const isCurrent = (pathname: string, to: string) =>
  to === '/admin' ? matchedPath(pathname) === to : isWithin(pathname, to);

/** The admin area's pages: beside the page on a desk, a disclosure above it on a phone. */
export function AdminNavigation({ groups }: { groups: NavigationGroups }) {
  const { pathname } = useLocation();
  const current = groups.flatMap(({ sections }) => sections).find(({ to }) => isCurrent(pathname, to));
  const list = (
    <ul className="grid gap-4">
      {groups.map(({ title, sections }) => (
        <li key={title} className="grid gap-1">
          <p className="px-3 text-xs font-semibold text-muted">{title}</p>
          <ul className="grid">
            {sections.map(({ to, label }) => (
              <li key={to}>
                <Link
                  to={to}
                  aria-current={isCurrent(pathname, to) ? 'page' : undefined}
                  className={classNames(
                    'flex min-h-11 items-center rounded-control px-3 text-sm no-underline lg:min-h-9',
                    isCurrent(pathname, to)
                      ? 'bg-accent-soft font-semibold text-accent'
                      : 'hover:bg-sunken hover:text-accent',
                  )}
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
  return (
    <>
      <nav aria-label="Admin" className="no-print hidden @min-[62rem]:block">
        <div className="sticky top-4">
          {/* "Skip to content" leads to before the menu. */}
          <a
            href="#page"
            className="sr-only focus:not-sr-only focus:mb-2 focus:block focus:rounded-control focus:bg-accent focus:px-3 focus:py-2 focus:text-sm focus:text-on-accent"
          >
            Skip the menu
          </a>
          {list}
        </div>
      </nav>
      <nav aria-label="Admin" className="no-print @min-[62rem]:hidden">
        <details className="group rounded-card border border-line bg-surface">
          <summary className="flex min-h-11 items-center justify-between gap-3 px-4 font-semibold">
            <span className="min-w-0 wrap-anywhere">
              <span className="font-normal text-muted">Admin: </span>
              {current?.label ?? 'menu'}
            </span>
            <Chevron />
          </summary>
          <div className="border-t border-line p-2">{list}</div>
        </details>
      </nav>
    </>
  );
}
