import { redirect } from 'react-router';
import { z } from 'zod';
import {
  type ListedNotification,
  listNotifications,
  readAllNotifications,
  readNotification,
} from '#app/domain/core/notifications/list.server.ts';
import { readPlace } from '#app/domain/core/values/cursor.ts';
import { now } from '#app/platform/clock.server.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { readAction } from '#app/routes/http/form-action.server.ts';
import { readForm } from '#app/routes/http/request-body.server.ts';
import { SubmitButton } from '#app/ui/button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Link } from '#app/ui/link.tsx';
import { ListWays, waysOf } from '#app/ui/list-pagination.tsx';
import { Moment } from '#app/ui/moment.tsx';
import { Tabs } from '#app/ui/tabs.tsx';
import type { Route } from './+types/notifications';

const path = '/notifications';

export async function loader({ url, context }: Route.LoaderArgs) {
  const viewer = context.get(memberContext);
  const tab = url.searchParams.get('show') === 'unread' ? ('unread' as const) : ('all' as const);
  const { rows, ...beside } = await listNotifications(viewer.id, tab, readPlace(url.searchParams));
  return {
    rows,
    tab,
    unreadCount: viewer.unreadCount ?? 0,
    ways: waysOf(path, url.search, beside),
    // What comes while one looks at the page has not been seen.
    seenAt: now().getTime(),
  };
}

const schema = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('open'), id: z.uuid() }),
  z.object({ intent: z.literal('read'), id: z.uuid() }),
  z.object({ intent: z.literal('read_all'), seen_at: z.coerce.number().int().min(0).max(8.64e15) }),
]);

/** Opens what a notification leads to, which reads it, or marks one or all as read. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const { id: userId } = context.get(memberContext);
  const pressed = readAction(await readForm(request), schema);
  const back = `${path}${url.search}`;
  if (pressed.intent === 'read_all') {
    await readAllNotifications(userId, new Date(pressed.seen_at));
    return redirectWithFlash(path, 'All are marked as read.');
  }
  const leadsTo = await readNotification(userId, pressed.id);
  if (leadsTo === null) return redirectWithFlash(path, 'That notification no longer exists.', 'error');
  return pressed.intent === 'open' ? redirect(leadsTo, 303) : redirectWithFlash(back, 'Marked as read.');
}

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Notifications')];

export default function Notifications({ loaderData }: Route.ComponentProps) {
  const { rows, tab, unreadCount, ways, seenAt } = loaderData;
  return (
    <div className="page page-narrow grid grid-cols-1 gap-6 py-8 sm:py-12">
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <h1>Notifications</h1>
        <Link to={`${path}/settings`} className="link inline-flex min-h-11 items-center text-sm">
          Notification settings
        </Link>
      </header>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b border-line">
        <Tabs
          label="Notifications"
          tabs={[
            { label: 'All', to: path, isCurrent: tab === 'all' },
            {
              label: 'Unread',
              to: `${path}?show=unread`,
              isCurrent: tab === 'unread',
              count: unreadCount,
            },
          ]}
        />
        {unreadCount > 0 ? (
          <form method="post" action={path} className="max-sm:-ml-4">
            <input type="hidden" name="seen_at" value={seenAt} />
            <SubmitButton variant="quiet" intent="read_all" pendingLabel="Marking...">
              Mark all as read
            </SubmitButton>
          </form>
        ) : null}
      </div>
      {rows.length === 0 ? <Nothing tab={tab} isFirst={ways.first === null} /> : null}
      {rows.length > 0 ? (
        <ul className="grid grid-cols-1 overflow-hidden rounded-card border border-line bg-surface">
          {rows.map((row) => (
            <Row key={row.id} row={row} />
          ))}
        </ul>
      ) : null}
      <ListWays {...ways} />
    </div>
  );
}

function Row({ row: { id, kind, text, isRead, createdAt } }: { row: ListedNotification }) {
  return (
    <li
      className={classNames(
        'flex items-start gap-3 border-line px-4 py-2 not-first:border-t sm:px-5',
        !isRead && 'bg-accent-soft',
      )}
    >
      <form method="post" className="min-w-0 grow">
        <input type="hidden" name="id" value={id} />
        <button
          type="submit"
          name="intent"
          value="open"
          className="grid min-h-11 w-full cursor-pointer content-center gap-1 rounded-control py-1.5 text-start hover:text-accent"
        >
          <span dir="auto" className={classNames('wrap-anywhere', !isRead && 'font-semibold')}>
            {isRead ? null : <span className="sr-only">Unread: </span>}
            {text}
          </span>
          <span className="flex flex-wrap items-center gap-x-3 text-xs text-muted">
            <span>{kind}</span>
            <Moment at={createdAt} isRelative />
          </span>
        </button>
      </form>
      {isRead ? null : (
        <form method="post" className="shrink-0">
          <input type="hidden" name="id" value={id} />
          <button
            type="submit"
            name="intent"
            value="read"
            className="grid size-11 cursor-pointer place-items-center rounded-full hover:bg-sunken"
          >
            <span aria-hidden="true" className="size-2.5 rounded-full bg-accent" />
            <span className="sr-only">
              Mark as read: <bdi>{text}</bdi>
            </span>
          </button>
        </form>
      )}
    </li>
  );
}

function Nothing({ tab, isFirst }: { tab: 'all' | 'unread'; isFirst: boolean }) {
  if (!isFirst) return <EmptyState title="No older notifications" />;
  if (tab === 'unread')
    return (
      <EmptyState title="You have read everything">
        <Link to={path} className="link">
          Show all
        </Link>
      </EmptyState>
    );
  return (
    <EmptyState title="Nothing yet">
      <p className="max-w-md">
        Support answers, community replies, commissions, payments and security notices will show up here.
      </p>
      <Link to={`${path}/settings`} className="link">
        Choose which ones we also email
      </Link>
    </EmptyState>
  );
}
