import { randomUUID } from 'node:crypto';
import { nounOf } from '#app/domain/core/catalogue/products.ts';
import { findUserDetail } from '#app/domain/operating/users/user-detail.server.ts';
import { findSubscribed } from '#app/domain/selling/billing/cancellation.server.ts';
import {
  type CancelForm,
  cancelForUser,
  cancelSchema,
} from '#app/domain/selling/billing/user-money.server.ts';
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
import { SelectField } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import type { Route } from './+types/cancel';

export const middleware: Route.MiddlewareFunction[] = [allow('money:move')];

export async function loader({ params }: Route.LoaderArgs) {
  const user = await findUserDetail(params.userId);
  if (!user) throw notFound('There is no such user', { to: '/admin/users', label: 'All users' });
  const kinds = (await findSubscribed(user.id)).map((gives) => ({ gives, noun: nounOf(gives) }));
  return { user: { id: user.id, name: user.name || 'No name' }, kinds, formKey: randomUUID() };
}

export const action = formAction(async ({ params: { userId }, context }: Route.ActionArgs, form) => {
  const isNew = await cancelForUser(actorOf(context), userId, parseForm(form, cancelSchema));
  return redirectWithFlash(
    `/admin/users/${userId}`,
    isNew ? 'It is canceled. We emailed the member.' : 'It is already set to end.',
  );
});

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Cancel a subscription')];

export default function Cancel({ loaderData: { user, kinds, formKey }, actionData }: Route.ComponentProps) {
  const path = `/admin/users/${user.id}`;
  const form = formFields<CancelForm>('cancel', actionData, { of: 'membership' });
  return (
    <div className="grid max-w-2xl gap-5">
      <Breadcrumb
        crumbs={[
          { to: '/admin/users', label: 'Users' },
          { to: path, label: user.name },
        ]}
        current="Cancel a subscription"
      />
      <PageHeading
        title={
          <>
            Cancel for <bdi>{user.name}</bdi>
          </>
        }
      >
        As if they did it themselves: what is paid runs to its end, nothing more is taken, and they are told
        by email. To end it at once, refund its last payment in full.
      </PageHeading>
      <Card>
        <form method="post" noValidate id={form.id} className="grid gap-5">
          <FormErrors id={form.errorId} errors={form.errors} />
          <SelectField {...form.field('of')} label="What">
            {kinds.map(({ gives, noun }) => (
              <option key={gives} value={gives}>
                {noun}
              </option>
            ))}
          </SelectField>
          <input type="hidden" name="key" value={formKey} />
          <ReasonField {...form.field('reason')} required />
          <div className="flex flex-wrap gap-3">
            <SubmitButton variant="danger" pendingLabel="Canceling...">
              {`Cancel for ${user.name}`}
            </SubmitButton>
            <ButtonLink variant="secondary" to={path}>
              Don’t cancel
            </ButtonLink>
          </div>
        </form>
      </Card>
    </div>
  );
}
