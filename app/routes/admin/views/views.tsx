import { z } from 'zod';
import { readOf } from '#app/domain/core/access/reads.server.ts';
import type { Actor } from '#app/domain/core/audit/record.server.ts';
import {
  allSavedViewsRead,
  changeView,
  deleteView,
  renameView,
  type SavedView,
  saveView,
  viewNameSchema,
} from '#app/domain/operating/saved-views/saved-views.server.ts';
import { actorOf, allow, may } from '#app/routes/admin/access.server.ts';
import { type ListName, listNames, workTableOf, workTables } from '#app/routes/admin/lists/list-columns.ts';
import { readListViews } from '#app/routes/admin/lists/list-views.server.ts';
import { viewAddress, viewQuery } from '#app/routes/admin/lists/view-queries.ts';
import { ShareBox, ViewFields, viewsPath } from '#app/routes/admin/lists/views-menu.tsx';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import type { FormReply } from '#app/routes/http/form.server.ts';
import { formAction, parseForm, readIntent } from '#app/routes/http/form-action.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { TextField } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Link } from '#app/ui/link.tsx';
import type { Route } from './+types/views';

export const middleware: Route.MiddlewareFunction[] = [allow('dashboard:read')];

/** One query. */
export async function loader({ context }: Route.LoaderArgs) {
  const views = await readOf(context.get(memberContext).id, allSavedViewsRead());
  const readable = listNames.filter((list) => may(context, workTables[list].permission));
  return {
    lists: readable.map((list) => ({ list, views: views.filter((view) => view.list === list) })),
    // Of lists that an earlier release had.
    unreadable: views.filter(({ list, isOwn }) => isOwn && workTableOf(list) === null),
  };
}

const ofList = { list: z.enum(listNames), search: z.string().max(8_000) };
const saveSchema = viewNameSchema.extend(ofList);
const updateSchema = z.object({ id: z.string(), ...ofList });
const renameSchema = viewNameSchema.extend({ id: z.string() });
const intentSchema = z.enum(['save', 'update', 'rename', 'delete']);

export const action = formAction(async ({ request, context }: Route.ActionArgs, form) => {
  const actor = actorOf(context);
  switch (readIntent(form, intentSchema)) {
    case 'save':
      return saveShown(request, actor, context.get(memberContext).id, form);
    case 'update': {
      const { id, list, search } = parseForm(form, updateSchema);
      const query = viewQuery(list, search);
      await changeView(actor, id, { query });
      return redirectWithFlash(viewAddress({ id, list, query }) ?? viewsPath, 'The view is saved.');
    }
    case 'rename': {
      const { id, name, isShared } = parseForm(form, renameSchema);
      await renameView(actor, id, { name, isShared: isShared === 'yes' });
      return redirectWithFlash(viewsPath, 'The view is saved.');
    }
    case 'delete':
      await deleteView(actor, String(form.get('id') ?? ''));
      return redirectWithFlash(viewsPath, 'The view is deleted.');
  }
});

/** Saves a list as it is shown now, and leads back to it. */
async function saveShown(
  request: Request,
  actor: Actor,
  viewerId: string,
  form: FormData,
): Promise<Response> {
  const { list, search, name, isShared } = parseForm(form, saveSchema);
  const { display } = await readListViews(request, viewerId, list, search);
  const query = viewQuery(list, search);
  const { id } = await saveView(actor, {
    list,
    name,
    query,
    hidden: [...display.hidden],
    isCompact: display.isCompact,
    isShared: isShared === 'yes',
  });
  return redirectWithFlash(viewAddress({ id, list, query }) ?? viewsPath, `The view “${name}” is saved.`);
}

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Saved views')];

