import type { ReactNode } from 'react';
import type { UserDetail } from '#app/domain/operating/users/user-detail.server.ts';
import { Part } from '#app/routes/admin/users/facts.tsx';
import { Moment } from '#app/ui/moment.tsx';

interface Line {
  id: string;
  text: ReactNode;
  at: Date;
}

function Lines({ lines, none }: { lines: readonly Line[]; none: string }) {
  if (lines.length === 0) return <p className="text-sm text-muted">{none}</p>;
  return (
    <ul className="rounded-card border border-line bg-surface">
      {lines.map(({ id, text, at }) => (
        <li
          key={id}
          className="flex flex-wrap justify-between gap-x-4 border-t border-line px-4 py-2 text-sm first:border-0"
        >
          <span className="min-w-0 wrap-anywhere">{text}</span>
          <span className="text-xs text-muted">
            <Moment at={at} />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** What somebody did: courses, where they are signed in, and the log of their account. */
export function UserHistory({ user }: { user: UserDetail }) {
  return (
    <div className="grid gap-6">
      <Part id="courses" title="Courses">
        <Lines
          none="None begun."
          lines={user.courses.map(({ slug, title, percentDone, lastUpdated }) => ({
            id: slug,
            text: `${title}: ${percentDone}%`,
            at: lastUpdated,
          }))}
        />
      </Part>
      <Part id="sessions" title="Signed in">
        <Lines
          none="Nowhere."
          lines={user.sessions.map(({ id, userAgent, lastUsedAt }) => ({
            id,
            text: userAgent ?? 'An unnamed browser',
            at: lastUsedAt,
          }))}
        />
      </Part>
      <Part id="activity" title="Activity">
        <Lines
          none="Nothing yet."
          lines={user.activity.map(({ id, sentence, createdAt }) => ({ id, text: sentence, at: createdAt }))}
        />
      </Part>
    </div>
  );
}
