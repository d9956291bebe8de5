import { useLocation } from 'react-router';
import { viewParameter } from '#app/routes/admin/lists/view-queries.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { Link } from '#app/ui/link.tsx';

/** The end of a form that narrows a list, with the way back to all of it at `path` where it is narrowed. */
export function FilterButtons({
  path,
  isNarrowed,
  label = 'Filter',
  clearLabel = 'Show all',
}: {
  path: string;
  isNarrowed: boolean;
  label?: string;
  clearLabel?: string;
}) {
  const view = new URLSearchParams(useLocation().search).get(viewParameter);
  return (
    <div className="flex flex-wrap gap-2">
      {/* What is changed in a view can be saved in it. */}
      {view ? <input type="hidden" name={viewParameter} value={view} /> : null}
      <Button type="submit" variant="secondary">
        {label}
      </Button>
      {isNarrowed ? (
        <Link to={path} className={buttonClass('quiet')}>
          {clearLabel}
        </Link>
      ) : null}
    </div>
  );
}
