import { roleNames } from '#app/domain/core/access/role-names.ts';
import {
  givenRoles,
  type InviteUserForm,
  inviteUserSchema,
} from '#app/domain/operating/users/edit-user.server.ts';
import { inviteUser } from '#app/domain/operating/users/invite-user.server.ts';
import { actorOf, allow } from '#app/routes/admin/access.server.ts';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, parseForm } from '#app/routes/http/form-action.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { SelectField, TextField } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import type { Route } from './+types/new';

export const middleware: Route.MiddlewareFunction[] = [allow('users:invite')];

export const loader = () => ({ roles: givenRoles.map((role) => ({ role, name: roleNames[role] })) });

export const action = formAction(async ({ context }: Route.ActionArgs, form) => {
  const id = await inviteUser(actorOf(context), parseForm(form, inviteUserSchema));
  return redirectWithFlash(`/admin/users/${id}`, 'The account is made, and the invitation is on its way.');
});

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Add User')];

export default function NewUser({ loaderData: { roles }, actionData }: Route.ComponentProps) {
  const form = formFields<InviteUserForm>('invite', actionData, { role: 'member' });
  return (
    <div className="grid max-w-2xl gap-5">
      <Breadcrumb crumbs={[{ to: '/admin/users', label: 'Users' }]} current="Add User" />
      <PageHeading title="Add User">
        We email them a link to choose a password. It works for a week.
      </PageHeading>
      <Card>
        <form method="post" noValidate id={form.id} className="grid gap-5">
          <FormErrors id={form.errorId} errors={form.errors} />
          <TextField {...form.field('name')} label="Name" required maxLength={80} autoComplete="off" />
          <TextField
            {...form.field('email')}
            label="Email"
            type="email"
            required
            maxLength={254}
            autoComplete="off"
          />
          <SelectField {...form.field('role')} label="Role">
            {roles.map(({ role, name }) => (
              <option key={role} value={role}>
                {name}
              </option>
            ))}
          </SelectField>
          <div className="flex flex-wrap gap-3">
            <SubmitButton pendingLabel="Inviting...">Send invitation</SubmitButton>
            <ButtonLink variant="secondary" to="/admin/users">
              Cancel
            </ButtonLink>
          </div>
        </form>
      </Card>
    </div>
  );
}
