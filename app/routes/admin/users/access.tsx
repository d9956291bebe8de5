import { isDeleted } from '#app/domain/core/audit/user-name.ts';
import { nounOf } from '#app/domain/core/catalogue/products.ts';
import {
  type GrantForm,
  giveAccess,
  grantable,
  grantSchema,
  revokeSchema,
  takeAccess,
} from '#app/domain/operating/users/user-access.server.ts';
import { findUserDetail } from '#app/domain/operating/users/user-detail.server.ts';
import { actorOf, allow } from '#app/routes/admin/access.server.ts';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { ReasonField } from '#app/routes/admin/reason-field.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, parseForm, unknownAction } from '#app/routes/http/form-action.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { SelectField, TextField } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import type { Route } from './+types/access';

export const middleware: Route.MiddlewareFunction[] = [allow('roles:change')];

export async function loader({ params, url }: Route.LoaderArgs) {
  const user = await findUserDetail(params.userId);
  if (!user || isDeleted(user))
    throw notFound('There is no such user', { to: '/admin/users', label: 'All users' });
  const grantId = url.searchParams.get('grant');
  const grant = user.grants.find(({ id, revokedAt }) => id === grantId && !revokedAt);
  if (grantId && !grant)
    throw notFound('There is nothing to take back', { to: `/admin/users/${user.id}`, label: 'The user' });
  return {
    user: { id: user.id, name: user.name || 'No name' },
    grant: grant
      ? {
          id: grant.id,
          noun: nounOf(grant.entitlement as (typeof grantable)[number]),
          isGift: grant.isGift,
        }
      : null,
    choices: grantable.map((entitlement) => ({ entitlement, noun: nounOf(entitlement) })),
  };
}

export const action = formAction(async ({ params: { userId }, context }: Route.ActionArgs, form) => {
  const actor = actorOf(context);
  const path = `/admin/users/${userId}`;
  if (form.get('intent') === 'give') {
    await giveAccess(actor, userId, parseForm(form, grantSchema));
    return redirectWithFlash(path, 'Access is granted.');
  }
  if (form.get('intent') === 'take') {
    const isTaken = await takeAccess(actor, userId, parseForm(form, revokeSchema));
    return redirectWithFlash(path, isTaken ? 'The access is removed.' : 'The access was already removed.');
  }
  throw unknownAction();
});

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Access')];

export default function Access({ loaderData, actionData }: Route.ComponentProps) {
  const { user, grant, choices } = loaderData;
  const path = `/admin/users/${user.id}`;
  const form = formFields<GrantForm & { grant: string }>('grant', actionData, { entitlement: 'membership' });
  return (
    <div className="grid max-w-2xl gap-5">
      <Breadcrumb
        crumbs={[
          { to: '/admin/users', label: 'Users' },
          { to: path, label: user.name },
        ]}
        current="Access"
      />
      <PageHeading
        title={
          grant ? (
            <>
              Remove the {grant.noun} from <bdi>{user.name}</bdi>
            </>
          ) : (
            <>
              Give <bdi>{user.name}</bdi> access
            </>
          )
        }
      >
        {grant
          ? grant.isGift
            ? 'They redeemed it as a gift. What is left of it is lost, and its payment is not refunded.'
            : 'They keep what they paid for.'
          : 'Free of charge. No affiliate earns commission on it, and it ends on the day you choose.'}
      </PageHeading>
      <Card>
        <form method="post" noValidate id={form.id} className="grid gap-5">
          <FormErrors id={form.errorId} errors={form.errors ?? form.field('grant').errors} />
          {grant ? (
            <input type="hidden" name="grant" value={grant.id} />
          ) : (
            <>
              <SelectField {...form.field('entitlement')} label="What">
                {choices.map(({ entitlement, noun }) => (
                  <option key={entitlement} value={entitlement}>
                    {noun}
                  </option>
                ))}
              </SelectField>
              <TextField
                {...form.field('endsOn')}
                label="Until the end of"
                type="date"
                hint="In UTC. Left empty: for good."
              />
            </>
          )}
          <ReasonField {...form.field('reason')} required />
          <div className="flex flex-wrap gap-3">
            {grant ? (
              <SubmitButton intent="take" variant="danger" pendingLabel="Removing...">
                Remove access
              </SubmitButton>
            ) : (
              <SubmitButton intent="give" pendingLabel="Giving...">
                Give access
              </SubmitButton>
            )}
            <ButtonLink variant="secondary" to={path}>
              Cancel
            </ButtonLink>
          </div>
        </form>
      </Card>
    </div>
  );
}
