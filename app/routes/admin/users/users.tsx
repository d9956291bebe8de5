import { roleNames } from '#app/domain/core/access/role-names.ts';
import { isDeleted, shownName } from '#app/domain/core/audit/user-name.ts';
import { readPlaceBy } from '#app/domain/core/values/cursor.ts';
import { listSegments, segmentOf } from '#app/domain/operating/segments/segments.server.ts';
import { readUserFilter } from '#app/domain/operating/users/user-filter.ts';
import { listUsers, readUserKey } from '#app/domain/operating/users/user-list.server.ts';
import { setStatusOfMany } from '#app/domain/operating/users/user-status.server.ts';
import { actorOf, allow, hasConfirmed, may } from '#app/routes/admin/access.server.ts';
import { ConfirmFirst } from '#app/routes/admin/confirm-first.tsx';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { isNarrowed, UserFilters, UserViews } from '#app/routes/admin/users/user-filters.tsx';
import { ExportLinks } from '#app/routes/frame/export-links.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, unknownAction } from '#app/routes/http/form-action.server.ts';
import { Badge } from '#app/ui/badge.tsx';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { EmailText } from '#app/ui/email-text.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Link } from '#app/ui/link.tsx';
import { firstPage, ListWays, waysOf, withQuery } from '#app/ui/list-pagination.tsx';
import { Moment } from '#app/ui/moment.tsx';
import { Notice } from '#app/ui/notice.tsx';
import type { Route } from './+types/users';

export const middleware: Route.MiddlewareFunction[] = [allow('users:read', 'users:set_status')];

const path = '/admin/users';

export async function loader({ url, context }: Route.LoaderArgs) {
  const query = url.searchParams;
  const filter = readUserFilter(query);
  const place = readPlaceBy(query, (text) => readUserKey(filter.sort, text));
  const segments = await listSegments();
  const { rows, isGuess, ...beside } = await listUsers(filter, place, segmentOf(segments, filter.segment));
  const kept = withQuery('', url.search, firstPage);
  return {
    rows,
    isGuess,
    ways: waysOf(path, url.search, beside),
    search: url.search,
    sort: filter.sort,
    segments: segments.map(({ id, name }) => ({ id, name })),
    query: Object.fromEntries(query) as Record<string, string | undefined>,
    mayInvite: may(context, 'users:invite'),
    mayImport: may(context, 'users:import'),
    maySetStatus: may(context, 'users:set_status'),
    wantsConfirmation: may(context, 'users:set_status') && !hasConfirmed(context),
    exports: may(context, 'users:export')
      ? { csv: `${path}/export/csv${kept}`, json: `${path}/export/json${kept}` }
      : null,
  };
}

