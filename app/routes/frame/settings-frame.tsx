import type { ReactNode } from 'react';
import { classNames } from '#app/ui/class-names.ts';
import { Chevron } from '#app/ui/icon.tsx';
import { Link } from '#app/ui/link.tsx';

interface SettingsLink {
  to: string;
  label: string;
}

/** The entry of a list that a page belongs to: the longest address that it is at or below. */
const settingOf = (links: readonly SettingsLink[], pathname: string): SettingsLink | undefined =>
  links
    .filter(({ to }) => pathname === to || pathname.startsWith(`${to}/`))
    .toSorted((one, other) => other.to.length - one.to.length)[0];

/** The list of settings: beside the page on wide screens (`list`), or one line above it that opens (`menu`). */
export function SettingsNav({
  links,
  pathname,
  look,
}: {
  links: readonly SettingsLink[];
  pathname: string;
  look: 'list' | 'menu';
}) {
  const current = settingOf(links, pathname);
  const list = (
    <ul className="grid text-sm">
      {links.map(({ to, label }) => (
        <li key={to}>
          <Link
            to={to}
            aria-current={to === current?.to ? 'page' : undefined}
            className={classNames(
              'flex min-h-11 items-center rounded-control px-3 no-underline',
              look === 'list' && 'lg:min-h-9',
              to === current?.to ? 'bg-accent-soft font-semibold text-accent-strong' : 'hover:bg-sunken',
            )}
          >
            {label}
          </Link>
        </li>
      ))}
    </ul>
  );
  if (look === 'list')
    return (
      <div className="sticky top-4 grid gap-2">
        <p className="px-3 text-sm font-semibold text-muted">Settings</p>
        {list}
      </div>
    );
  return (
    <details className="group rounded-card border border-line bg-surface">
      <summary className="flex min-h-11 items-center justify-between gap-3 px-4 font-semibold">
        <span className="min-w-0 wrap-anywhere">
          <span className="font-normal text-muted">Settings: </span>
          {current?.label ?? 'all'}
        </span>
        <Chevron />
      </summary>
      <div className="border-t border-line p-2">{list}</div>
    </details>
  );
}

/** The list of settings as a place that screen readers find; a page has it once to see and once not. */
export function SettingsNavigation({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <nav aria-label="Settings" className={classNames('no-print', className)}>
      {children}
    </nav>
  );
}
