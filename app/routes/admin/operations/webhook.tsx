import { findEvent } from '#app/domain/operating/operations/webhook-list.server.ts';
import { reapplyEvent } from '#app/domain/selling/payment-events/reapply.server.ts';
import { canOf, isProvider } from '#app/platform/payments/port.ts';
import { actorOf, allow, may } from '#app/routes/admin/access.server.ts';
import { EventBadge } from '#app/routes/admin/operations/event-badge.tsx';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction } from '#app/routes/http/form-action.server.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Moment } from '#app/ui/moment.tsx';
import { PostedField } from '#app/ui/posted-field.tsx';
import { ScrollRegion } from '#app/ui/scroll-region.tsx';
import type { Route } from './+types/webhook';

export const middleware: Route.MiddlewareFunction[] = [allow('operations:read', 'operations:run')];

const missing = () => notFound('There is no such event', { to: '/admin/webhooks', label: 'All events' });

export async function loader({ params, context }: Route.LoaderArgs) {
  const event = await findEvent(params.provider, params.eventId);
  if (!event) throw missing();
  const { payload, ...rest } = event;
  return {
    event: rest,
    body: payload === null ? null : JSON.stringify(payload, null, 2),
    mayRun: may(context, 'operations:run') && event.processedAt === null && payload !== null,
  };
}

export const action = formAction(async ({ params, url, context }: Route.ActionArgs) => {
  const { provider, eventId } = params;
  if (!isProvider(provider)) throw missing();
  const outcome = await reapplyEvent({ provider, eventId }, actorOf(context));
  const isDone = outcome === 'applied' || outcome === 'ignored';
  return redirectWithFlash(
    url.pathname,
    isDone ? `The event was run again: ${outcome}.` : 'The event was run again, and still waits.',
    isDone ? 'success' : 'error',
  );
});

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  pageTitle(matches, loaderData?.event.type ?? 'Event'),
];

export default function Webhook({ loaderData: { event, body, mayRun }, actionData }: Route.ComponentProps) {
  const facts: [string, React.ReactNode][] = [
    ['State', <EventBadge key="state" event={event} />],
    ['Provider', canOf(event.provider).title],
    ['Event', <code key="id">{event.eventId}</code>],
    ['Made', <Moment key="made" at={event.createdAt} />],
    ['Received', <Moment key="received" at={event.receivedAt} />],
    ['Done', event.processedAt ? <Moment key="done" at={event.processedAt} /> : 'Not yet'],
    ['Tries while it waited', event.attempts],
    ['Why', event.error ?? event.note ?? 'Nothing was said'],
  ];
  return (
    <div className="grid gap-5">
      <Breadcrumb crumbs={[{ to: '/admin/webhooks', label: 'Webhooks' }]} current={event.type} />
      <PageHeading title={event.type} />
      <FormErrors id="event-error" errors={actionData?.lastResult.error?.['']} />
      <Card className="grid gap-4">
        <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[max-content_minmax(0,1fr)]">
          {facts.map(([name, value]) => (
            <div key={name} className="grid gap-x-6 sm:col-span-2 sm:grid-cols-subgrid">
              <dt className="text-muted">{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {mayRun ? (
          <form method="post">
            <PostedField />
            <SubmitButton pendingLabel="Running...">Run it again</SubmitButton>
          </form>
        ) : null}
      </Card>
      <section aria-labelledby="body" className="grid gap-3">
        <h2 id="body" className="text-xl">
          Body
        </h2>
        {body === null ? (
          <p className="text-sm text-muted">
            The body is kept only while an event waits, and for 90 days at most. The provider keeps it.
          </p>
        ) : (
          <>
            <p className="text-sm text-muted">As it is kept: without what the provider knows of persons.</p>
            <ScrollRegion label="Body" className="rounded-card border border-line bg-surface">
              <pre className="p-4 text-xs">{body}</pre>
            </ScrollRegion>
          </>
        )}
      </section>
    </div>
  );
}
