import { redirect } from 'react-router';
import { z } from 'zod';
import { signUpFor } from '#app/domain/learning/dashboard/announcements.server.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { throwAsResponse } from '#app/routes/http/domain-errors.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { readAction } from '#app/routes/http/form-action.server.ts';
import { readForm } from '#app/routes/http/request-body.server.ts';
import type { Route } from './+types/coming-soon';

const schema = z.object({ item: z.string().min(1).max(60), intent: z.enum(['sign_up', 'give_up']) });

/** There is no page here: whoever follows the address lands on the dashboard. */
export const loader = () => redirect('/dashboard', 303);

export async function action({ request, context }: Route.ActionArgs) {
  const form = readAction(await readForm(request), schema);
  const isWanted = form.intent === 'sign_up';
  await signUpFor(context.get(memberContext).id, form.item, isWanted).catch(throwAsResponse);
  return redirectWithFlash(
    '/dashboard',
    isWanted ? 'Noted: we know that you wait for it.' : 'You are no longer signed up for it.',
  );
}

/** Nothing is ever shown here, but with a page of its own a failed post is answered with the site's error page. */
export default function NoPage() {
  return null;
}
