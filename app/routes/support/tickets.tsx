import { readPlace } from '#app/domain/core/values/cursor.ts';
import { type ListedTicket, listTickets } from '#app/domain/talk/support/tickets.server.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { TicketState } from '#app/routes/frame/ticket-state.tsx';
import { memberContext } from '#app/routes/http/context.server.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Link } from '#app/ui/link.tsx';
import { ListWays, waysOf } from '#app/ui/list-pagination.tsx';
import { Moment } from '#app/ui/moment.tsx';
import type { Route } from './+types/tickets';

const path = '/support/tickets';

/** One's own tickets. One query. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const page = await listTickets(context.get(memberContext).id, readPlace(url.searchParams));
  return { rows: page.rows, ways: waysOf(path, url.search, page) };
}

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Your tickets')];

export default function Tickets({ loaderData: { rows, ways } }: Route.ComponentProps) {
  return (
    <div className="page page-narrow grid grid-cols-1 gap-8 py-8 sm:py-12">
      <header className="grid gap-6">
        <Breadcrumb crumbs={[{ to: '/support', label: 'Support' }]} current="Your tickets" />
        <div className="flex flex-wrap items-end justify-between gap-4">
          <h1>Your tickets</h1>
          {rows.length > 0 ? <ButtonLink to="/support#contact">Ask something new</ButtonLink> : null}
        </div>
      </header>
      {rows.length === 0 ? (
        <EmptyState title="You have no tickets yet">
          <p>Your questions to our team and their answers will show up here.</p>
          <ButtonLink to="/support#contact">Write to us</ButtonLink>
        </EmptyState>
      ) : (
        <ul className="border-t border-line">
          {rows.map((ticket) => (
            <Row key={ticket.number} ticket={ticket} />
          ))}
        </ul>
      )}
      <ListWays {...ways} />
    </div>
  );
}

function Row({ ticket: { number, subject, status, latestAt } }: { ticket: ListedTicket }) {
  return (
    <li className="grid gap-x-6 gap-y-1 border-b border-line py-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
      <div className="grid min-w-0">
        <Link to={`${path}/${number}`} className="link font-semibold wrap-anywhere">
          <bdi>{subject}</bdi>
        </Link>
        <p className="text-sm text-muted">
          Ticket {number}, last changed <Moment at={latestAt} />
        </p>
      </div>
      <p>
        <TicketState status={status} />
      </p>
    </li>
  );
}
