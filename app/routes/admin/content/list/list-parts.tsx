import { StateBadge } from '#app/routes/admin/content/course/part-line.tsx';
import { pieceAddress } from '#app/routes/admin/content/piece-address.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Link } from '#app/ui/link.tsx';
import { Notice } from '#app/ui/notice.tsx';

// What the page of a quiz and that of a deck have in common: each edits a file as a list of items.

/** The ways to the file behind the list. */
export function FileLinks({ file }: { file: string }) {
  return (
    <>
      <ButtonLink variant="secondary" to={pieceAddress(file)}>
        Edit as text
      </ButtonLink>
      <ButtonLink variant="secondary" to={pieceAddress(file, 'history')}>
        History
      </ButtonLink>
    </>
  );
}

/** How the draft stands, and how many items it has. */
export function ListState({
  state,
  count,
  noun,
}: {
  state: Parameters<typeof StateBadge>[0]['state'];
  count: number;
  /** What an item is: "slide". */
  noun: string;
}) {
  return (
    <p className="flex flex-wrap items-center gap-3">
      <StateBadge state={state} />
      <span className="text-sm text-muted">
        {count} {count === 1 ? noun : `${noun}s`}
      </span>
    </p>
  );
}

/** Says that a file is not what its list needs, with the way to mend it. */
export function UnreadableFile({ file, title, problem }: { file: string; title: string; problem: string }) {
  return (
    <Notice tone="error">
      <p className="font-semibold">{title}</p>
      <p className="wrap-anywhere">{problem}</p>
      <Link to={pieceAddress(file)} className="link">
        Edit it as text
      </Link>
    </Notice>
  );
}

/** The kinds of item that can be added, each with the way to its form. */
export function AddItem({
  title,
  kinds,
  columns = 'sm:grid-cols-2',
}: {
  title: string;
  kinds: readonly { to: string; label: string; text: string }[];
  columns?: string;
}) {
  return (
    <Card className="grid grid-cols-1 gap-3">
      <h3 className="text-lg">{title}</h3>
      <ul className={`grid gap-x-6 gap-y-3 ${columns}`}>
        {kinds.map(({ to, label, text }) => (
          <li key={to} className="grid content-start justify-items-start gap-1">
            <ButtonLink variant="secondary" to={to}>
              {label}
            </ButtonLink>
            <span className="text-sm text-muted">{text}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
