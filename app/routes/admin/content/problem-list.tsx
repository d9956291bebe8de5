import type { Advice } from '#app/domain/publishing/advice.server.ts';
import { Notice } from '#app/ui/notice.tsx';

/** What the check has found, if anything. */
export function ProblemList({ problems }: { problems: readonly string[] }) {
  if (problems.length === 0)
    return (
      <Notice tone="success" live>
        The check found nothing: it can be published.
      </Notice>
    );
  return (
    <Notice tone="error" live>
      <p className="font-semibold">
        {problems.length === 1 ? 'One thing keeps' : `${problems.length} things keep`} this from being
        published:
      </p>
      <Lines lines={problems} />
    </Notice>
  );
}

/** What is worth a look before publishing, if anything: it keeps nothing from it. */
export function AdviceList({ advice: { spelling, repetitions, library, headings } }: { advice: Advice }) {
  if (spelling?.length === 0 && repetitions.length + library.length + headings.length === 0) return null;
  return (
    <Notice tone="info">
      <p className="font-semibold">Worth a look; it can be published as it is.</p>
      {spelling === null ? (
        <p className="mt-1">
          The spelling was not checked, because the checker is busy. Check again in a minute.
        </p>
      ) : null}
      {spelling && spelling.length > 0 ? (
        <p className="mt-1 wrap-anywhere">Words that aren’t in the dictionary: {spelling.join(', ')}.</p>
      ) : null}
      {headings.length > 0 ? (
        <p className="mt-1 wrap-anywhere">
          The quiz of the course leads to headings that are not here, so edit it next: {headings.join(', ')}.
        </p>
      ) : null}
      {library.length > 0 ? <Lines lines={library} /> : null}
      {repetitions.length > 0 ? <Lines lines={repetitions} /> : null}
    </Notice>
  );
}

const Lines = ({ lines }: { lines: readonly string[] }) => (
  <ul className="mt-1 list-disc pl-5">
    {lines.map((line) => (
      <li key={line} className="wrap-anywhere">
        {line}
      </li>
    ))}
  </ul>
);
