import { listFactValues } from '#app/domain/operating/sequences/facts.server.ts';
import {
  type SequenceForm as Fields,
  findSequence,
  saveSequence,
  sequenceFields,
  sequenceSchema,
} from '#app/domain/operating/sequences/sequences.server.ts';
import { timeZoneChoices } from '#app/platform/time-zone.ts';
import { actorOf, allow } from '#app/routes/admin/access.server.ts';
import { ChangedMeanwhile, comparedFields } from '#app/routes/admin/edit-conflict.tsx';
import { SequenceForm } from '#app/routes/admin/letters/sequences/sequence-form.tsx';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, parseForm } from '#app/routes/http/form-action.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import type { Route } from './+types/edit';

export const middleware: Route.MiddlewareFunction[] = [allow('letters:edit')];

const list = '/admin/letters/sequences';

const labels = {
  name: 'Name',
  event: 'Starts when',
  eventTag: 'Tag that starts it',
  eventDays: 'Days without progress',
  goal: 'Goal',
  goalTag: 'Tag that ends it',
  kind: 'Kind of email',
  timeZone: 'Time zone',
  mayBeSecond: 'Also to people who already got a bulk email that day',
} as const satisfies Record<Exclude<keyof Fields, 'version'>, string>;

export async function loader({ params }: Route.LoaderArgs) {
  const sequence = await findSequence(params.sequenceId);
  if (!sequence) throw notFound('There is no such sequence', { to: list, label: 'Sequences' });
  return {
    id: sequence.id,
    name: sequence.name,
    fields: sequenceFields(sequence),
    values: await listFactValues(),
    timeZones: timeZoneChoices,
  };
}

export const action = formAction(async ({ params: { sequenceId }, context }: Route.ActionArgs, form) => {
  await saveSequence(actorOf(context), sequenceId, parseForm(form, sequenceSchema));
  return redirectWithFlash(`${list}/${sequenceId}`, 'The settings are saved.');
});

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  pageTitle(matches, `Settings of ${loaderData?.name ?? 'a sequence'}`),
];

export default function EditSequence({ loaderData, actionData }: Route.ComponentProps) {
  const { id, name, fields, values, timeZones } = loaderData;
  const form = formFields<Fields>('sequence', actionData, fields);
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-5">
      <Breadcrumb
        crumbs={[
          { to: list, label: 'Sequences' },
          { to: `${list}/${id}`, label: name },
        ]}
        current="Settings"
      />
      <PageHeading title="Settings of the sequence" />
      <SequenceForm
        path={`${list}/${id}/edit`}
        back={`${list}/${id}`}
        form={form}
        values={values}
        timeZones={timeZones}
        version={
          <ChangedMeanwhile
            typedOver={actionData?.lastResult.initialValue?.version}
            version={fields.version}
            fields={comparedFields(labels, fields, form, (name, value) =>
              name === 'mayBeSecond' ? (value === 'on' ? 'Yes' : 'No') : value,
            )}
          />
        }
      />
    </div>
  );
}
