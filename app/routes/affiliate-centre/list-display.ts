import { redirect } from 'react-router';
import { z } from 'zod';
import { centreLists, columnsOf } from '#app/routes/affiliate-centre/lists/centre-lists.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, readAction } from '#app/routes/http/form-action.server.ts';
import { displayFields, displayOf, listDisplayHeader } from '#app/routes/http/list-display.server.ts';
import { safeReturnTo } from '#app/routes/http/return-to.ts';
import type { Route } from './+types/list-display';

const displaySchema = z.looseObject({ list: z.enum(centreLists), ...displayFields });

/** Opened as a page, it leads to the affiliate center. */
export const loader = () => redirect('/affiliate-centre', 303);

/** Keeps how somebody wants a list in their browser, and leads back to it (P315). */
export const action = formAction(async ({ request }: Route.ActionArgs, form) => {
  const { list, back, ...fields } = readAction(form, displaySchema);
  const header = listDisplayHeader(request, list, displayOf(fields, columnsOf(list)));
  return redirectWithFlash(
    safeReturnTo(back, '/affiliate-centre'),
    'Your display is saved in this browser.',
    'success',
    [header],
  );
});
