import type { UserDetail } from '#app/domain/operating/users/user-detail.server.ts';
import { Part } from '#app/routes/admin/users/facts.tsx';
import { TicketState } from '#app/routes/frame/ticket-state.tsx';
import { Link } from '#app/ui/link.tsx';
import { Moment } from '#app/ui/moment.tsx';

/** What somebody has asked support. */
export function UserTickets({ tickets }: Pick<UserDetail, 'tickets'>) {
  return (
    <Part id="tickets" title="Tickets">
      {tickets.length === 0 ? (
        <p className="text-sm text-muted">None.</p>
      ) : (
        <ul className="rounded-card border border-line bg-surface">
          {tickets.map(({ number, subject, status, latestAt }) => (
            <li
              key={number}
              className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-t border-line px-4 py-2 text-sm first:border-0"
            >
              <span className="min-w-0 wrap-anywhere">
                <span className="text-muted tabular-nums">{number}</span>{' '}
                <Link to={`/admin/support/${number}`} className="link">
                  <bdi>{subject}</bdi>
                </Link>
              </span>
              <span className="flex items-baseline gap-3 text-xs text-muted">
                <TicketState status={status} />
                <Moment at={latestAt} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}
