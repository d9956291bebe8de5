import {
  removalSchema,
  removeSuppression,
} from '#app/domain/operating/letters/suppression-removal.server.ts';
import { sourceName, suppressionReasons } from '#app/domain/operating/suppressions/reasons.ts';
import { findSuppression } from '#app/domain/operating/suppressions/suppressions.server.ts';
import { actorOf, allow } from '#app/routes/admin/access.server.ts';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, parseForm } from '#app/routes/http/form-action.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { TextField } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Moment } from '#app/ui/moment.tsx';
import type { Route } from './+types/suppression';

export const middleware: Route.MiddlewareFunction[] = [allow('letters:edit')];

const list = '/admin/letters/suppressions';

export async function loader({ params }: Route.LoaderArgs) {
  const suppression = await findSuppression(params.suppressionId);
  if (!suppression)
    throw notFound('This address is not on the suppression list', { to: list, label: 'Suppression list' });
  const { id, address, reason, source, detail, createdAt } = suppression;
  return { id, address, reason, source, detail, createdAt };
}

export const action = formAction(async ({ params, context }: Route.ActionArgs, form) => {
  await removeSuppression(actorOf(context), params.suppressionId, parseForm(form, removalSchema));
  return redirectWithFlash(list, 'The address is off the suppression list.');
});

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Suppressed address')];

export default function SuppressionPage({ loaderData, actionData }: Route.ComponentProps) {
  const { id, address, reason, source, detail, createdAt } = loaderData;
  const form = formFields<{ why: string }>('removal', actionData);
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-5">
      <Breadcrumb
        crumbs={[
          { to: '/admin/letters', label: 'Letters' },
          { to: list, label: 'Suppression list' },
        ]}
        current={address}
      />
      <PageHeading title={address}>
        {suppressionReasons[reason]}
        {source === 'admin' ? null : `, reported by ${sourceName(source)}`}, <Moment at={createdAt} />.
      </PageHeading>
      {detail ? <p className="text-sm wrap-anywhere">{detail}</p> : null}
      <Card className="p-4! sm:p-5!">
        <form method="post" action={`${list}/${id}`} id={form.id} className="grid gap-4">
          <p className="text-sm text-muted">
            {reason === 'complaint'
              ? 'The owner of this address reported an email as spam. They stay unsubscribed from letters until they subscribe again themselves.'
              : 'Bulk email will go to this address again. A hard bounce or a complaint puts it back on this list.'}
          </p>
          <FormErrors id={form.errorId} errors={form.errors} />
          <TextField
            {...form.field('why')}
            label="Why it can get bulk email again"
            required
            maxLength={300}
            autoComplete="off"
          />
          <SubmitButton variant="danger" pendingLabel="Removing..." className="justify-self-start">
            Remove from the list
          </SubmitButton>
        </form>
      </Card>
    </div>
  );
}
