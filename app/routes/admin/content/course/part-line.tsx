import type { ReactNode } from 'react';
import type { PartState } from '#app/domain/publishing/course-outline.server.ts';
import { editAddress } from '#app/routes/admin/content/piece-address.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Link } from '#app/ui/link.tsx';

const states: Record<PartState, { label: string; tone: 'neutral' | 'good' | 'warn' | 'accent' | 'danger' }> =
  {
    none: { label: 'None', tone: 'neutral' },
    draft: { label: 'Draft', tone: 'warn' },
    published: { label: 'Published', tone: 'good' },
    changed: { label: 'Changes to publish', tone: 'warn' },
    scheduled: { label: 'Scheduled', tone: 'accent' },
    archived: { label: 'Off the site', tone: 'neutral' },
  };

export const StateBadge = ({ state }: { state: PartState }) => (
  <Badge tone={states[state].tone}>{states[state].label}</Badge>
);

interface Props {
  label: string;
  /** What it is a part of, for those who hear the links alone. */
  of: string;
  path: string;
  state: PartState;
  /** Where it is begun, while there is none. */
  begin?: string | undefined;
  problems?: readonly string[] | undefined;
  children?: ReactNode;
}

/** A part of a course: what it is, how it stands, the way to its editor, and what keeps it from being published. */
export function PartLine({ label, of, path, state, begin, problems, children }: Props) {
  const isThere = state !== 'none';
  return (
    <li className="grid gap-1 border-t border-line py-2 first:border-t-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-28 font-semibold">{label}</span>
        <StateBadge state={state} />
        {children ? <span className="text-sm text-muted">{children}</span> : null}
        {isThere || begin ? (
          <Link
            to={isThere ? editAddress(path) : (begin ?? '')}
            className="link ml-auto inline-flex min-h-11 items-center text-sm"
          >
            {isThere ? 'Edit' : 'Add'}
            <span className="sr-only">
              {' '}
              {label.toLowerCase()} of {of}
            </span>
          </Link>
        ) : null}
      </div>
      <Problems problems={problems} />
    </li>
  );
}

/** What keeps a part from being published, beside it. */
export function Problems({ problems }: { problems: readonly string[] | undefined }) {
  if (!problems?.length) return null;
  return (
    <ul className="list-disc border-l-4 border-danger pl-6 text-sm text-danger">
      {problems.map((problem) => (
        <li key={problem} className="wrap-anywhere">
          {problem}
        </li>
      ))}
    </ul>
  );
}
