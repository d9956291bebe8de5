import { readPlace } from '#app/domain/core/values/cursor.ts';
import {
  listUnmatched,
  type UnmatchedKind,
  type UnmatchedMail,
} from '#app/domain/talk/support/unmatched-mail.server.ts';
import { allow } from '#app/routes/admin/access.server.ts';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { unmatchedReasons } from '#app/routes/admin/support/unmatched-reasons.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { FilterLinks } from '#app/ui/filter-links.tsx';
import { Link } from '#app/ui/link.tsx';
import { ListWays, waysOf } from '#app/ui/list-pagination.tsx';
import { Moment } from '#app/ui/moment.tsx';
import type { Route } from './+types/unmatched-emails';

export const middleware: Route.MiddlewareFunction[] = [allow('tickets:read')];

const path = '/admin/support/unmatched';

/** One query. */
export async function loader({ url }: Route.LoaderArgs) {
  const kind: UnmatchedKind = url.searchParams.get('show') === 'automatic' ? 'automatic' : 'waiting';
  const { rows, ...beside } = await listUnmatched(readPlace(url.searchParams), kind);
  return { rows, kind, ways: waysOf(path, url.search, beside) };
}

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Unmatched emails')];

const words = {
  waiting: {
    intro:
      'Emails to the reply address that match no ticket. Add each to a ticket, open a ticket from it, or delete it. The sender may be forged. We delete them after 90 days.',
    empty: { title: 'No unmatched emails', text: 'Every email matched a ticket.' },
  },
  automatic: {
    intro:
      'Out-of-office notes, bounces and our own emails that came back. Nobody needs to read them; they are here in case one was written by a person. Deleted after 14 days.',
    empty: { title: 'No automatic email', text: 'None came in the last 14 days.' },
  },
} as const;

export default function Unmatched({ loaderData: { rows, kind, ways } }: Route.ComponentProps) {
  const { intro, empty } = words[kind];
  return (
    <div className="grid max-w-4xl grid-cols-1 gap-5">
      <Breadcrumb crumbs={[{ to: '/admin/support', label: 'Support inbox' }]} current="Unmatched emails" />
      <PageHeading title="Unmatched emails">{intro}</PageHeading>
      <FilterLinks
        label="Which emails"
        links={[
          { label: 'Waiting', to: path, isCurrent: kind === 'waiting' },
          { label: 'Automatic', to: `${path}?show=automatic`, isCurrent: kind === 'automatic' },
        ]}
      />
      {rows.length === 0 ? (
        <EmptyState title={empty.title}>{empty.text}</EmptyState>
      ) : (
        <ul className="grid grid-cols-1 gap-4">
          {rows.map((mail) => (
            <Mail key={mail.id} mail={mail} />
          ))}
        </ul>
      )}
      <ListWays {...ways} />
    </div>
  );
}

function Mail({
  mail: { id, fromAddress, fromName, subject, body, reason, files, createdAt },
}: {
  mail: UnmatchedMail;
}) {
  return (
    <li className="grid grid-cols-1 gap-2 rounded-card border border-line bg-surface px-4 py-4 sm:px-5">
      <div className="grid gap-1">
        <h2 className="text-lg wrap-anywhere" dir="auto">
          <Link to={`${path}/${id}`} className="link">
            {subject || 'Email without a subject'}
          </Link>
        </h2>
        <p className="text-sm text-muted wrap-anywhere">
          {fromName ? (
            <>
              <bdi>{fromName}</bdi>,{' '}
            </>
          ) : null}
          {fromAddress || 'no sender'}, <Moment at={createdAt} />
          {files > 0 ? `, ${files} ${files === 1 ? 'file' : 'files'}` : ''}
        </p>
        {reason === 'automatic' ? null : (
          <p className="text-sm text-warn">{unmatchedReasons[reason] ?? reason}</p>
        )}
      </div>
      <p className="line-clamp-3 wrap-anywhere" dir="auto">
        {body}
      </p>
    </li>
  );
}
