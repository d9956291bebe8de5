import { z } from 'zod';
import { ConfirmationNeeded } from '#app/domain/core/access/admin-guard.server.ts';
import { letterKindName } from '#app/domain/operating/letters/kinds.ts';
import { endReasons } from '#app/domain/operating/sequences/events.ts';
import { describeEvent, describeFact } from '#app/domain/operating/sequences/facts.server.ts';
import { findSequenceReport } from '#app/domain/operating/sequences/report.server.ts';
import {
  archiveSequence,
  pauseSequence,
  turnSequenceOn,
} from '#app/domain/operating/sequences/running.server.ts';
import { deleteSequence, findSequence } from '#app/domain/operating/sequences/sequences.server.ts';
import {
  describeDelay,
  listSteps,
  moveStep,
  removeStep,
} from '#app/domain/operating/sequences/steps.server.ts';
import { actorOf, allow, confirmFirst } from '#app/routes/admin/access.server.ts';
import { intentButtons } from '#app/routes/admin/letters/intent-buttons.tsx';
import { SequenceReport } from '#app/routes/admin/letters/sequences/sequence-report.tsx';
import { SequenceStateBadge } from '#app/routes/admin/letters/sequences/sequence-state.tsx';
import { StepList } from '#app/routes/admin/letters/sequences/step-list.tsx';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { Facts } from '#app/routes/admin/users/facts.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, readAction, readIntent } from '#app/routes/http/form-action.server.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Link } from '#app/ui/link.tsx';
import type { Route } from './+types/sequence';

export const middleware: Route.MiddlewareFunction[] = [allow('letters:edit')];

const list = '/admin/letters/sequences';

export async function loader({ params }: Route.LoaderArgs) {
  const sequence = await findSequence(params.sequenceId);
  if (!sequence) throw notFound('There is no such sequence', { to: list, label: 'Sequences' });
  const [steps, { segmentNames, ...report }] = await Promise.all([
    listSteps(sequence.id, { isWhole: true }),
    findSequenceReport(sequence.id),
  ]);
  const live = steps.filter(({ removedAt }) => removedAt === null);
  return {
    sequence: {
      id: sequence.id,
      name: sequence.name,
      state: sequence.state,
      startsWhen: describeEvent(sequence),
      goal: sequence.goal ? describeFact(sequence.goal, false, segmentNames) : null,
      kind: letterKindName(sequence.kind),
      timeZone: sequence.timeZone,
      mayBeSecond: sequence.mayBeSecond,
    },
    steps: live.map((step, place) => ({
      id: step.id,
      subject: step.subject,
      delay: describeDelay(step, place === 0),
      condition: step.condition ? describeFact(step.condition, step.conditionIsNot, segmentNames) : null,
    })),
    names: steps.map(({ id, subject, removedAt }) => ({ id, subject, isRemoved: removedAt !== null })),
    report,
  };
}

const intentSchema = z.enum(['on', 'pause', 'archive', 'delete', 'up', 'down', 'remove']);
const stepSchema = z.object({ step: z.string().max(40) });
const moveSchema = stepSchema.extend({ place: z.coerce.number().int().min(1).max(100) });

/** What each button of the sequence does, and what is said then. */
const commands = {
  on: [turnSequenceOn, 'The sequence is on.'],
  pause: [pauseSequence, 'The sequence is paused.'],
  archive: [archiveSequence, 'The sequence is archived.'],
} as const;

