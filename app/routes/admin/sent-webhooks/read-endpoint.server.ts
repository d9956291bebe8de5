import { data } from 'react-router';
import { z } from 'zod';
import { type EndpointForm, endpointSchema } from '#app/domain/operating/devops/webhooks/endpoint-form.ts';
import { eventKinds } from '#app/domain/operating/devops/webhooks/kinds.ts';
import { fieldOf } from '#app/routes/admin/sent-webhooks/endpoint-fields.tsx';
import { type FormReply, typedFields } from '#app/routes/http/form.server.ts';

/** What a form says of an endpoint, checked; each kind of events is a box of its own. */
export const endpointOf = (form: FormData) =>
  endpointSchema.safeParse({
    url: form.get('url') ?? '',
    description: form.get('description') ?? '',
    events: eventKinds.filter((kind) => form.has(fieldOf(kind))),
  });

/** The answer to a form of an endpoint that does not hold what its schema asks for, with what was typed and ticked: 422. */
export function invalidEndpoint(form: FormData, error: z.ZodError<EndpointForm> | undefined) {
  const errors: Record<string, string[] | null> = error
    ? z.flattenError(error).fieldErrors
    : { '': ['This form is out of date. Please send it once more.'] };
  const initialValue = typedFields(form);
  return data<FormReply>({ lastResult: { status: 'error', initialValue, error: errors } }, { status: 422 });
}
