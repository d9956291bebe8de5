import { z } from 'zod';
import type { Actor } from '#app/domain/core/audit/record.server.ts';
import { readPlace } from '#app/domain/core/values/cursor.ts';
import {
  removalSchema,
  removeSuppressions,
} from '#app/domain/operating/letters/suppression-removal.server.ts';
import {
  addSuppression,
  countSuppressions,
  findMatchingSuppressions,
  listSuppressions,
  newSuppressionSchema,
  readAddressFilter,
} from '#app/domain/operating/suppressions/suppressions.server.ts';
import { actorOf, allow } from '#app/routes/admin/access.server.ts';
import { FilterButtons } from '#app/routes/admin/filter-buttons.tsx';
import { SuppressionActions } from '#app/routes/admin/letters/suppression-actions.tsx';
import { addressNouns, SuppressionTable } from '#app/routes/admin/letters/suppression-table.tsx';
import { idOfKey, readBulkScope, refuseMore, tickedIn } from '#app/routes/admin/lists/bulk-scope.ts';
import { answerBulk } from '#app/routes/admin/lists/bulk-words.ts';
import { ListTop } from '#app/routes/admin/lists/list-top.tsx';
import { readListViews } from '#app/routes/admin/lists/list-views.server.ts';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, parseForm, readIntent } from '#app/routes/http/form-action.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { TextField } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Filtered, ListFilter } from '#app/ui/list-filter.tsx';
import { ListWays, waysOf } from '#app/ui/list-pagination.tsx';
import { WorkList } from '#app/ui/work-list.tsx';
import type { Route } from './+types/suppressions';

export const middleware: Route.MiddlewareFunction[] = [allow('letters:edit')];

const path = '/admin/letters/suppressions';

/** Three queries. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const start = readAddressFilter(url.searchParams);
  const [{ rows, ...beside }, matching, listViews] = await Promise.all([
    listSuppressions(start, readPlace(url.searchParams)),
    countSuppressions(start),
    readListViews(request, context.get(memberContext).id, 'suppressions'),
  ]);
  return {
    listViews,
    display: listViews.display,
    rows,
    start,
    matching,
    search: url.search,
    ways: waysOf(path, url.search, beside),
  };
}

export const action = formAction(async ({ url, context }: Route.ActionArgs, form) => {
  if (form.has('intent')) return removeMany(url, actorOf(context), form);
  await addSuppression(actorOf(context), parseForm(form, newSuppressionSchema));
  return redirectWithFlash(path, 'The address is on the suppression list.');
});

async function removeMany({ search, searchParams }: URL, actor: Actor, form: FormData) {
  readIntent(form, z.literal('remove'));
  const scope = readBulkScope(form);
  const values = parseForm(form, removalSchema);
  const start = readAddressFilter(searchParams);
  if ('matching' in scope) refuseMore(scope, await countSuppressions(start));
  const ids = 'keys' in scope ? scope.keys.map(idOfKey) : await findMatchingSuppressions(start);
  return answerBulk(`${path}${search}`, await removeSuppressions(actor, ids, values), {
    nouns: addressNouns,
    done: 'removed from the list',
    already: 'removed already',
  });
}

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Suppression list')];

export default function Suppressions({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, start, search, ways } = loaderData;
  const isBulk = actionData?.lastResult.initialValue?.intent !== undefined;
  const bulkReply = isBulk ? actionData : undefined;
  const form = formFields<{ email: string; why: string }>('new-suppression', isBulk ? undefined : actionData);
  return (
    <div className="grid grid-cols-1 gap-5">
      <Breadcrumb crumbs={[{ to: '/admin/letters', label: 'Letters' }]} current="Suppression list" />
      <PageHeading title="Suppression list">
        These addresses get no letters, digests or email course. Receipts and sign-in links still go there.
      </PageHeading>
      <ListFilter>
        <form action={path} className="grid items-end gap-3 sm:grid-cols-[1fr_auto]">
          <TextField
            id="suppression-address"
            name="address"
            type="search"
            label="Address begins with"
            defaultValue={start}
            maxLength={254}
          />
          <FilterButtons path={path} isNarrowed={start !== ''} />
        </form>
      </ListFilter>
      <Filtered id="suppressions-list">
        <ListTop
          list="suppressions"
          path={path}
          search={search}
          chips={start === '' ? [] : [{ parameter: 'address', label: 'Address begins with', value: start }]}
          listViews={loaderData.listViews}
        />
        {rows.length === 0 ? (
          <EmptyState title={start === '' ? 'No suppressed addresses' : 'No address begins with that'}>
            {start === '' ? 'Hard bounces and spam complaints add addresses here.' : null}
          </EmptyState>
        ) : (
          <WorkList>
            <SuppressionTable {...loaderData} ticked={tickedIn(bulkReply)} />
            <SuppressionActions {...loaderData} reply={bulkReply} />
          </WorkList>
        )}
        <ListWays {...ways} />
      </Filtered>
      <Card className="max-w-3xl p-4! sm:p-5!">
        <form method="post" action={path} id={form.id} className="grid gap-4">
          <h2 className="text-lg">Suppress an address</h2>
          <FormErrors id={form.errorId} errors={form.errors} />
          <TextField
            {...form.field('email')}
            type="email"
            label="Email address"
            required
            maxLength={254}
            autoComplete="off"
          />
          <TextField {...form.field('why')} label="Why" required maxLength={300} autoComplete="off" />
          <SubmitButton pendingLabel="Adding..." className="justify-self-start">
            Suppress this address
          </SubmitButton>
        </form>
      </Card>
    </div>
  );
}
