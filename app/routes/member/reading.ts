import { redirect } from 'react-router';
import { z } from 'zod';
import { keepHeading } from '#app/domain/learning/reading/marks.server.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { throwAsResponse } from '#app/routes/http/domain-errors.server.ts';
import { readForm } from '#app/routes/http/request-body.server.ts';
import type { Route } from './+types/reading';

const schema = z.object({ piece: z.string().min(1).max(200), heading: z.string().min(1).max(200) });

/** There is nothing to see here: whoever follows the address lands in the library. */
export const loader = () => redirect('/training', 303);

/** Keeps at which heading of a text somebody is: sent by the page's script in passing, answered with nothing. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = schema.safeParse(Object.fromEntries(await readForm(request)));
  if (!form.success) return new Response(null, { status: 422 });
  const { piece, heading } = form.data;
  await keepHeading(context.get(memberContext), piece, heading).catch(throwAsResponse);
  return new Response(null, { status: 204 });
}
