import {
  type DeleteUserForm,
  deleteUser,
  deleteUserSchema,
} from '#app/domain/operating/users/delete-user.server.ts';
import { findUserDetail } from '#app/domain/operating/users/user-detail.server.ts';
import { deletionWord } from '#app/domain/people/personal-data/deletion.server.ts';
import { actorOf, allow } from '#app/routes/admin/access.server.ts';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { ReasonField } from '#app/routes/admin/reason-field.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, parseForm } from '#app/routes/http/form-action.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { TextField } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import type { Route } from './+types/delete';

export const middleware: Route.MiddlewareFunction[] = [allow('users:delete')];

export async function loader({ params }: Route.LoaderArgs) {
  const user = await findUserDetail(params.userId);
  if (!user) throw notFound('There is no such user', { to: '/admin/users', label: 'All users' });
  return { user: { id: user.id, name: user.name || user.email }, word: deletionWord };
}

export const action = formAction(async ({ params: { userId }, context }: Route.ActionArgs, form) => {
  const result = await deleteUser(actorOf(context), userId, parseForm(form, deleteUserSchema).reason);
  return redirectWithFlash(
    `/admin/users/${userId}`,
    result === 'erased'
      ? 'The user is deleted.'
      : 'The user is signed out now. They are erased once what they paid for has ended and no payout is on its way.',
  );
});

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Delete a user')];

export default function DeleteUser({ loaderData: { user, word }, actionData }: Route.ComponentProps) {
  const path = `/admin/users/${user.id}`;
  const form = formFields<DeleteUserForm>('delete', actionData);
  return (
    <div className="grid max-w-2xl gap-5">
      <Breadcrumb
        crumbs={[
          { to: '/admin/users', label: 'Users' },
          { to: path, label: user.name },
        ]}
        current="Delete"
      />
      <PageHeading
        title={
          <>
            Delete <bdi>{user.name}</bdi>
          </>
        }
      >
        This starts right away and cannot be undone.
      </PageHeading>
      <Card className="grid gap-5">
        <ul className="grid list-disc gap-1.5 pl-5 text-sm marker:text-muted">
          <li>Their subscriptions are canceled, and they are signed out everywhere.</li>
          <li>All personal data is erased from every table.</li>
          <li>Payments, commissions, payouts and receipts stay, as the law requires, without their name.</li>
          <li>Commissions that they are owed are paid first, with a last payout below the minimum too.</li>
          <li>
            Erasing waits while a paid period is running, a payout is owed or on its way, or a refund is open.
            To end a paid period now, refund its last payment first.
          </li>
        </ul>
        <form method="post" noValidate id={form.id} className="grid gap-5">
          <FormErrors id={form.errorId} errors={form.errors} />
          <ReasonField {...form.field('reason')} required />
          <TextField
            {...form.field('word')}
            label={`Type ${word} to show that you mean it`}
            required
            maxLength={20}
            autoComplete="off"
            spellCheck={false}
          />
          <div className="flex flex-wrap gap-3">
            <SubmitButton variant="danger" pendingLabel="Deleting...">
              Delete this user
            </SubmitButton>
            <ButtonLink variant="secondary" to={path}>
              Keep them
            </ButtonLink>
          </div>
        </form>
      </Card>
    </div>
  );
}
