import { Link } from 'react-router';

/** Where one is; the last crumb is the page itself. */
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
        {crumbs.map((crumb) => (
          <li key={crumb.to} className="flex items-center gap-2">
            <Link
              to={crumb.to}
              className="-my-2 inline-block py-2 underline underline-offset-4 hover:text-accent"
            >
              {crumb.label}
            </Link>
            <span aria-hidden="true">/</span>
          </li>
        ))}
        <li aria-current="page" className="text-ink">
          {current}
        </li>
      </ol>
    </nav>
  );
}
