import { classNames } from '#app/ui/class-names.ts';
import { Chevron } from '#app/ui/icon.tsx';
import { Link } from '#app/ui/link.tsx';

/** A choice of one, folded: a disclosure of links, so that it opens without scripts. On a phone one that stands on the left `opensRight`. */
export function LinkMenu({
  label,
  links,
  opensRight = false,
}: {
  label: string;
  links: readonly { label: string; to: string; isCurrent: boolean }[];
  opensRight?: boolean;
}) {
  return (
    <details data-menu className="relative text-sm">
      <summary className="flex min-h-11 flex-wrap items-center gap-x-1.5 rounded-control px-3 hover:bg-sunken">
        <span className="text-muted">{label}:</span>
        <span className="font-semibold">{links.find(({ isCurrent }) => isCurrent)?.label}</span>
        <Chevron className="size-4" />
      </summary>
      <ul
        className={classNames(
          'absolute right-0 z-20 mt-1 w-48 max-w-[75vw] rounded-card border border-line bg-surface p-2 shadow-float',
          opensRight && 'max-sm:right-auto max-sm:left-0',
        )}
      >
        {links.map((link) => (
          <li key={link.label}>
            <Link
              to={link.to}
              aria-current={link.isCurrent ? 'true' : undefined}
              className={classNames(
                'flex min-h-11 items-center rounded-control px-3 no-underline hover:bg-sunken',
                link.isCurrent && 'font-semibold text-accent',
              )}
            >
              {link.label}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  );
}
