import {
  addCannedAnswer,
  type CannedAnswerForm,
  cannedAnswerSchema,
  listCannedAnswers,
} from '#app/domain/talk/support/canned-answers.server.ts';
import { actorOf, allow } from '#app/routes/admin/access.server.ts';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { CannedAnswerFields } from '#app/routes/admin/support/canned-answer-fields.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, parseForm } from '#app/routes/http/form-action.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Link } from '#app/ui/link.tsx';
import type { Route } from './+types/answers';

export const middleware: Route.MiddlewareFunction[] = [allow('tickets:read', 'tickets:answer')];

const path = '/admin/support/answers';

export const loader = async () => ({ answers: await listCannedAnswers() });

export const action = formAction(async ({ context }: Route.ActionArgs, form) => {
  await addCannedAnswer(actorOf(context), parseForm(form, cannedAnswerSchema));
  return redirectWithFlash(path, 'The answer is kept.');
});

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Canned answers')];

export default function CannedAnswers({ loaderData: { answers }, actionData }: Route.ComponentProps) {
  const form = formFields<CannedAnswerForm>('canned', actionData);
  return (
    <div className="grid grid-cols-1 gap-5">
      <Breadcrumb crumbs={[{ to: '/admin/support', label: 'Support inbox' }]} current="Canned answers" />
      <PageHeading title="Canned answers">
        Ready-made answers. You can change one before you send it.
      </PageHeading>
      <div className="grid grid-cols-1 gap-6 xl:grid-cols-2 xl:items-start">
        {answers.length === 0 ? (
          <EmptyState title="There are none yet">Save answers you send often.</EmptyState>
        ) : (
          <ul className="rounded-card border border-line bg-surface">
            {answers.map(({ id, title, body }) => (
              <li key={id} className="grid gap-1 border-t border-line px-4 py-3 first:border-0">
                <Link to={`${path}/${id}`} className="link font-semibold wrap-anywhere">
                  {title}
                </Link>
                <p className="line-clamp-2 text-sm text-muted wrap-anywhere">{body}</p>
              </li>
            ))}
          </ul>
        )}
        <Card className="grid gap-4 p-4! sm:p-5!">
          <h2 className="text-lg">New canned answer</h2>
          <form method="post" action={path} id={form.id} className="grid gap-4">
            <CannedAnswerFields form={form} />
            <SubmitButton pendingLabel="Saving..." className="justify-self-start">
              Save answer
            </SubmitButton>
          </form>
        </Card>
      </div>
    </div>
  );
}
