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
      <ul className="mt-1 list-disc pl-5">
        {problems.map((problem) => (
          <li key={problem} className="wrap-anywhere">
            {problem}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
