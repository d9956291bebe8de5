import { href } from 'react-router';
import type { KeptResult } from '#app/domain/learning/calculators/saved-results.server.ts';
import { SubmitButton } from '#app/ui/button.tsx';
import { Link } from '#app/ui/link.tsx';

/** What is said once a result was to be removed: a second press finds none. */
export const wordsOfRemoval = (isRemoved: boolean): string =>
  isRemoved ? 'The result is removed.' : 'That result is no longer in your list.';

/** The results that a member keeps, each with its figure, a link to its numbers, and a button that removes it. */
export function KeptResults({
  title,
  results,
  action,
}: {
  title: string;
  results: readonly KeptResult[];
  /** The page the list stands on, which takes the form that removes one. */
  action: string;
}) {
  return (
    <section aria-labelledby="kept" className="grid grid-cols-1 gap-3">
      <h2 id="kept" className="text-2xl">
        {title}
      </h2>
      <ul className="max-w-4xl border-t border-line">
        {results.map(({ id, name, slug, title: calculator, query, label, figure }) => (
          <li
            key={id}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-b border-line py-3"
          >
            <div className="grid gap-0.5">
              <Link
                to={`${href('/calculators/:calculatorSlug', { calculatorSlug: slug })}?${query}`}
                className="link inline-flex min-h-8 items-center justify-self-start font-semibold wrap-anywhere"
              >
                <bdi>{name}</bdi>
              </Link>
              <p className="text-sm text-muted wrap-anywhere">
                {calculator}. {label}: <span className="font-semibold text-ink tabular-nums">{figure}</span>
              </p>
            </div>
            <form method="post" action={action} className="no-print">
              <input type="hidden" name="id" value={id} />
              <SubmitButton
                variant="quiet"
                intent="remove"
                pendingLabel="Removing..."
                aria-label={`Remove ${name}`}
              >
                Remove
              </SubmitButton>
            </form>
          </li>
        ))}
      </ul>
    </section>
  );
}
