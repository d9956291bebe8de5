import { z } from 'zod';
import { checkLetter, previewLetter } from '#app/domain/operating/letters/checks.server.ts';
import { listFactValues } from '#app/domain/operating/sequences/facts.server.ts';
import { findSequence } from '#app/domain/operating/sequences/sequences.server.ts';
import {
  addStep,
  type StepForm as Fields,
  findStep,
  saveStep,
  sendTestStep,
  stepFields,
  stepSchema,
} from '#app/domain/operating/sequences/steps.server.ts';
import { actorOf, allow, hasConfirmed } from '#app/routes/admin/access.server.ts';
import { ConfirmFirst } from '#app/routes/admin/confirm-first.tsx';
import { ChangedMeanwhile, comparedFields } from '#app/routes/admin/edit-conflict.tsx';
import { LetterChecks } from '#app/routes/admin/letters/letter-checks.tsx';
import { LetterPreview } from '#app/routes/admin/letters/letter-preview.tsx';
import { StepForm } from '#app/routes/admin/letters/sequences/step-form.tsx';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, parseForm, readIntent } from '#app/routes/http/form-action.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import type { Route } from './+types/step';

export const middleware: Route.MiddlewareFunction[] = [allow('letters:edit')];

const list = '/admin/letters/sequences';

/** In the place of a step's id: one that is not there yet. */
const newStep = 'new';

const labels = {
  delay: 'Wait',
  delayUnit: 'Hours or days',
  at: 'At',
  condition: 'Who gets it',
  conditionTag: 'Tag',
  subject: 'Subject',
  preheader: 'Preview line',
  body: 'Email',
} as const satisfies Record<Exclude<keyof Fields, 'version'>, string>;

const firstFields: Fields = {
  subject: '',
  preheader: '',
  body: '',
  delay: '1',
  delayUnit: 'days',
  at: '',
  condition: '',
  conditionTag: '',
  version: '',
};

export async function loader({ params: { sequenceId, stepId }, url, context }: Route.LoaderArgs) {
  const [sequence, step, values] = await Promise.all([
    findSequence(sequenceId),
    stepId === newStep ? null : findStep(sequenceId, stepId),
    listFactValues(),
  ]);
  if (!sequence) throw notFound('There is no such sequence', { to: list, label: 'Sequences' });
  if (!step && stepId !== newStep)
    throw notFound('There is no such email', { to: `${list}/${sequenceId}`, label: sequence.name });
  const text = step && { ...step, kind: sequence.kind };
  const preview = text && previewLetter(text);
  return {
    sequence: { id: sequence.id, name: sequence.name, timeZone: sequence.timeZone },
    stepId,
    subject: step?.subject ?? null,
    fields: step ? stepFields(step) : firstFields,
    values,
    preview: preview && { subject: preview.subject, text: preview.text },
    checks: text && url.searchParams.has('check') ? await checkLetter(text, null) : null,
    scheme: url.searchParams.get('scheme') === 'dark' ? ('dark' as const) : ('light' as const),
    mustConfirm: sequence.state === 'on' && !hasConfirmed(context),
  };
}

export const action = formAction(
  async ({ params: { sequenceId, stepId }, context }: Route.ActionArgs, form) => {
    const actor = actorOf(context);
    const path = `${list}/${sequenceId}/steps`;
    if (readIntent(form, z.enum(['save', 'test'])) === 'test') {
      await sendTestStep(actor, sequenceId, stepId);
      return redirectWithFlash(`${path}/${stepId}`, 'We sent the test to your own address.');
    }
    const fields = parseForm(form, stepSchema);
    if (stepId === newStep) {
      const id = await addStep(actor, sequenceId, fields);
      return redirectWithFlash(`${path}/${id}`, 'The email is added. Look at it below.');
    }
    await saveStep(actor, sequenceId, stepId, fields);
    return redirectWithFlash(`${path}/${stepId}`, 'The email is saved.');
  },
);

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  pageTitle(matches, loaderData?.subject ?? 'New email'),
];

export default function StepPage({ loaderData, actionData }: Route.ComponentProps) {
  const { sequence, stepId, subject, fields, values, preview, checks, scheme, mustConfirm } = loaderData;
  const path = `${list}/${sequence.id}/steps/${stepId}`;
  const isTest = actionData?.lastResult.initialValue?.intent === 'test';
  const form = formFields<Fields>('step', isTest ? undefined : actionData, fields);
  return (
    <div className="grid grid-cols-1 gap-6">
      <Breadcrumb
        crumbs={[
          { to: list, label: 'Sequences' },
          { to: `${list}/${sequence.id}`, label: sequence.name },
        ]}
        current={subject ?? 'New email'}
      />
      <PageHeading
        title={subject ?? 'New email'}
        actions={
          preview ? (
            <>
              <form method="post" action={path}>
                <SubmitButton intent="test" variant="secondary" pendingLabel="Sending...">
                  Send me a test
                </SubmitButton>
              </form>
              <ButtonLink variant="secondary" to={`${path}?check=1`}>
                Check this email
              </ButtonLink>
            </>
          ) : null
        }
      />
      <FormErrors id="step-page-error" errors={isTest ? actionData?.lastResult.error?.[''] : undefined} />
      {checks ? <LetterChecks checks={checks} /> : null}
      {mustConfirm ? <ConfirmFirst returnTo={path} what="This sequence is on. Its emails" /> : null}
      <div className="max-w-3xl">
        <StepForm
          path={path}
          back={`${list}/${sequence.id}`}
          form={form}
          values={values}
          timeZone={sequence.timeZone}
          version={
            <ChangedMeanwhile
              typedOver={isTest ? undefined : actionData?.lastResult.initialValue?.version}
              version={fields.version}
              fields={comparedFields(labels, fields, form)}
            />
          }
        />
      </div>
      {preview ? <LetterPreview path={path} scheme={scheme} {...preview} /> : null}
    </div>
  );
}
