import { z } from 'zod';
import { readPlace } from '#app/domain/core/values/cursor.ts';
import { listEnrolled, removeFromSequence } from '#app/domain/operating/sequences/enrollments.server.ts';
import { endReasons } from '#app/domain/operating/sequences/events.ts';
import { findSequence } from '#app/domain/operating/sequences/sequences.server.ts';
import { actorOf, allow, may } from '#app/routes/admin/access.server.ts';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { PageTabs } from '#app/routes/admin/page-tabs.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, readAction } from '#app/routes/http/form-action.server.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Link } from '#app/ui/link.tsx';
import { ListWays, waysOf } from '#app/ui/list-pagination.tsx';
import { Moment } from '#app/ui/moment.tsx';
import type { Route } from './+types/people';

export const middleware: Route.MiddlewareFunction[] = [allow('letters:edit')];

const list = '/admin/letters/sequences';

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const sequence = await findSequence(params.sequenceId);
  if (!sequence) throw notFound('There is no such sequence', { to: list, label: 'Sequences' });
  const hasLeft = url.searchParams.get('show') === 'left';
  const { rows, ...beside } = await listEnrolled(sequence.id, hasLeft, readPlace(url.searchParams));
  return {
    sequence: { id: sequence.id, name: sequence.name, isOn: sequence.state === 'on' },
    hasLeft,
    rows,
    ways: waysOf(`${list}/${sequence.id}/people`, url.search, beside),
    mayRemove: may(context, 'letters:edit'),
  };
}

const removalSchema = z.object({ enrollment: z.string().max(40) });

export const action = formAction(async ({ params: { sequenceId }, context }: Route.ActionArgs, form) => {
  await removeFromSequence(actorOf(context), readAction(form, removalSchema).enrollment);
  return redirectWithFlash(`${list}/${sequenceId}/people`, 'They are no longer in the sequence.');
});

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  pageTitle(matches, `People in ${loaderData?.sequence.name ?? 'a sequence'}`),
];

export default function SequencePeople({ loaderData }: Route.ComponentProps) {
  const { sequence, hasLeft, rows, ways, mayRemove } = loaderData;
  const path = `${list}/${sequence.id}/people`;
  return (
    <div className="grid grid-cols-1 gap-5">
      <Breadcrumb
        crumbs={[
          { to: list, label: 'Sequences' },
          { to: `${list}/${sequence.id}`, label: sequence.name },
        ]}
        current="People"
      />
      <PageHeading title="People in the sequence" />
      <PageTabs
        label="People"
        tabs={[
          { to: path, label: 'In it now', isCurrent: !hasLeft },
          { to: `${path}?show=left`, label: 'Left it', isCurrent: hasLeft },
        ]}
      />
      {rows.length === 0 ? (
        <EmptyState title={hasLeft ? 'Nobody has left it' : 'Nobody is in it now'}>
          {hasLeft ? null : 'People come in when the event happens while the sequence is on.'}
        </EmptyState>
      ) : (
        <DataTable
          caption={hasLeft ? 'People who left the sequence' : 'People in the sequence'}
          rows={rows}
          keyOf={({ id }) => id}
          columns={[
            {
              label: 'Person',
              cell: ({ userId, name, email }) => (
                <Link to={`/admin/users/${userId}`} className="link wrap-anywhere">
                  {name || email}
                </Link>
              ),
            },
            { label: 'Started', cell: ({ startedAt }) => <Moment at={startedAt} /> },
            {
              label: 'Last email',
              cell: ({ lastSubject }) => <span className="wrap-anywhere">{lastSubject ?? 'None yet'}</span>,
            },
            hasLeft
              ? {
                  label: 'Left',
                  cell: ({ endedAt, endReason }) => (
                    <>
                      {endReasons[endReason ?? ''] ?? endReason}
                      {endedAt ? (
                        <>
                          , <Moment at={endedAt} />
                        </>
                      ) : null}
                    </>
                  ),
                }
              : {
                  label: 'Next email',
                  cell: ({ dueAt }) =>
                    sequence.isOn ? <Moment at={dueAt} /> : 'When the sequence is on again',
                },
            ...(mayRemove && !hasLeft
              ? [
                  {
                    label: 'Remove',
                    cell: ({ id, name, email }: (typeof rows)[number]) => (
                      <form method="post" action={path}>
                        <input type="hidden" name="enrollment" value={id} />
                        <SubmitButton
                          intent="remove"
                          variant="quiet"
                          pendingLabel="Removing..."
                          aria-label={`Remove ${name || email}`}
                        >
                          Remove
                        </SubmitButton>
                      </form>
                    ),
                  },
                ]
              : []),
          ]}
        />
      )}
      <ListWays {...ways} />
    </div>
  );
}
