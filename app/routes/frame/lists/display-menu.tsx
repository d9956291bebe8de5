import type { ListDisplay } from '#app/routes/http/list-display.server.ts';
import { SubmitButton } from '#app/ui/button.tsx';
import { Chevron } from '#app/ui/icon.tsx';

const densities = [
  ['comfortable', 'Comfortable'],
  ['compact', 'Compact'],
] as const;

const choiceClass = 'flex min-h-9 items-center gap-2.5';

interface DisplayMenuProps {
  /** Where the form is posted, with the list's name. */
  action: string;
  list: string;
  /** Headings of the columns that can be hidden. */
  columns: readonly string[];
  display: ListDisplay;
  /** The list's address. */
  back: string;
  isOwnView?: boolean;
}

/** How a list is shown: its density and its columns, kept in the browser (P315), or in one's own view that is open. */
export function DisplayMenu({ action, list, columns, display, back, isOwnView = false }: DisplayMenuProps) {
  return (
    <details data-menu className="no-print group text-sm">
      <summary className="inline-flex min-h-9 items-center gap-1.5 rounded-control px-2 font-semibold text-accent hover:bg-sunken">
        Display <Chevron className="size-4" />
      </summary>
      <form
        method="post"
        action={action}
        className="absolute right-0 z-20 mt-1 grid w-64 max-w-[calc(100vw-2rem)] gap-4 rounded-card border border-line bg-surface p-4 shadow-float"
      >
        <input type="hidden" name="list" value={list} />
        <input type="hidden" name="back" value={back} />
        <fieldset className="grid">
          <legend className="mb-1 font-semibold">{isOwnView ? 'Density' : 'Density, in all lists'}</legend>
          {densities.map(([value, label]) => (
            <label key={value} className={choiceClass}>
              <input
                type="radio"
                name="density"
                value={value}
                defaultChecked={display.isCompact === (value === 'compact')}
                className="size-5 accent-accent"
              />
              {label}
            </label>
          ))}
        </fieldset>
        <fieldset className="grid">
          <legend className="mb-1 font-semibold">Columns</legend>
          {columns.map((label, index) => (
            <label key={label} className={choiceClass}>
              <input
                type="checkbox"
                name={`show_${index}`}
                defaultChecked={!display.hidden.includes(label)}
                className="size-5 accent-accent"
              />
              {label}
            </label>
          ))}
        </fieldset>
        <SubmitButton variant="secondary" pendingLabel="Saving...">
          {isOwnView ? 'Save in this view' : 'Save display'}
        </SubmitButton>
      </form>
    </details>
  );
}
