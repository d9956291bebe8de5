import { redirect } from 'react-router';
import { z } from 'zod';
import { keepPlace } from '#app/domain/learning/decks/playback.server.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { throwAsResponse } from '#app/routes/http/domain-errors.server.ts';
import { readForm } from '#app/routes/http/request-body.server.ts';
import type { Route } from './+types/playback';

const schema = z.object({
  deck: z.string().min(1).max(200),
  slide: z.coerce.number().int().min(1).max(99),
});

/** There is nothing to see here: whoever follows the address lands on the courses. */
export const loader = () => redirect('/courses', 303);

/** Keeps at which slide somebody is: sent by the player in passing, answered with nothing. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = schema.safeParse(Object.fromEntries(await readForm(request)));
  if (!form.success) return new Response(null, { status: 422 });
  const { deck, slide } = form.data;
  await keepPlace(context.get(memberContext), deck, slide).catch(throwAsResponse);
  return new Response(null, { status: 204 });
}
