import type { SearchKind } from '#app/domain/site/search/documents.server.ts';
import type { MarkedPiece } from '#app/domain/site/search/highlights.ts';
import type { SearchResult } from '#app/domain/site/search/library-query.server.ts';
import { topicName } from '#app/routes/frame/topic-names.ts';
import { Lock } from '#app/ui/icon.tsx';
import { Link } from '#app/ui/link.tsx';

export const kindNames: Record<SearchKind, { one: string; many: string }> = {
  course: { one: 'Course', many: 'Courses' },
  module: { one: 'Lesson', many: 'Lessons' },
  guide: { one: 'Guide', many: 'Guides' },
  playbook: { one: 'Playbook', many: 'Playbooks' },
  calculator: { one: 'Calculator', many: 'Calculators' },
  series: { one: 'Series', many: 'Series' },
  letter: { one: 'Email course', many: 'Email course' },
  ebook: { one: 'Ebook', many: 'Ebook' },
  question: { one: 'Question', many: 'Questions' },
  legal: { one: 'Legal', many: 'Legal' },
  thread: { one: 'Community', many: 'Community' },
};

/** What search found, the best first. */
export function SearchResults({ results }: { results: SearchResult[] }) {
  return (
    <ol className="border-t border-line-strong">
      {results.map((result, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: questions of one group share an address, and the order is the answer
        <li key={`${result.path} ${index}`} className="grid grid-cols-1 gap-1.5 border-b border-line py-5">
          <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
            <span className="font-semibold text-accent">{kindNames[result.kind].one}</span>
            {result.place ? <span>{result.place}</span> : null}
            {result.topic && result.level ? (
              <span>
                {topicName(result.topic)}, {result.level}
              </span>
            ) : null}
            {result.isClosed ? (
              <span className="inline-flex items-center gap-1">
                <Lock className="size-4" /> Not open yet
              </span>
            ) : null}
            {result.isLocked ? (
              <span className="inline-flex items-center gap-1">
                <Lock className="size-4" /> For members
              </span>
            ) : null}
          </p>
          <h2 className="text-xl">
            <Link to={result.path} className="link">
              <Marked pieces={result.title} />
            </Link>
          </h2>
          <p className="wrap-anywhere">
            <Marked pieces={result.extract} />
          </p>
        </li>
      ))}
    </ol>
  );
}

function Marked({ pieces }: { pieces: MarkedPiece[] }) {
  return pieces.map(({ text, isHit }, index) =>
    isHit ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text, in its order
      <mark key={index} className="rounded-sm bg-marker px-0.5 text-ink">
        {text}
      </mark>
    ) : (
      text
    ),
  );
}
