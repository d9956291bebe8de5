import { z } from 'zod';
import { readPlaceBy } from '#app/domain/core/values/cursor.ts';
import { listSegments, segmentOf, segmentsRead } from '#app/domain/operating/segments/segments.server.ts';
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
  readBulkScope,
  refuseMore,
  tickedIn,
} from '#app/routes/admin/lists/bulk-scope.ts';
import { answerBulk } from '#app/routes/admin/lists/bulk-words.ts';
import { ListTop } from '#app/routes/admin/lists/list-top.tsx';
import { readListViewsWith } from '#app/routes/admin/lists/list-views.server.ts';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { UserActions } from '#app/routes/admin/users/user-actions.tsx';
import { UserFilters, UserViews, userChips } from '#app/routes/admin/users/user-filters.tsx';
import { UserTable, userNouns } from '#app/routes/admin/users/user-table.tsx';
import { ExportLinks } from '#app/routes/frame/export-links.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { formAction, parseForm, readIntent } from '#app/routes/http/form-action.server.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Filtered } from '#app/ui/list-filter.tsx';
import { firstPage, ListWays, waysOf, withQuery } from '#app/ui/list-pagination.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { WorkList } from '#app/ui/work-list.tsx';
import type { Route } from './+types/users';

export const middleware: Route.MiddlewareFunction[] = [allow('users:read', 'users:assist')];

const path = '/admin/users';

/** Three queries, and two more for a guess. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const query = url.searchParams;
  const filter = readUserFilter(query);
  const place = readPlaceBy(query, (text) => readUserKey(filter.sort, text));
  const { id } = context.get(memberContext);
  const { listViews, beside: segments } = await readListViewsWith(request, id, 'users', segmentsRead());
  const segment = segmentOf(segments, filter.segment);
  const [{ rows, isGuess, ...beside }, matching] = await Promise.all([
    listUsers(filter, place, segment),
    countUsers(filter, segment),
  ]);
  const kept = withQuery('', url.search, firstPage);
  return {
    listViews,
    display: listViews.display,
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
        ? { nouns: userNouns, done: `tagged “${tag}”`, already: 'tagged so already' }
        : { nouns: userNouns, done: `without the tag “${tag}” now`, already: 'without it already' };
    return answerBulk(`${path}${url.search}`, await tagMany(actor, ids, tag, change), words);
  }
  const status = statuses[intent];
  const ids = await idsOf(scope, url.searchParams, { status: status === 'active' ? 'inactive' : 'active' });
  return answerBulk(`${path}${url.search}`, await setStatusOfMany(actor, ids, status), {
    nouns: userNouns,
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
              {exports ? <ExportLinks to={exports.csv} json={exports.json} /> : null}
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
        <ListTop
          {...loaderData}
          list="users"
          path={path}
          alsoApplied={query.sort === loaderData.sort ? ['sort'] : []}
        />
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
