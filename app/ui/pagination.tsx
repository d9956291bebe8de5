import { buttonClass } from '#app/ui/button.tsx';
import { Link } from '#app/ui/link.tsx';

/** Previous and next as links; `hrefOf` gives the address of a page, counted from 1. */
export function Pagination({
  page,
  pageCount,
  hrefOf,
}: {
  page: number;
  pageCount: number;
  hrefOf(page: number): string;
}) {
  if (pageCount <= 1) return null;
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-between gap-3">
      {page > 1 ? (
        <Link to={hrefOf(page - 1)} rel="prev" className={buttonClass('secondary')}>
          Previous
        </Link>
      ) : (
        <span />
      )}
      <p className="text-sm text-muted tabular-nums">
        Page {page} of {pageCount}
      </p>
      {page < pageCount ? (
        <Link to={hrefOf(page + 1)} rel="next" className={buttonClass('secondary')}>
          Next
        </Link>
      ) : (
        <span />
      )}
    </nav>
  );
}
