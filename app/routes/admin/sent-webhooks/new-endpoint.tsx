import { randomUUID } from 'node:crypto';
import { data } from 'react-router';
import { z } from 'zod';
import { addEndpoint, type MadeEndpoint } from '#app/domain/operating/devops/webhooks/endpoints.server.ts';
import { actorOf, allow } from '#app/routes/admin/access.server.ts';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { EndpointFields } from '#app/routes/admin/sent-webhooks/endpoint-fields.tsx';
import { SecretShown } from '#app/routes/admin/sent-webhooks/endpoint-secret.tsx';
import { endpointOf, invalidEndpoint } from '#app/routes/admin/sent-webhooks/read-endpoint.server.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import type { FormReply } from '#app/routes/http/form.server.ts';
import { formAction } from '#app/routes/http/form-action.server.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Notice } from '#app/ui/notice.tsx';
import type { Route } from './+types/new-endpoint';

export const middleware: Route.MiddlewareFunction[] = [allow('webhooks:manage')];

const list = '/admin/webhooks/endpoints';

// Sent with the form: however often it is sent, it adds one endpoint.
export const loader = () => ({ formKey: randomUUID() });

/** What the form is answered: errors; or, this once, a secret, or that it was shown before. */
type Reply = Partial<FormReply> & { made?: MadeEndpoint; isAgain?: boolean };

export const action = formAction(async ({ context }: Route.ActionArgs, form) => {
  const wanted = endpointOf(form);
  const formKey = z.uuid().safeParse(form.get('formKey'));
  if (!wanted.success || !formKey.success) return invalidEndpoint(form, wanted.error);
  const made = await addEndpoint(actorOf(context), wanted.data, formKey.data);
  return data<Reply>(made ? { made } : { isAgain: true });
});

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Add an endpoint')];

export default function NewEndpoint({ loaderData: { formKey }, actionData }: Route.ComponentProps) {
  const { made, isAgain, lastResult }: Reply = actionData ?? {};
  return (
    <div className="grid gap-5">
      <Breadcrumb crumbs={[{ to: list, label: 'Webhooks' }]} current="Add an endpoint" />
      <PageHeading title={made ? 'The endpoint is added' : 'Add an endpoint'}>
        {made ? null : 'An address of your program that receives events from now on.'}
      </PageHeading>
      {isAgain ? (
        <Notice tone="error" live>
          This form was sent before, and the secret was shown then. Rotate it if it was not saved.
        </Notice>
      ) : null}
      {made ? (
        <SecretShown secret={made.secret}>
          <div>
            <ButtonLink to={`${list}/${made.id}`}>Go on to the endpoint</ButtonLink>
          </div>
        </SecretShown>
      ) : (
        <Card>
          <form method="post" action={`${list}/new`} className="grid gap-5">
            <FormErrors id="new-endpoint-error" errors={lastResult?.error?.['']} />
            <input type="hidden" name="formKey" value={formKey} />
            <EndpointFields id="new-endpoint" reply={lastResult && { lastResult }} />
            <div>
              <SubmitButton pendingLabel="Adding...">Add the endpoint</SubmitButton>
            </div>
          </form>
        </Card>
      )}
    </div>
  );
}
