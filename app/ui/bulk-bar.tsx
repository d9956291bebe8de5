import type { ReactNode } from 'react';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { bulkFormId } from '#app/ui/row-fields.ts';

/** What a list has in all, by its filter. */
interface MatchCount {
  count: number;
  /** Whether there are more: a long list is counted up to a number. */
  isMore: boolean;
}

/** "1,204 tickets", "10,000+ tickets". */
export function matchText({ count, isMore }: MatchCount, [one, many]: readonly [string, string]): string {
  return `${count.toLocaleString('en-US')}${isMore ? '+' : ''} ${count === 1 ? one : many}`;
}

interface BulkBarProps {
  /** How the form is sent: where its buttons lead to pages that show what they would do, `get`. */
  method?: 'get' | 'post';
  /** The list's address with its filter: what is done to all that match is done by it. */
  action: string;
  nouns: readonly [one: string, many: string];
  /** How many match; null where nothing can be done to all of them. */
  matching: MatchCount | null;
  /** What all that match come to, as money; null where that means nothing or is not known. */
  total?: string | null;
  /** How many of them stand on this page. */
  shownCount: number;
  /** Whether all that match are chosen already, as in a form that was refused. */
  isAll: boolean;
  /** Why the form was refused. */
  errors?: readonly string[] | undefined;
  /** Buttons, and the fields they need. */
  children: ReactNode;
}

/**
 * What can be done with the rows of a table that are ticked, or with all that match its filter. It stays in sight as soon as a box is
 * ticked, and counts them, without scripts (data-table.css); with scripts the count is announced.
 */
export function BulkBar({
  method = 'post',
  action,
  nouns,
  matching,
  total = null,
  shownCount,
  isAll,
  errors,
  children,
}: BulkBarProps) {
  const offersAll = matching !== null && (matching.count > shownCount || matching.isMore);
  return (
    <section aria-label="Bulk actions" className="bulk-bar no-print">
      <form
        id={bulkFormId}
        method={method}
        action={action}
        className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm *:min-w-0"
      >
        <FormErrors id={`${bulkFormId}-error`} errors={errors} />
        <div className="flex min-h-11 flex-wrap items-center gap-x-4">
          <p className="bulk-count">
            <span className="bulk-hint">Select {nouns[1]} to change several at once.</span>
          </p>
          <p role="status" data-selected-count className="sr-only" />
          {offersAll ? (
            <label className="flex min-h-11 items-center gap-2">
              <input
                type="checkbox"
                name="all"
                value="yes"
                defaultChecked={isAll}
                className="bulk-all size-5 accent-accent"
              />
              All {matchText(matching, nouns)} that match{total ? `, ${total}` : ''}
            </label>
          ) : null}
          {matching ? <input type="hidden" name="matching" value={matching.count} /> : null}
        </div>
        {/* On a phone two beside each other, or one below the other where letters are large: all of them are in sight. */}
        <div className="grid w-full grid-cols-[repeat(auto-fill,minmax(min(6.75rem,100%),1fr))] items-center gap-2 *:max-sm:w-full *:max-sm:min-w-0 sm:flex sm:w-auto sm:flex-wrap">
          {children}
        </div>
      </form>
    </section>
  );
}
