import { z } from 'zod';
import { roleNames } from '#app/domain/core/access/role-names.ts';
import { isDeleted, shownName } from '#app/domain/core/audit/user-name.ts';
import { readPlaceBy } from '#app/domain/core/values/cursor.ts';
import { listSegments, segmentOf } from '#app/domain/operating/segments/segments.server.ts';
import { readUserFilter } from '#app/domain/operating/users/user-filter.ts';
import {
  countUsers,
  findMatchingUsers,
  listUsers,
  readUserKey,
} from '#app/domain/operating/users/user-list.server.ts';
import { setStatusOfMany } from '#app/domain/operating/users/user-status.server.ts';
import { tagMany, userTagSchema } from '#app/domain/operating/users/user-tags.server.ts';
import { actorOf, allow, hasConfirmed, may } from '#app/routes/admin/access.server.ts';
import { ConfirmFirst } from '#app/routes/admin/confirm-first.tsx';
import {
  type BulkScope,
  idOfKey,
  keyOfId,
  readBulkScope,
  refuseMore,
  tickedIn,
} from '#app/routes/admin/lists/bulk-scope.ts';
import { answerBulk } from '#app/routes/admin/lists/bulk-words.ts';
import { readListDisplay } from '#app/routes/admin/lists/list-display.server.ts';
import { ListTop } from '#app/routes/admin/lists/list-top.tsx';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { UserFilters, UserViews, userChips } from '#app/routes/admin/users/user-filters.tsx';
import { ExportLinks } from '#app/routes/frame/export-links.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import type { FormReply } from '#app/routes/http/form.server.ts';
import { formAction, parseForm, readIntent } from '#app/routes/http/form-action.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { Badge } from '#app/ui/badge.tsx';
import { BulkBar, matchText } from '#app/ui/bulk-bar.tsx';
import { Button, ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { EmailText } from '#app/ui/email-text.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Link } from '#app/ui/link.tsx';
import { Filtered } from '#app/ui/list-filter.tsx';
import { firstPage, ListWays, waysOf, withQuery } from '#app/ui/list-pagination.tsx';
import { Moment } from '#app/ui/moment.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { bulkFormId } from '#app/ui/row-fields.ts';
import { WorkList } from '#app/ui/work-list.tsx';
import type { Route } from './+types/users';

export const middleware: Route.MiddlewareFunction[] = [allow('users:read', 'users:assist')];

const path = '/admin/users';

/** Three queries, and two more for a guess. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const query = url.searchParams;
  const filter = readUserFilter(query);
  const place = readPlaceBy(query, (text) => readUserKey(filter.sort, text));
  const segments = await listSegments();
  const segment = segmentOf(segments, filter.segment);
  const [{ rows, isGuess, ...beside }, matching] = await Promise.all([
    listUsers(filter, place, segment),
    countUsers(filter, segment),
  ]);
  const kept = withQuery('', url.search, firstPage);
  return {
    display: readListDisplay(request, 'users'),
    rows,
    isGuess,
    matching,
    ways: waysOf(path, url.search, beside),
    search: url.search,
    chips: userChips(filter, segments),
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

const tagging = { 'add-tag': 'add', 'remove-tag': 'remove' } as const;
const statuses = { activate: 'active', deactivate: 'inactive' } as const;
const intentSchema = z.enum(['add-tag', 'remove-tag', 'activate', 'deactivate']);

const nouns = ['user', 'users'] as const;

export const action = formAction(async ({ url, context }: Route.ActionArgs, form) => {
  const intent = readIntent(form, intentSchema);
  const actor = actorOf(context);
  const scope = readBulkScope(form);
  if (intent === 'add-tag' || intent === 'remove-tag') {
    const { tag } = parseForm(form, userTagSchema);
    const change = tagging[intent];
    const ids = await idsOf(scope, url.searchParams, { tag, has: change === 'remove' });
    const words =
      change === 'add'
        ? { nouns, done: `tagged “${tag}”`, already: 'tagged so already' }
        : { nouns, done: `without the tag “${tag}” now`, already: 'without it already' };
    return answerBulk(`${path}${url.search}`, await tagMany(actor, ids, tag, change), words);
  }
  const status = statuses[intent];
  const ids = await idsOf(scope, url.searchParams, { status: status === 'active' ? 'inactive' : 'active' });
  return answerBulk(`${path}${url.search}`, await setStatusOfMany(actor, ids, status), {
    nouns,
    done: status === 'active' ? 'activated' : 'deactivated',
    already: `${status} already`,
  });
});

/** Whom a bulk form is about: of all that match the filter, those whom it would change. */
async function idsOf(
  scope: BulkScope,
  query: URLSearchParams,
  needed: Parameters<typeof findMatchingUsers>[2],
): Promise<string[]> {
  if ('keys' in scope) return scope.keys.map(idOfKey);
  const filter = readUserFilter(query);
  const segment = segmentOf(await listSegments(), filter.segment);
  refuseMore(scope, await countUsers(filter, segment));
  return findMatchingUsers(filter, segment, needed);
}

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Users')];

export default function Users({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, chips, isGuess, ways, exports, mayInvite, mayImport, wantsConfirmation, search, query } =
    loaderData;
  return (
    <div className="grid grid-cols-1 gap-4">
      <PageHeading
        title="Users"
        actions={
          <>
            <Filtered id="users-files">
              {exports ? <ExportLinks to={exports.csv} label="Export CSV" json={exports.json} /> : null}
            </Filtered>
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
      <Filtered id="users-views">
        <UserViews query={query} />
      </Filtered>
      <UserFilters query={query} isNarrowed={chips.length > 0} segments={loaderData.segments} />
      <Filtered id="users-list">
        <ListTop list="users" path={path} search={search} chips={chips} display={loaderData.display} />
        {isGuess && rows.length > 0 ? (
          <Notice>
            Nobody is called “<bdi>{query.q}</bdi>”. These come near.
          </Notice>
        ) : null}
        {rows.length === 0 ? (
          <EmptyState title="No users here">
            {chips.length > 0 ? 'Try fewer filters, or another spelling.' : 'Nobody has an account yet.'}
          </EmptyState>
        ) : null}
        {wantsConfirmation && rows.length > 0 ? (
          <ConfirmFirst returnTo={`${path}${search}`} what="The status of users" />
        ) : null}
        {rows.length > 0 ? (
          <WorkList>
            <UserTable {...loaderData} ticked={tickedIn(actionData)} />
            <UserActions {...loaderData} reply={actionData} />
          </WorkList>
        ) : null}
        <ListWays {...ways} />
      </Filtered>
    </div>
  );
}

function UserActions({
  rows,
  isGuess,
  matching,
  search,
  maySetStatus,
  exports,
  reply,
}: Route.ComponentProps['loaderData'] & { reply: FormReply | undefined }) {
  const form = formFields<{ tag: string }>(bulkFormId, reply);
  const tag = form.field('tag');
  return (
    <BulkBar
      action={`${path}${search}`}
      nouns={nouns}
      matching={isGuess ? null : matching}
      shownCount={rows.length}
      isAll={reply?.lastResult.initialValue?.all === 'yes' && !form.errors}
      errors={form.errors ?? tag.errors}
    >
      <input
        {...{ id: tag.id, name: tag.name, defaultValue: tag.defaultValue }}
        aria-label="Tag"
        aria-invalid={tag.errors ? true : undefined}
        placeholder="Tag"
        maxLength={50}
        autoComplete="off"
        className="min-h-11 w-28 shrink-0 rounded-control border border-line-strong bg-surface px-3 placeholder:text-muted"
      />
      <SubmitButton intent="add-tag" variant="secondary" pendingLabel="Tagging...">
        Add tag
      </SubmitButton>
      <SubmitButton intent="remove-tag" variant="secondary" pendingLabel="Removing...">
        Remove tag
      </SubmitButton>
      {exports ? (
        <>
          <input type="hidden" name="filter" value={search} />
          {/* It leaves this page as it is. */}
          <Button
            type="submit"
            variant="secondary"
            formMethod="get"
            formAction={`${path}/export/csv`}
            formTarget="_self"
          >
            Export CSV
          </Button>
        </>
      ) : null}
      {maySetStatus ? (
        <>
          <SubmitButton intent="activate" variant="secondary" pendingLabel="Activating...">
            Activate
          </SubmitButton>
          <SubmitButton intent="deactivate" variant="danger" pendingLabel="Deactivating...">
            Deactivate
          </SubmitButton>
        </>
      ) : null}
    </BulkBar>
  );
}

function UserTable({
  rows,
  search,
  sort,
  isGuess,
  matching,
  display,
  ticked,
}: Route.ComponentProps['loaderData'] & { ticked: ReadonlySet<string> }) {
  const sortedBy = (name: 'name' | 'email') => ({
    to: withQuery(path, search, { sort: name, ...firstPage }),
    direction: sort === name && !isGuess ? ('ascending' as const) : null,
  });
  return (
    <DataTable
      {...display}
      caption="Users"
      rows={rows}
      keyOf={(user) => user.id}
      selection={{
        keyOf: (user) => (isDeleted(user) ? null : keyOfId(user.id)),
        labelOf: (user) => <bdi>{shownName(user)}</bdi>,
        ticked,
      }}
      foot={isGuess ? null : matchText(matching, nouns)}
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
            <span className="whitespace-nowrap">
              {user.plan === 'membership'
                ? 'Membership'
                : (user.plan ?? <span className="text-muted">None</span>)}
            </span>
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
            <span className="md:whitespace-nowrap">
              <Moment at={user.createdAt} />
            </span>
          ),
        },
      ]}
    />
  );
}
