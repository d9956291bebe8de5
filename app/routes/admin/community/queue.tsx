import { readPlace } from '#app/domain/core/values/cursor.ts';
import { listModerated } from '#app/domain/talk/community/moderation-list.server.ts';
import { type ModerationView, moderationViews } from '#app/domain/talk/community/moderation-views.ts';
import { allow } from '#app/routes/admin/access.server.ts';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { Badge } from '#app/ui/badge.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Link } from '#app/ui/link.tsx';
import { ListWays, waysOf } from '#app/ui/list-pagination.tsx';
import { Moment } from '#app/ui/moment.tsx';
import { Tabs } from '#app/ui/tabs.tsx';
import type { Route } from './+types/queue';

export const middleware: Route.MiddlewareFunction[] = [allow('community:read')];

const path = '/admin/community';

const hrefOf = (view: ModerationView) => (view === 'reported' ? path : `${path}?show=${view}`);

export async function loader({ url }: Route.LoaderArgs) {
  const view = moderationViews.find((name) => name === url.searchParams.get('show')) ?? 'reported';
  const { rows, ...beside } = await listModerated(view, readPlace(url.searchParams));
  return { view, rows, ways: waysOf(path, url.search, beside) };
}

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Community')];

const viewNames: Record<ModerationView, string> = {
  reported: 'Reported',
  removed: 'Removed',
  suspended: 'Suspended',
};

const emptyWords: Record<ModerationView, string> = {
  reported: 'No open reports',
  removed: 'No removed posts',
  suspended: 'No one is suspended',
};

export default function ModerationQueue({ loaderData: { view, rows, ways } }: Route.ComponentProps) {
  return (
    <div className="grid grid-cols-1 gap-5">
      <PageHeading title="Community">
        Posts members have reported, oldest first. We email the author when a post is removed or restored,
        with the reason.
      </PageHeading>
      <div className="swipe-row min-w-0 border-b border-line">
        <Tabs
          label="Posts"
          tabs={moderationViews.map((name) => ({
            label: viewNames[name],
            to: hrefOf(name),
            isCurrent: name === view,
          }))}
        />
      </div>
      {rows.length === 0 ? <EmptyState title={emptyWords[view]} /> : null}
      <ul className="grid grid-cols-1 gap-3">
        {rows.map(({ id, title, body, author, at, reportCount, reason }) => (
          <li key={id} className="grid gap-1.5 rounded-card border border-line bg-surface p-4 wrap-anywhere">
            <h2 className="font-sans text-base font-semibold">
              <Link to={`${path}/posts/${id}`} className="link">
                <bdi>{title}</bdi>
              </Link>
            </h2>
            <p className="line-clamp-2 text-sm">{body || 'Its words are deleted.'}</p>
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
              {reportCount > 0 ? (
                <Badge tone="warn">{reportCount === 1 ? '1 report' : `${reportCount} reports`}</Badge>
              ) : null}
              <bdi>{author ?? 'A former member'}</bdi>
              <Moment at={at} />
              {reason === null ? null : <span>{reason}</span>}
            </p>
          </li>
        ))}
      </ul>
      <ListWays {...ways} />
    </div>
  );
}
