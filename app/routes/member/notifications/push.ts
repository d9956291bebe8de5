import { z } from 'zod';
import { addBrowser, pushSchema, removeBrowser } from '#app/domain/core/notifications/push.server.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { answerInJson, answerOfError, jsonError } from '#app/routes/http/json-error.server.ts';
import { readForm } from '#app/routes/http/request-body.server.ts';
import type { Route } from './+types/push';

export const middleware: Route.MiddlewareFunction[] = [answerInJson];

const schema = z.discriminatedUnion('intent', [
  pushSchema.extend({ intent: z.literal('add') }),
  z.object({ intent: z.literal('remove'), endpoint: z.string().max(1_000) }),
]);

/** Notes or forgets the browser that asks, for the script of the button. */
export async function action({ request, context }: Route.ActionArgs) {
  const viewer = context.get(memberContext);
  const asked = schema.safeParse(Object.fromEntries(await readForm(request)));
  if (!asked.success) return jsonError(422, 'invalid', 'That is no browser that can be reached.');
  try {
    if (asked.data.intent === 'add') await addBrowser(viewer, asked.data);
    else await removeBrowser(viewer, asked.data.endpoint);
    return new Response(null, { status: 204 });
  } catch (error) {
    return answerOfError(error, context);
  }
}

/** There is nothing to read here. */
export const loader = () => jsonError(405, 'method_not_allowed', 'Post to this address.');