/** The users whose boxes were ticked: a field each, as every field of a form comes once. */
function tickedUsers(form: FormData): string[] {
  return [...form.keys()].flatMap((name) => {
    const [, ...parts] =
      /^u([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/.exec(name) ?? [];
    return parts.length > 0 ? [parts.join('-')] : [];
  });
}

const statuses: Record<string, 'active' | 'inactive'> = { activate: 'active', deactivate: 'inactive' };

export const action = formAction(async ({ url, context }: Route.ActionArgs, form) => {
  const intent = form.get('intent');
  const status = typeof intent === 'string' && Object.hasOwn(statuses, intent) ? statuses[intent] : undefined;
  if (!status) throw unknownAction();
  const count = await setStatusOfMany(actorOf(context), tickedUsers(form), status);
  const who = count === 1 ? '1 user is' : `${count} users are`;
  return redirectWithFlash(`${path}${url.search}`, `${who} ${status} now.`);
});

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Users')];

export default function Users({ loaderData, actionData }: Route.ComponentProps) {
  const {
    rows,
    isGuess,
    ways,
    exports,
    mayInvite,
    mayImport,
    maySetStatus,
    wantsConfirmation,
    search,
    query,
  } = loaderData;
  return (
    <div className="grid gap-4">
      <PageHeading
        title="Users"
        actions={
          <>
            {exports ? <ExportLinks to={exports.csv} label="Export CSV" json={exports.json} /> : null}
            <ButtonLink variant="secondary" to={`${path}/segments`}>
              Segments
            </ButtonLink>
            {mayImport ? (
              <ButtonLink variant="secondary" to={`${path}/import`}>
                Import people
              </ButtonLink>
            ) : null}
            {mayInvite ? <ButtonLink to={`${path}/new`}>Add User</ButtonLink> : null}
          </>
        }
      />
      <UserViews query={query} />
      <UserFilters query={query} segments={loaderData.segments} />
      <FormErrors id="users-error" errors={actionData?.lastResult.error?.['']} />
      {isGuess && rows.length > 0 ? (
        <Notice>
          Nobody is called “<bdi>{query.q}</bdi>”. These come near.
        </Notice>
      ) : null}
      {rows.length === 0 ? (
        <EmptyState title="No users here">
          {isNarrowed(query) ? 'Try fewer filters, or another spelling.' : 'Nobody has an account yet.'}
        </EmptyState>
      ) : null}
      {rows.length > 0 ? <UserTable {...loaderData} /> : null}
      {wantsConfirmation && rows.length > 0 ? (
        <ConfirmFirst returnTo={`${path}${search}`} what="The status of users" />
      ) : null}
      {maySetStatus && rows.length > 0 ? (
        <form
          id="bulk"
          method="post"
          action={`${path}${search}`}
          className="flex flex-wrap items-center gap-2 text-sm"
        >
          <span className="text-muted">Those ticked:</span>
          <SubmitButton intent="activate" variant="secondary" pendingLabel="Activating...">
            Activate
          </SubmitButton>
          <SubmitButton intent="deactivate" variant="danger" pendingLabel="Deactivating...">
            Deactivate
          </SubmitButton>
        </form>
      ) : null}
      <ListWays {...ways} />
    </div>
  );
}

function UserTable({ rows, maySetStatus, search, sort, isGuess }: Route.ComponentProps['loaderData']) {
  const sortedBy = (name: 'name' | 'email') => ({
    to: withQuery(path, search, { sort: name, ...firstPage }),
    direction: sort === name && !isGuess ? ('ascending' as const) : null,
  });
  return (
    <DataTable
      caption="Users"
      rows={rows}
      keyOf={(user) => user.id}
      columns={[
        {
          label: 'Name',
          sort: sortedBy('name'),
          cell: (user) => {
            const name = shownName(user);
            return (
              <Link to={`${path}/${user.id}`} className="link">
                <bdi>{name}</bdi>
              </Link>
            );
          },
        },
        {
          label: 'Email',
          sort: sortedBy('email'),
          cell: (user) => {
            const isGone = isDeleted(user);
            return (
              <span>
                <EmailText address={user.email} />{' '}
                {user.isVerified || isGone ? null : <span className="text-xs text-warn">unverified</span>}
              </span>
            );
          },
        },
        { label: 'Role', cell: (user) => <span className="whitespace-nowrap">{roleNames[user.role]}</span> },
        {
          label: 'Status',
          cell: (user) => (
            <span className="whitespace-nowrap">
              <Badge tone={user.status === 'active' ? 'good' : 'danger'}>
                {user.status === 'active' ? 'Active' : 'Inactive'}
              </Badge>
            </span>
          ),
        },
        {
          label: 'Plan',
          cell: (user) => (
            <span className="whitespace-nowrap">{user.plan ?? <span className="text-muted">None</span>}</span>
          ),
        },
        {
          label: 'Joined',
          sort: {
            to: withQuery(path, search, { sort: sort === 'newest' ? 'oldest' : null, ...firstPage }),
            direction: isGuess
              ? null
              : sort === 'newest'
                ? 'descending'
                : sort === 'oldest'
                  ? 'ascending'
                  : null,
          },
          cell: (user) => (
            <span className="whitespace-nowrap">
              <Moment at={user.createdAt} />
            </span>
          ),
        },
        {
          label: 'Tick',
          isShown: maySetStatus,
          cell: (user) => {
            const isGone = isDeleted(user);
            const name = shownName(user);
            return isGone ? null : (
              <label className="inline-flex size-6 items-center justify-center">
                <input
                  type="checkbox"
                  form="bulk"
                  name={`u${user.id.replaceAll('-', '')}`}
                  className="size-5 accent-accent"
                />
                <span className="sr-only">
                  <bdi>{name}</bdi>
                </span>
              </label>
            );
          },
        },
      ]}
    />
  );
}
