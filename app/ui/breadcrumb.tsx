import { classNames } from '#app/ui/class-names.ts';
import { ArrowLeft } from '#app/ui/icon.tsx';
import { Link } from '#app/ui/link.tsx';

/** Where one is; the last crumb is the page itself. On a phone there is the way up alone, so that the text comes sooner. */
export function Breadcrumb({
  crumbs,
  current,
}: {
  crumbs: readonly { to: string; label: string }[];
  current: string;
}) {
  return (
    <nav aria-label="Breadcrumb" className="text-sm text-muted">
      <ol className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {crumbs.map((crumb, index) => (
          <li
            key={crumb.to}
            className={classNames('flex items-center gap-2', index < crumbs.length - 1 && 'max-sm:hidden')}
          >
            <ArrowLeft className="size-4 sm:hidden" />
            <Link
              to={crumb.to}
              className="-my-2 inline-block py-2 underline underline-offset-4 hover:text-accent"
            >
              <bdi className="wrap-anywhere">{crumb.label}</bdi>
            </Link>
            <span aria-hidden="true" className="max-sm:hidden">
              /
            </span>
          </li>
        ))}
        <li aria-current="page" className="min-w-0 text-ink wrap-anywhere max-sm:hidden">
          <bdi>{current}</bdi>
        </li>
      </ol>
    </nav>
  );
}