export const action = formAction(async ({ params: { sequenceId }, context }: Route.ActionArgs, form) => {
  const actor = actorOf(context);
  const path = `${list}/${sequenceId}`;
  const intent = readIntent(form, intentSchema);
  try {
    if (intent === 'delete') {
      await deleteSequence(actor, sequenceId);
      return redirectWithFlash(list, 'The draft is deleted.');
    }
    if (intent === 'up' || intent === 'down') {
      const { step, place } = readAction(form, moveSchema);
      await moveStep(actor, sequenceId, { stepId: step, place, direction: intent });
      return redirectWithFlash(path, 'The email is moved.');
    }
    if (intent === 'remove') {
      await removeStep(actor, sequenceId, readAction(form, stepSchema).step);
      return redirectWithFlash(path, 'The email is removed.');
    }
    const [command, words] = commands[intent];
    await command(actor, sequenceId);
    return redirectWithFlash(path, words);
  } catch (error) {
    if (error instanceof ConfirmationNeeded) return confirmFirst(error, path);
    throw error;
  }
});

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  pageTitle(matches, loaderData?.sequence.name ?? 'Sequence'),
];

const counted = (count: number) => count.toLocaleString('en-US');

export default function SequencePage({ loaderData, actionData }: Route.ComponentProps) {
  const { sequence, steps, names, report } = loaderData;
  const { id, name, state } = sequence;
  const path = `${list}/${id}`;
  const button = intentButtons(path);
  return (
    <div className="grid grid-cols-1 gap-6">
      <Breadcrumb
        crumbs={[
          { to: '/admin/letters', label: 'Letters' },
          { to: list, label: 'Sequences' },
        ]}
        current={name}
      />
      <PageHeading
        title={name}
        actions={
          <>
            {state === 'draft' && steps.length > 0
              ? button('on', 'Turn on', 'Turning on...', 'primary')
              : null}
            {state === 'paused' ? button('on', 'Turn on again', 'Turning on...', 'primary') : null}
            {state === 'on' ? button('pause', 'Pause', 'Pausing...') : null}
            {state === 'archived' ? null : (
              <ButtonLink variant="secondary" to={`${path}/edit`}>
                Edit settings
              </ButtonLink>
            )}
          </>
        }
      />
      <p className="flex flex-wrap items-center gap-3 text-sm">
        <SequenceStateBadge state={state} />
        <Link to={`${path}/people`} className="link">
          {report.people === 1 ? '1 person is in it' : `${counted(report.people)} people are in it`}
        </Link>
      </p>
      <FormErrors id="sequence-error" errors={actionData?.lastResult.error?.['']} />
      <Facts
        facts={[
          ['Starts when', sequence.startsWhen],
          ['Who comes in', 'People for whom this happens while the sequence is on, not those before'],
          [
            'Ends when',
            sequence.goal ? `The person ${sequence.goal}, or after the last email` : 'After the last email',
          ],
          ['Kind of email', sequence.kind],
          ['Time zone', sequence.timeZone],
          [
            'Emails a day',
            sequence.mayBeSecond
              ? 'These go out even if the person already got another bulk email that day'
              : 'If the person already got another bulk email that day, the next one waits until tomorrow',
          ],
        ]}
      />
      <section aria-labelledby="emails" className="grid grid-cols-1 gap-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 id="emails" className="text-xl">
            Emails
          </h2>
          {state === 'archived' ? null : (
            <ButtonLink variant="secondary" to={`${path}/steps/new`}>
              Add an email
            </ButtonLink>
          )}
        </div>
        <StepList path={path} steps={steps} isEditable={state !== 'archived'} />
        {state === 'on' ? (
          <p className="text-sm text-muted">
            People in the sequence continue with the email after the last one they got. If you add an email
            before that point, they don’t get it.
          </p>
        ) : null}
      </section>
      {state === 'draft' ? null : <SequenceReport names={names} report={report} endReasons={endReasons} />}
      {state === 'draft' || state === 'archived' ? null : (
        <div className="grid justify-items-start gap-2 border-t border-line pt-4">
          <p className="text-sm text-muted">
            Archiving ends the sequence for everyone in it. The report stays.
          </p>
          {button('archive', 'Archive this sequence', 'Archiving...', 'danger')}
        </div>
      )}
      {state === 'draft' ? (
        <div className="border-t border-line pt-4">
          {button('delete', 'Delete this draft', 'Deleting...', 'danger')}
        </div>
      ) : null}
    </div>
  );
}
