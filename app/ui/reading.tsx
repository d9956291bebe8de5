import type { ReactNode } from 'react';
import { Chevron, Clock } from '#app/ui/icon.tsx';

// What stands around a long text. The text's own looks are in prose.css.

interface Heading {
  id: string;
  text: string;
}

const label = 'On this page';

/** Fewer headings than this need no list. */
const fewest = 2;

/** How long a text takes to read, in minutes. */
export function ReadingTime({ minutes }: { minutes: number }) {
  return (
    <p className="inline-flex items-center gap-1.5 text-sm text-muted">
      <Clock /> {minutes} min to read
    </p>
  );
}

/** The headings of a text, each as a link to its place. */
export function HeadingLinks({ headings }: { headings: readonly Heading[] }) {
  return (
    <ul className="grid">
      {headings.map((heading) => (
        <li key={heading.id}>
          <a
            href={`#${heading.id}`}
            className="inline-flex min-h-8 items-center py-1 leading-snug text-muted no-underline hover:text-accent hover:underline"
          >
            {heading.text}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** The headings of a text, above it and folded: for screens too narrow for a list beside it. */
export function Contents({ headings }: { headings: readonly Heading[] }) {
  if (headings.length < fewest) return null;
  return (
    <nav aria-label={label} className="no-print lg:hidden">
      <details className="rounded-card border border-line bg-surface">
        <summary className="flex min-h-12 items-center justify-between gap-4 px-4 font-semibold">
          {label} <Chevron className="size-4" />
        </summary>
        <div className="border-t border-line px-4 py-2">
          <HeadingLinks headings={headings} />
        </div>
      </details>
    </nav>
  );
}

/** The headings of a text in a column that stays in sight beside it, with what else belongs there below them. */
export function ContentsAside({
  headings,
  label: asideLabel = 'About this page',
  children,
}: {
  headings: readonly Heading[];
  label?: string;
  children?: ReactNode;
}) {
  const isListed = headings.length >= fewest;
  if (!isListed && !children) return null;
  return (
    <aside aria-label={asideLabel} className={`reading-aside no-print ${children ? '' : 'max-lg:hidden'}`}>
      {isListed ? (
        <nav aria-label={label} className="grid gap-1 max-lg:hidden">
          <p className="font-semibold">{label}</p>
          <HeadingLinks headings={headings} />
        </nav>
      ) : null}
      {children}
    </aside>
  );
}
