import { roleNames } from '#app/domain/core/access/role-names.ts';
import { isDeleted } from '#app/domain/core/audit/user-name.ts';
import {
  type EditUserForm,
  editUser,
  editUserSchema,
  givenRoles,
} from '#app/domain/operating/users/edit-user.server.ts';
import { findUserDetail } from '#app/domain/operating/users/user-detail.server.ts';
import { actorOf, allow, hasConfirmed } from '#app/routes/admin/access.server.ts';
import { ConfirmFirst } from '#app/routes/admin/confirm-first.tsx';
import { ChangedMeanwhile } from '#app/routes/admin/edit-conflict.tsx';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { ReasonField } from '#app/routes/admin/reason-field.tsx';
import { deactivationHint } from '#app/routes/admin/users/deactivation-hint.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, parseForm } from '#app/routes/http/form-action.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { SelectField, TextField } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import type { Route } from './+types/edit';

export const middleware: Route.MiddlewareFunction[] = [allow('users:edit')];

export async function loader({ params, context }: Route.LoaderArgs) {
  const user = await findUserDetail(params.userId);
  if (!user || isDeleted(user))
    throw notFound('There is no such user', { to: '/admin/users', label: 'All users' });
  const { id, name, email, assignedRole, role, status, commissionRate, version } = user;
  return {
    user: { id, name, email, role: assignedRole, status, commissionRate: String(commissionRate), version },
    isAdmin: role === 'admin',
    roles: givenRoles.map((each) => ({ role: each, name: roleNames[each] })),
    wantsConfirmation: !hasConfirmed(context),
  };
}

export const action = formAction(async ({ params: { userId }, context }: Route.ActionArgs, form) => {
  const isChanged = await editUser(actorOf(context), userId, parseForm(form, editUserSchema));
  return redirectWithFlash(
    `/admin/users/${userId}`,
    isChanged ? 'The user is saved.' : 'Nothing had to be changed.',
  );
});

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Edit user')];

export default function EditUser({ loaderData, actionData }: Route.ComponentProps) {
  const { user, isAdmin, roles, wantsConfirmation } = loaderData;
  const form = formFields<EditUserForm>('user', actionData, user);
  const path = `/admin/users/${user.id}`;
  return (
    <div className="grid max-w-2xl gap-5">
      <Breadcrumb
        crumbs={[
          { to: '/admin/users', label: 'Users' },
          { to: path, label: user.name || 'No name' },
        ]}
        current="Edit"
      />
      <PageHeading
        title={
          <>
            Edit <bdi>{user.name || 'user'}</bdi>
          </>
        }
      />
      {wantsConfirmation ? <ConfirmFirst returnTo={`${path}/edit`} what="Everything but the name" /> : null}
      <Card>
        <form method="post" noValidate id={form.id} className="grid gap-5">
          <FormErrors id={form.errorId} errors={form.errors} />
          <ChangedMeanwhile
            typedOver={actionData?.lastResult.initialValue?.version}
            version={user.version}
            fields={[
              { label: 'Name', now: user.name, typed: form.field('name').defaultValue },
              { label: 'Email', now: user.email, typed: form.field('email').defaultValue },
              ...(isAdmin
                ? []
                : [
                    {
                      label: 'Role',
                      now: roleNames[user.role],
                      typed: roles.find(({ role }) => role === form.field('role').defaultValue)?.name,
                    },
                  ]),
              {
                label: 'Status',
                now: user.status === 'active' ? 'Active' : 'Inactive',
                typed: form.field('status').defaultValue === 'active' ? 'Active' : 'Inactive',
              },
              {
                label: 'Commission rate',
                now: user.commissionRate,
                typed: form.field('commissionRate').defaultValue,
              },
            ]}
          />
          <TextField {...form.field('name')} label="Name" required maxLength={80} autoComplete="off" />
          <TextField
            {...form.field('email')}
            label="Email"
            type="email"
            required
            maxLength={254}
            autoComplete="off"
            hint="A new address has to be verified. We notify the old one, and all sessions end."
          />
          {isAdmin ? (
            <p className="text-sm text-muted">Admins are added and removed on the command line.</p>
          ) : (
            <SelectField {...form.field('role')} label="Role" hint="Never below what they have bought.">
              {roles.map(({ role, name }) => (
                <option key={role} value={role}>
                  {name}
                </option>
              ))}
            </SelectField>
          )}
          <SelectField {...form.field('status')} label="Status" hint={deactivationHint}>
            <option value="active">Active</option>
            <option value="inactive">Inactive</option>
          </SelectField>
          <TextField
            {...form.field('commissionRate')}
            label="Commission rate, in percent"
            inputMode="decimal"
            required
            autoComplete="off"
          />
          <ReasonField {...form.field('reason')} />
          <div className="flex flex-wrap gap-3">
            <SubmitButton pendingLabel="Saving...">Save</SubmitButton>
            <ButtonLink variant="secondary" to={path}>
              Cancel
            </ButtonLink>
          </div>
        </form>
      </Card>
    </div>
  );
}
