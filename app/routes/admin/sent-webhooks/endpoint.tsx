import { data } from 'react-router';
import { z } from 'zod';
import { sendTest } from '#app/domain/operating/devops/webhooks/deliveries.server.ts';
import {
  deleteEndpoint,
  editEndpoint,
  listEndpoints,
  rotateSecret,
  switchEndpoint,
} from '#app/domain/operating/devops/webhooks/endpoints.server.ts';
import { eventKinds } from '#app/domain/operating/devops/webhooks/kinds.ts';
import { actorOf, allow, hasConfirmed, may } from '#app/routes/admin/access.server.ts';
import { ConfirmFirst } from '#app/routes/admin/confirm-first.tsx';
import { ChangedMeanwhile } from '#app/routes/admin/edit-conflict.tsx';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { EndpointBadge } from '#app/routes/admin/sent-webhooks/endpoint-badge.tsx';
import { EndpointFields, fieldOf } from '#app/routes/admin/sent-webhooks/endpoint-fields.tsx';
import { nameOf } from '#app/routes/admin/sent-webhooks/endpoint-name.ts';
import { SecretShown } from '#app/routes/admin/sent-webhooks/endpoint-secret.tsx';
import { EndpointSettings } from '#app/routes/admin/sent-webhooks/endpoint-settings.tsx';
import { endpointOf, invalidEndpoint } from '#app/routes/admin/sent-webhooks/read-endpoint.server.ts';
import { Facts, Part } from '#app/routes/admin/users/facts.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import type { FormReply } from '#app/routes/http/form.server.ts';
import { formAction, readIntent } from '#app/routes/http/form-action.server.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Moment } from '#app/ui/moment.tsx';
import type { Route } from './+types/endpoint';

export const middleware: Route.MiddlewareFunction[] = [allow('devops:read', 'webhooks:manage')];

const list = { to: '/admin/webhooks/endpoints', label: 'Webhooks' };

export async function loader({ params, context }: Route.LoaderArgs) {
  const [endpoint] = await listEndpoints(params.endpointId);
  if (!endpoint) throw notFound('There is no such endpoint', list);
  return { endpoint, mayManage: may(context, 'webhooks:manage'), isConfirmed: hasConfirmed(context) };
}

type Reply = Partial<FormReply> & { secret?: string };

const intentSchema = z.enum(['edit', 'on', 'off', 'rotate', 'test', 'delete']);

export const action = formAction(async ({ params, url, context }: Route.ActionArgs, form) => {
  const intent = readIntent(form, intentSchema);
  const { endpointId: id } = params;
  const actor = actorOf(context);
  const redirectWithMessage = (message: string, to = url.pathname) => redirectWithFlash(to, message);
  switch (intent) {
    case 'edit': {
      const wanted = endpointOf(form);
      if (!wanted.success) return invalidEndpoint(form, wanted.error);
      await editEndpoint(actor, id, wanted.data, String(form.get('version') ?? ''));
      return redirectWithMessage('The endpoint is changed.');
    }
    case 'on':
    case 'off':
      await switchEndpoint(actor, id, intent === 'on');
      return redirectWithMessage(`The endpoint is switched ${intent}.`);
    case 'rotate':
      return data<Reply>({ secret: await rotateSecret(actor, id) });
    case 'test': {
      const delivery = await sendTest(actor, id);
      return redirectWithMessage('The test event is on its way.', `/admin/webhooks/sent/${delivery}`);
    }
    case 'delete':
      if (form.get('sure') !== 'on') return refusedSure(form);
      await deleteEndpoint(actor, id);
      return redirectWithMessage('The endpoint is deleted.', list.to);
  }
});

const refusedSure = (form: FormData) =>
  data<Reply>(
    {
      lastResult: {
        status: 'error',
        initialValue: { intent: String(form.get('intent')) },
        error: { sure: ['Please tick this first'] },
      },
    },
    { status: 422 },
  );

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  pageTitle(matches, loaderData ? nameOf(loaderData.endpoint) : 'Endpoint'),
];

export default function Endpoint({ loaderData, actionData }: Route.ComponentProps) {
  const { endpoint, mayManage, isConfirmed } = loaderData;
  const { secret, lastResult }: Reply = actionData ?? {};
  const { id, url, failingSince, offAt, previousUntil, createdAt, lastDeliveredAt, waiting, dead } = endpoint;
  const path = `${list.to}/${id}`;
  const name = nameOf(endpoint);
  const editReply = lastResult?.initialValue?.intent === 'edit' ? { lastResult } : undefined;
  const typedOf = (field: string) => editReply?.lastResult.initialValue?.[field]?.toString();
  return (
    <div className="grid gap-6">
      <Breadcrumb crumbs={[list]} current={name} />
      <PageHeading
        title={<span className="wrap-anywhere">{name}</span>}
        actions={
          <ButtonLink variant="secondary" to={`/admin/webhooks/sent?endpoint=${id}`}>
            What was sent
          </ButtonLink>
        }
      />
      {secret ? <SecretShown secret={secret} /> : null}
      <FormErrors id="endpoint-error" errors={lastResult?.error?.['']} />
      <Facts
        facts={[
          ['State', <EndpointBadge key="state" endpoint={endpoint} />],
          [
            'Address',
            <code key="url" className="wrap-anywhere">
              {url}
            </code>,
          ],
          ['Failing since', failingSince && <Moment key="failing" at={failingSince} />],
          ['Switched off', offAt && <Moment key="off" at={offAt} />],
          ['Waiting, given up', `${waiting}, ${dead}`],
          ['Last delivered', lastDeliveredAt ? <Moment key="last" at={lastDeliveredAt} /> : 'Never'],
          ['Added', <Moment key="added" at={createdAt} />],
          [
            'Former secret',
            previousUntil && (
              <span key="until">
                signs too until <Moment at={previousUntil} />
              </span>
            ),
          ],
        ]}
      />
      {mayManage && !isConfirmed ? <ConfirmFirst returnTo={path} what="Endpoints" /> : null}
      {mayManage && isConfirmed ? (
        <>
          <EndpointSettings
            path={path}
            isOn={endpoint.isOn}
            canRotate={previousUntil === null}
            sureErrors={lastResult?.error?.sure ?? undefined}
          />
          <Part id="edit" title="Address and events">
            <Card>
              <form method="post" action={path} className="grid gap-5">
                <ChangedMeanwhile
                  typedOver={editReply?.lastResult.initialValue?.version}
                  version={endpoint.version}
                  fields={[
                    { label: 'Address', now: url, typed: typedOf('url') },
                    { label: 'What it is', now: endpoint.description, typed: typedOf('description') },
                    {
                      label: 'Told of',
                      now: endpoint.events.join(', '),
                      typed: eventKinds.filter((kind) => typedOf(fieldOf(kind)) !== undefined).join(', '),
                    },
                  ]}
                />
                <EndpointFields id="endpoint" reply={editReply} initial={endpoint} />
                <div>
                  <SubmitButton intent="edit" pendingLabel="Saving...">
                    Save
                  </SubmitButton>
                </div>
              </form>
            </Card>
          </Part>
        </>
      ) : null}
    </div>
  );
}
