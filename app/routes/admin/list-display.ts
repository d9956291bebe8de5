import { redirect } from 'react-router';
import { z } from 'zod';
import { allow } from '#app/routes/admin/access.server.ts';
import { type ListName, listColumns } from '#app/routes/admin/lists/list-columns.ts';
import { listDisplayHeader } from '#app/routes/admin/lists/list-display.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, readAction } from '#app/routes/http/form-action.server.ts';
import { safeReturnTo } from '#app/routes/http/return-to.ts';
import type { Route } from './+types/list-display';

export const middleware: Route.MiddlewareFunction[] = [allow('dashboard:read')];

const displaySchema = z.looseObject({
  list: z.enum(Object.keys(listColumns) as [ListName, ...ListName[]]),
  density: z.enum(['comfortable', 'compact']),
  back: z.string(),
});

/** Opened as a page, it leads to the admin area. */
export const loader = () => redirect('/admin', 303);

/** Keeps how somebody wants a list, in their browser, and leads back to it (P315). */
export const action = formAction(({ request }: Route.ActionArgs, form) => {
  const { list, density, back, ...shown } = readAction(form, displaySchema);
  const hidden = listColumns[list].filter((_, index) => !(`show_${index}` in shown));
  const header = listDisplayHeader(request, list, { isCompact: density === 'compact', hidden });
  return redirectWithFlash(safeReturnTo(back), 'Your display is saved in this browser.', 'success', [header]);
});
