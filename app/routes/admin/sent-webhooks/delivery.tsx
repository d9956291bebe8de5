import { findDelivery, replayDelivery } from '#app/domain/operating/devops/webhooks/deliveries.server.ts';
import { actorOf, allow, may } from '#app/routes/admin/access.server.ts';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { AnswerText, DeliveryBadge } from '#app/routes/admin/sent-webhooks/delivery-parts.tsx';
import { Facts, Part } from '#app/routes/admin/users/facts.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction } from '#app/routes/http/form-action.server.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Link } from '#app/ui/link.tsx';
import { Moment } from '#app/ui/moment.tsx';
import { PostedField } from '#app/ui/posted-field.tsx';
import { ScrollRegion } from '#app/ui/scroll-region.tsx';
import type { Route } from './+types/delivery';

export const middleware: Route.MiddlewareFunction[] = [allow('operations:read', 'operations:run')];

const list = { to: '/admin/webhooks/sent', label: 'Sent webhooks' };

export async function loader({ params, context }: Route.LoaderArgs) {
  const delivery = await findDelivery(params.deliveryId);
  if (!delivery) throw notFound('There is no such delivery', list);
  return {
    delivery,
    mayReplay: may(context, 'operations:run') && delivery.isOn && delivery.state !== 'waiting',
  };
}

export const action = formAction(async ({ params, url, context }: Route.ActionArgs) => {
  await replayDelivery(actorOf(context), params.deliveryId);
  return redirectWithFlash(url.pathname, 'The event is on its way again.');
});

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  pageTitle(matches, loaderData?.delivery.type ?? 'Delivery'),
];

export default function Delivery({ loaderData, actionData }: Route.ComponentProps) {
  const { delivery, mayReplay } = loaderData;
  const { type, url, endpointId, eventId, createdAt, endedAt, nextAt, attempts, tried } = delivery;
  return (
    <div className="grid gap-5">
      <Breadcrumb crumbs={[{ to: '/admin/webhooks', label: 'Webhooks' }, list]} current={type} />
      <PageHeading
        title={type}
        actions={
          mayReplay ? (
            <form method="post">
              <PostedField />
              <SubmitButton variant="secondary" pendingLabel="Sending...">
                Send again
              </SubmitButton>
            </form>
          ) : null
        }
      />
      <FormErrors id="delivery-error" errors={actionData?.lastResult.error?.['']} />
      <Facts
        facts={[
          ['State', <DeliveryBadge key="state" {...delivery} />],
          [
            'Endpoint',
            <Link
              key="endpoint"
              to={`/admin/webhooks/endpoints/${endpointId}`}
              className="link wrap-anywhere"
            >
              {url}
            </Link>,
          ],
          ['webhook-id', <code key="id">{eventId}</code>],
          ['Happened', <Moment key="made" at={createdAt} />],
          ['Ended', endedAt && <Moment key="ended" at={endedAt} />],
          ['Next try', nextAt && <Moment key="next" at={nextAt} />],
          ['Tries', attempts],
        ]}
      />
      <Part id="tries" title="Tries">
        {tried.length === 0 ? (
          <EmptyState title={delivery.lastError ?? 'It was not tried yet'} />
        ) : (
          <DataTable
            caption="Tries"
            rows={tried}
            keyOf={({ id }) => id}
            columns={[
              { label: 'When', cell: ({ at }) => <Moment at={at} /> },
              { label: 'Took', isFigure: true, cell: ({ durationMs }) => <>{durationMs} ms</> },
              {
                label: 'Answer',
                cell: ({ status, error, answer }) => (
                  <AnswerText status={status} error={error} answer={answer} />
                ),
              },
            ]}
          />
        )}
      </Part>
      <Part id="body" title="Body">
        <ScrollRegion label="Body" className="rounded-card border border-line bg-surface">
          <pre className="p-4 text-xs">{delivery.body}</pre>
        </ScrollRegion>
      </Part>
    </div>
  );
}
