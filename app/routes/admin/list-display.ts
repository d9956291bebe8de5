import { redirect } from 'react-router';
import { z } from 'zod';
import { changeView, findOwnView } from '#app/domain/operating/saved-views/saved-views.server.ts';
import { actorOf, allow } from '#app/routes/admin/access.server.ts';
import { listNames, workTables } from '#app/routes/admin/lists/list-columns.ts';
import { viewParameter } from '#app/routes/admin/lists/view-queries.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, readAction } from '#app/routes/http/form-action.server.ts';
import { displayFields, displayOf, listDisplayHeader } from '#app/routes/http/list-display.server.ts';
import { safeReturnTo } from '#app/routes/http/return-to.ts';
import { withQuery } from '#app/ui/list-pagination.tsx';
import type { Route } from './+types/list-display';

export const middleware: Route.MiddlewareFunction[] = [allow('dashboard:read')];

const displaySchema = z.looseObject({
  list: z.enum(listNames),
  ...displayFields,
});

/** Opened as a page, it leads to the admin area. */
export const loader = () => redirect('/admin', 303);

/** Keeps how somebody wants a list, in their own view that is open, or else in their browser, and leads back to it (P315). */
export const action = formAction(async ({ request, context }: Route.ActionArgs, form) => {
  const { list, back, ...fields } = readAction(form, displaySchema);
  const display = displayOf(fields, workTables[list].columns);
  const { pathname, search, searchParams } = new URL(safeReturnTo(back), request.url);
  const actor = actorOf(context);
  const viewId = searchParams.get(viewParameter) ?? '';
  if ((await findOwnView(actor, viewId))?.list === list) {
    await changeView(actor, viewId, display);
    return redirectWithFlash(`${pathname}${search}`, 'The display is saved in this view.');
  }
  const header = listDisplayHeader(request, list, display);
  const to = withQuery(pathname, search, { [viewParameter]: null });
  return redirectWithFlash(to, 'Your display is saved in this browser.', 'success', [header]);
});