export default function Views({ loaderData: { lists, unreadable }, actionData }: Route.ComponentProps) {
  const initial = actionData?.lastResult.initialValue as Record<string, string> | undefined;
  const shown = lists.filter(({ views }) => views.length > 0);
  const isOfView = initial?.intent === 'rename';
  const isEmpty = shown.length + unreadable.length === 0;
  return (
    <div className="grid grid-cols-1 gap-6">
      <PageHeading title="Saved views">
        A view keeps a list’s filters, sorting, columns and density. Open a list and choose Views to save one.
      </PageHeading>
      {actionData && !isOfView ? <UnsavedView reply={actionData} initial={initial ?? {}} /> : null}
      {isEmpty ? (
        <EmptyState title="No saved views yet">
          <ul className="flex flex-wrap justify-center gap-x-5">
            {lists.map(({ list }) => (
              <li key={list}>
                <Link to={workTables[list].path} className="link inline-flex min-h-11 items-center">
                  {workTables[list].title}
                </Link>
              </li>
            ))}
          </ul>
        </EmptyState>
      ) : null}
      {shown.map(({ list, views }) => (
        <ViewList key={list} list={list} views={views} reply={actionData} />
      ))}
      {unreadable.length > 0 ? (
        <section aria-labelledby="unreadable" className="grid grid-cols-1 gap-3">
          <h2 id="unreadable" className="text-xl">
            Views that cannot be opened
          </h2>
          <p className="text-sm text-muted">Their lists are not part of this version of the site any more.</p>
          <ul className="grid grid-cols-1 gap-3">
            {unreadable.map((view) => (
              <li key={view.id} className="flex flex-wrap items-center justify-between gap-3">
                <bdi className="min-w-0 wrap-anywhere">{view.name}</bdi>
                <DeleteForm view={view} />
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  );
}

/** A view that was not saved, with what was typed and why. */
function UnsavedView({ reply, initial }: { reply: FormReply; initial: Record<string, string> }) {
  const form = formFields<{ name: string }>('save-view', reply);
  const table = workTableOf(initial.list ?? '');
  const isSaving = initial.intent === 'save' && table !== null;
  if (!isSaving) return <FormErrors id="views-error" errors={form.errors ?? form.field('name').errors} />;
  return (
    <Card>
      <form method="post" action={viewsPath} id={form.id} noValidate className="grid max-w-xl gap-3">
        <h2 className="text-xl">Save a view of {table.title}</h2>
        <FormErrors id={form.errorId} errors={form.errors} />
        <ViewFields list={initial.list ?? ''} search={initial.search ?? ''} />
        <TextField {...form.field('name')} label="Name" maxLength={60} autoComplete="off" />
        <ShareBox isShared={initial.isShared === 'yes'} />
        <div className="flex flex-wrap gap-2">
          <SubmitButton intent="save" pendingLabel="Saving...">
            Save view
          </SubmitButton>
          <ButtonLink variant="secondary" to={`${table.path}${initial.search ?? ''}`}>
            Back to the list
          </ButtonLink>
        </div>
      </form>
    </Card>
  );
}

function ViewList({
  list,
  views,
  reply,
}: {
  list: ListName;
  views: readonly SavedView[];
  reply: FormReply | undefined;
}) {
  return (
    <section aria-labelledby={list} className="grid grid-cols-1 gap-3">
      <h2 id={list} className="text-xl">
        {workTables[list].title}
      </h2>
      <ul className="grid grid-cols-1 gap-3">
        {views.map((view) => (
          <li
            key={view.id}
            className="grid grid-cols-1 items-start gap-3 rounded-card border border-line bg-surface p-4 md:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]"
          >
            <p className="grid gap-0.5 wrap-anywhere">
              <Link to={viewAddress(view) ?? viewsPath} className="link justify-self-start font-semibold">
                <bdi>{view.name}</bdi>
              </Link>
              <span className="text-sm text-muted">
                {view.isOwn ? (
                  view.isShared ? (
                    'Yours, shared'
                  ) : (
                    'Yours alone'
                  )
                ) : (
                  <>
                    Shared by <bdi>{view.ownerName || 'a deleted user'}</bdi>
                  </>
                )}
              </span>
            </p>
            {view.isOwn ? <OwnView view={view} reply={reply} /> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

function OwnView({ view, reply }: { view: SavedView; reply: FormReply | undefined }) {
  const isOf =
    reply?.lastResult.initialValue?.intent === 'rename' && reply.lastResult.initialValue.id === view.id;
  const form = formFields<{ name: string }>(`view-${view.id}`, isOf ? reply : undefined, { name: view.name });
  return (
    <div className="grid grid-cols-1 gap-3">
      <form method="post" action={viewsPath} id={form.id} noValidate className="grid grid-cols-1 gap-2">
        <FormErrors id={form.errorId} errors={form.errors} />
        <input type="hidden" name="id" value={view.id} />
        <TextField
          {...form.field('name')}
          label={
            <>
              Name
              <span className="sr-only">
                {' '}
                of the view <bdi>{view.name}</bdi>
              </span>
            </>
          }
          maxLength={60}
          autoComplete="off"
        />
        <ShareBox isShared={view.isShared} />
        <SubmitButton
          intent="rename"
          variant="secondary"
          pendingLabel="Saving..."
          className="justify-self-start"
          aria-label={`Save ${view.name}`}
        >
          Save
        </SubmitButton>
      </form>
      <DeleteForm view={view} />
    </div>
  );
}

function DeleteForm({ view }: { view: SavedView }) {
  return (
    <form method="post" action={viewsPath}>
      <input type="hidden" name="id" value={view.id} />
      <SubmitButton
        intent="delete"
        variant="danger"
        pendingLabel="Deleting..."
        aria-label={`Delete the view ${view.name}`}
      >
        Delete
      </SubmitButton>
    </form>
  );
}
