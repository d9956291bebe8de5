import { z } from 'zod';
import {
  dismissFailedJob,
  failedJobs,
  retryFailedJob,
} from '#app/domain/operating/operations/failed-work.server.ts';
import { jobTitle } from '#app/domain/operating/operations/job-titles.ts';
import { reportQueues } from '#app/platform/jobs/queue-report.server.ts';
import { actorOf, allow, may } from '#app/routes/admin/access.server.ts';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, readAction } from '#app/routes/http/form-action.server.ts';
import { SubmitButton } from '#app/ui/button.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { Disclosure } from '#app/ui/disclosure.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Moment } from '#app/ui/moment.tsx';
import type { Route } from './+types/jobs';

export const middleware: Route.MiddlewareFunction[] = [allow('operations:read', 'operations:run')];

const path = '/admin/jobs';

export async function loader({ context }: Route.LoaderArgs) {
  const [failed, queues] = await Promise.all([failedJobs(), reportQueues()]);
  return { failed, queues, mayRun: may(context, 'operations:run') };
}

const schema = z.object({ intent: z.enum(['retry', 'dismiss']), job: z.string().max(100) });

export const action = formAction(async ({ context }: Route.ActionArgs, form) => {
  const { intent, job } = readAction(form, schema);
  if (intent === 'retry') await retryFailedJob(job, actorOf(context));
  else await dismissFailedJob(job, actorOf(context));
  return redirectWithFlash(path, intent === 'retry' ? 'The job will run again.' : 'The job is dismissed.');
});

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Jobs')];

export default function JobsPage({
  loaderData: { failed, queues, mayRun },
  actionData,
}: Route.ComponentProps) {
  const busy = queues.filter(hasWork);
  const idle = queues.filter((queue) => !hasWork(queue));
  return (
    <div className="grid gap-6">
      <PageHeading title="Jobs">Background work: emails, payments, payouts and clean-up.</PageHeading>
      <FormErrors id="job-error" errors={actionData?.lastResult.error?.['']} />
      <section aria-labelledby="failed" className="grid gap-3">
        <h2 id="failed" className="text-xl">
          Failed jobs
        </h2>
        {failed.length === 0 ? (
          <EmptyState title="No failed jobs" />
        ) : (
          <DataTable
            caption="Failed jobs"
            rows={failed}
            keyOf={({ id }) => id}
            columns={[
              { label: 'Job', cell: ({ kind }) => <JobKind name={kind} /> },
              {
                label: 'Data',
                cell: ({ data: given }) => <code className="text-xs">{JSON.stringify(given)}</code>,
              },
              { label: 'Error', cell: ({ error }) => error },
              { label: 'Tries', isFigure: true, cell: ({ attempts }) => attempts },
              { label: 'Failed', cell: ({ failedAt }) => <Moment at={failedAt} /> },
              {
                label: 'What to do',
                isHidden: true,
                cell: ({ id }) =>
                  mayRun ? (
                    <form method="post" action={path} className="flex flex-wrap gap-2">
                      <input type="hidden" name="job" value={id} />
                      <SubmitButton intent="retry" variant="secondary" pendingLabel="Queueing...">
                        Run again
                      </SubmitButton>
                      <SubmitButton intent="dismiss" variant="quiet" pendingLabel="Dismissing...">
                        Dismiss
                      </SubmitButton>
                    </form>
                  ) : null,
              },
            ]}
          />
        )}
      </section>
      <section aria-labelledby="queues" className="grid gap-3">
        <h2 id="queues" className="text-xl">
          Queues
        </h2>
        <p className="text-sm text-muted">
          Counts are updated twice a minute. “Later” jobs are scheduled for a later time. A failed job is
          retried later, after jobs that have not run yet.
        </p>
        {busy.length > 0 ? (
          <QueueTable caption="Jobs with work to do" queues={busy} />
        ) : (
          <EmptyState title="Nothing is waiting" />
        )}
        {idle.length > 0 ? (
          <Disclosure title={`${idle.length} kinds of jobs with nothing to do`}>
            <QueueTable caption="Jobs with nothing to do" queues={idle} />
          </Disclosure>
        ) : null}
      </section>
    </div>
  );
}

type Queue = Route.ComponentProps['loaderData']['queues'][number];

const hasWork = ({ ready, active, later, failed }: Queue) => ready + active + later + failed > 0;

function QueueTable({ caption, queues }: { caption: string; queues: readonly Queue[] }) {
  return (
    <DataTable
      caption={caption}
      rows={queues}
      keyOf={({ name }) => name}
      columns={[
        { label: 'Job', cell: ({ name }) => <JobKind name={name} /> },
        { label: 'Waiting', isFigure: true, cell: ({ ready }) => <Count of={ready} /> },
        { label: 'Running', isFigure: true, cell: ({ active }) => <Count of={active} /> },
        { label: 'Later', isFigure: true, cell: ({ later }) => <Count of={later} /> },
        { label: 'Failed', isFigure: true, cell: ({ failed }) => <Count of={failed} /> },
        {
          label: 'Oldest waiting',
          cell: ({ oldestDueAt }) => (oldestDueAt ? <Moment at={oldestDueAt} /> : 'None'),
        },
        {
          label: 'Last success',
          cell: ({ lastSuccessAt }) => (lastSuccessAt ? <Moment at={lastSuccessAt} /> : 'Not yet'),
        },
      ]}
    />
  );
}

/** A number of jobs; zeros step back, so that one sees what is not. */
const Count = ({ of }: { of: number }) =>
  of === 0 ? <span className="text-muted">0</span> : <strong>{of.toLocaleString('en-US')}</strong>;

/** What a kind of job does, and its name in the log. */
function JobKind({ name }: { name: string }) {
  return (
    <span className="grid">
      {jobTitle(name)}
      <code className="text-xs font-normal text-muted">{name}</code>
    </span>
  );
}
