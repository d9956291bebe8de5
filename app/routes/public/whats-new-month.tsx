import type { NewsEntry, NewsKind } from '#app/domain/learning/whats-new/months.server.ts';
import { Day } from '#app/ui/day.tsx';
import { Link } from '#app/ui/link.tsx';

const sections: readonly (readonly [NewsKind, string])[] = [
  ['field', 'Changed in the field'],
  ['corrected', 'Corrected by us'],
  ['added', 'Added by us'],
];

/** An address as people read it. */
const readable = (page: string) => page.replace(/^https:\/\/(www\.)?/, '').replace(/\/$/, '');

/** What a month brought, by kind. `level` is that of the sections' headings: below it stand the entries'. */
export function MonthEntries({ entries }: { entries: NewsEntry[] }) {
  return sections.map(([kind, title]) => {
    const shown = entries.filter((entry) => entry.kind === kind);
    if (shown.length === 0) return null;
    return (
      <section key={kind} aria-labelledby={kind} className="grid gap-2">
        <h2 id={kind} className="text-2xl">
          {title}
        </h2>
        <ol className="divide-y divide-line border-y border-line">
          {shown.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ol>
      </section>
    );
  });
}

function Entry({ entry: { id, on, title, text, links, page } }: { entry: NewsEntry }) {
  return (
    <li id={id} className="grid gap-2 py-6 md:grid-cols-[9rem_minmax(0,1fr)] md:gap-6">
      <p className="text-sm text-muted md:pt-1">
        <Day at={new Date(on)} />
      </p>
      <div className="grid gap-2">
        <h3 className="text-xl">{title}</h3>
        <p>{text}</p>
        {page ? (
          <p className="text-sm text-muted wrap-anywhere">
            Source:{' '}
            <a href={page} rel="external noopener" className="text-accent underline underline-offset-4">
              {readable(page)}
            </a>
          </p>
        ) : null}
        {links.length > 0 ? (
          <ul className="flex flex-wrap gap-x-6 text-sm">
            {links.map(({ to, label }) => (
              <li key={to}>
                <Link
                  to={to}
                  className="inline-flex min-h-9 items-center text-accent underline underline-offset-4"
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </li>
  );
}
