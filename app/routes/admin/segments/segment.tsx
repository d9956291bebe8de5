import { z } from 'zod';
import {
  type ConditionField,
  conditionFieldNames,
  conditionFields,
  hintOf,
  maxConditions,
} from '#app/domain/operating/segments/condition-fields.ts';
import {
  conditionFieldSchema,
  conditionSchema,
  inputsOf,
} from '#app/domain/operating/segments/conditions.server.ts';
import { findSegmentPeople } from '#app/domain/operating/segments/segment-people.server.ts';
import {
  addCondition,
  deleteSegment,
  editSegment,
  findSegment,
  removeCondition,
  type SegmentForm,
  segmentSchema,
} from '#app/domain/operating/segments/segments.server.ts';
import { actorOf, allow, may } from '#app/routes/admin/access.server.ts';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { ConditionForm } from '#app/routes/admin/segments/condition-form.tsx';
import { SegmentFields } from '#app/routes/admin/segments/segment-fields.tsx';
import { SegmentPeopleList } from '#app/routes/admin/segments/segment-people.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, parseForm, readAction, readIntent } from '#app/routes/http/form-action.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import type { Route } from './+types/segment';

export const middleware: Route.MiddlewareFunction[] = [allow('users:read', 'segments:edit')];

const list = '/admin/users/segments';

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const segment = await findSegment(params.segmentId);
  if (!segment) throw notFound('There is no such segment', { to: list, label: 'Segments' });
  const { id, name, isAny, sentences, conditions } = segment;
  const field = conditionFieldSchema.safeParse(url.searchParams.get('add')).data ?? null;
  return {
    segment: { id, name, isAny, sentences, isReadable: conditions !== null },
    ...(await findSegmentPeople(segment)),
    mayEdit: may(context, 'segments:edit'),
    adding: field && {
      field,
      label: conditionFields[field].label,
      hint: hintOf(field),
      inputs: inputsOf(field),
    },
  };
}

const intentSchema = z.enum(['save', 'add', 'remove', 'delete']);
const removeSchema = z.object({ intent: z.string(), condition: z.string().max(1_000) });

export const action = formAction(async ({ params: { segmentId }, context }: Route.ActionArgs, form) => {
  const actor = actorOf(context);
  const path = `${list}/${segmentId}`;
  const intent = readIntent(form, intentSchema);
  if (intent === 'delete') {
    await deleteSegment(actor, segmentId);
    return redirectWithFlash(list, 'The segment is deleted.');
  }
  if (intent === 'remove') {
    await removeCondition(actor, segmentId, readAction(form, removeSchema).condition);
    return redirectWithFlash(path, 'The condition is removed.');
  }
  if (intent === 'add') {
    const { field } = parseForm(form, z.object({ field: conditionFieldSchema }));
    await addCondition(actor, segmentId, { field, values: parseForm(form, conditionSchema(field)) });
    return redirectWithFlash(path, 'The condition is added.');
  }
  await editSegment(actor, segmentId, parseForm(form, segmentSchema));
  return redirectWithFlash(path, 'The segment is saved.');
});

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  pageTitle(matches, loaderData?.segment.name ?? 'Segment'),
];

const fieldOptions = conditionFieldNames.map((field: ConditionField) => ({
  field,
  label: conditionFields[field].label,
}));

export default function SegmentPage({ loaderData, actionData }: Route.ComponentProps) {
  const { segment, count, examples, mayEdit, adding } = loaderData;
  const { id, name, isAny, sentences, isReadable } = segment;
  const path = `${list}/${id}`;
  const isReplyTo = (intent: string) => actionData?.lastResult.initialValue?.intent === intent;
  const form = formFields<SegmentForm>('segment', isReplyTo('save') ? actionData : undefined, {
    name,
    match: isAny ? 'any' : 'all',
  });
  return (
    <div className="grid grid-cols-1 gap-5">
      <Breadcrumb
        crumbs={[
          { to: '/admin/users', label: 'Users' },
          { to: list, label: 'Segments' },
        ]}
        current={name}
      />
      <PageHeading
        title={name}
        actions={
          <ButtonLink variant="secondary" to={`/admin/users?segment=${id}`}>
            Show on Users
          </ButtonLink>
        }
      />
      <div className="grid grid-cols-1 gap-6 xl:grid-cols-2 xl:items-start">
        <section aria-labelledby="conditions" className="grid grid-cols-1 gap-4">
          <h2 id="conditions" className="text-xl">
            Conditions
          </h2>
          {sentences.length === 0 ? (
            <p className="text-sm text-muted">Everyone is in this segment until you add a condition.</p>
          ) : (
            <ul className="rounded-card border border-line bg-surface">
              {sentences.map((sentence, place) => (
                <li
                  key={sentence}
                  className="flex flex-wrap items-center justify-between gap-2 border-t border-line px-4 py-2 text-sm first:border-0"
                >
                  <span className="wrap-anywhere">
                    {place > 0 ? <strong>{isAny ? 'or ' : 'and '}</strong> : null}
                    {sentence}
                  </span>
                  {mayEdit && isReadable ? (
                    <form method="post" action={path}>
                      <input type="hidden" name="condition" value={sentence} />
                      <SubmitButton
                        intent="remove"
                        variant="quiet"
                        pendingLabel="Removing..."
                        aria-label={`Remove: ${sentence}`}
                      >
                        Remove
                      </SubmitButton>
                    </form>
                  ) : null}
                </li>
              ))}
            </ul>
          )}
          {mayEdit && isReadable && sentences.length < maxConditions ? (
            <ConditionForm
              path={path}
              options={fieldOptions}
              adding={adding}
              reply={isReplyTo('add') ? actionData : undefined}
            />
          ) : null}
        </section>
        <SegmentPeopleList count={count} examples={examples} />
      </div>
      {mayEdit ? (
        <Card className="grid max-w-2xl gap-4 p-4! sm:p-5!">
          <h2 className="text-lg">Settings</h2>
          <form method="post" action={path} id={form.id} className="grid gap-4">
            <SegmentFields form={form} />
            <SubmitButton intent="save" pendingLabel="Saving..." className="justify-self-start">
              Save segment
            </SubmitButton>
          </form>
          <form method="post" action={path} className="border-t border-line pt-4">
            <SubmitButton intent="delete" variant="danger" pendingLabel="Deleting...">
              Delete this segment
            </SubmitButton>
          </form>
        </Card>
      ) : null}
    </div>
  );
}
