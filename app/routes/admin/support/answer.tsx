import {
  type CannedAnswerForm,
  deleteCannedAnswer,
  editCannedAnswer,
  editedAnswerSchema,
  findCannedAnswer,
} from '#app/domain/talk/support/canned-answers.server.ts';
import { actorOf, allow } from '#app/routes/admin/access.server.ts';
import { ChangedMeanwhile } from '#app/routes/admin/edit-conflict.tsx';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { CannedAnswerFields } from '#app/routes/admin/support/canned-answer-fields.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, parseForm } from '#app/routes/http/form-action.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import type { Route } from './+types/answer';

export const middleware: Route.MiddlewareFunction[] = [allow('tickets:read', 'tickets:answer')];

const list = '/admin/support/answers';

export async function loader({ params }: Route.LoaderArgs) {
  const answer = await findCannedAnswer(params.answerId);
  if (!answer) throw notFound('There is no such answer', { to: list, label: 'Canned answers' });
  return { answer };
}

export const action = formAction(async ({ params: { answerId }, context }: Route.ActionArgs, form) => {
  const actor = actorOf(context);
  if (form.get('intent') === 'delete') {
    await deleteCannedAnswer(actor, answerId);
    return redirectWithFlash(list, 'The answer is deleted.');
  }
  await editCannedAnswer(actor, answerId, parseForm(form, editedAnswerSchema));
  return redirectWithFlash(list, 'The answer is saved.');
});

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Canned answer')];

export default function EditCannedAnswer({ loaderData: { answer }, actionData }: Route.ComponentProps) {
  const form = formFields<CannedAnswerForm>('canned', actionData, answer);
  return (
    <div className="grid max-w-2xl grid-cols-1 gap-5">
      <Breadcrumb
        crumbs={[
          { to: '/admin/support', label: 'Support inbox' },
          { to: list, label: 'Canned answers' },
        ]}
        current={answer.title}
      />
      <PageHeading title={answer.title} />
      <Card className="grid gap-4">
        <form method="post" id={form.id} className="grid gap-4">
          <CannedAnswerFields form={form} />
          <ChangedMeanwhile
            typedOver={actionData?.lastResult.initialValue?.version}
            version={answer.version}
            fields={[
              { label: 'Name', now: answer.title, typed: form.field('title').defaultValue },
              { label: 'Answer', now: answer.body, typed: form.field('body').defaultValue },
            ]}
          />
          <div className="flex flex-wrap gap-3">
            <SubmitButton pendingLabel="Saving...">Save</SubmitButton>
            <ButtonLink variant="secondary" to={list}>
              Cancel
            </ButtonLink>
          </div>
        </form>
        <form method="post" className="border-t border-line pt-4">
          <SubmitButton intent="delete" variant="danger" pendingLabel="Deleting...">
            Delete this answer
          </SubmitButton>
        </form>
      </Card>
    </div>
  );
}
