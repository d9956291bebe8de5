import { randomUUID } from 'node:crypto';
import { data } from 'react-router';
import { z } from 'zod';
import { findDevopsStatus } from '#app/domain/operating/devops/calls.server.ts';
import {
  devopsKeySchema,
  listDevopsKeys,
  makeDevopsKey,
  revokeDevopsKey,
  rotateDevopsKey,
} from '#app/domain/operating/devops/keys.server.ts';
import { allDevopsPermissions } from '#app/domain/operating/devops/permissions.ts';
import { actorOf, allow, hasConfirmed, may } from '#app/routes/admin/access.server.ts';
import { ConfirmFirst } from '#app/routes/admin/confirm-first.tsx';
import { fieldOf, KeyList, NewKey } from '#app/routes/admin/devops/keys.tsx';
import { Status } from '#app/routes/admin/devops/status.tsx';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { type FormReply, typedFields } from '#app/routes/http/form.server.ts';
import { formAction, readIntent } from '#app/routes/http/form-action.server.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { CopyField } from '#app/ui/copy-field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Notice } from '#app/ui/notice.tsx';
import type { Route } from './+types/integration';

export const middleware: Route.MiddlewareFunction[] = [allow('devops:read', 'keys:manage')];

const path = '/admin/embedded-widget';

export async function loader({ context }: Route.LoaderArgs) {
  const [status, keys] = await Promise.all([findDevopsStatus(), listDevopsKeys()]);
  return {
    status,
    keys,
    // Sent with the form: however often it is sent, it makes one key.
    formKey: randomUUID(),
    mayManage: may(context, 'keys:manage'),
    isConfirmed: hasConfirmed(context),
  };
}

/** What a form is answered that stays: errors; or, this once, a key, or that it was shown before. */
type Reply = Partial<FormReply> & { key?: string; isAgain?: boolean };

const intentSchema = z.enum(['make', 'rotate', 'revoke']);

/** What the form that makes a key says; each permission is a box of its own. */
const wantedOf = (form: FormData) =>
  devopsKeySchema.safeParse({
    name: form.get('name') ?? '',
    endsOn: form.get('endsOn') ?? '',
    permissions: allDevopsPermissions.filter((permission) => form.has(fieldOf(permission))),
  });

export const action = formAction(async ({ context }: Route.ActionArgs, form) => {
  const intent = readIntent(form, intentSchema);
  const actor = actorOf(context);
  const id = String(form.get('id') ?? '');
  if (intent === 'revoke') {
    await revokeDevopsKey(actor, id);
    return redirectWithFlash(path, 'The key is revoked, and so is any earlier key that it replaced.');
  }
  if (intent === 'rotate') return data<Reply>({ key: await rotateDevopsKey(actor, id) });
  const wanted = wantedOf(form);
  const formKey = z.uuid().safeParse(form.get('formKey'));
  if (!wanted.success || !formKey.success) {
    const error = wanted.error
      ? z.flattenError(wanted.error).fieldErrors
      : { '': ['This form is out of date. Please send it once more.'] };
    const initialValue = typedFields(form);
    return data<Reply>(
      { lastResult: { status: 'error', initialValue, error: error as Record<string, string[]> } },
      { status: 422 },
    );
  }
  const key = await makeDevopsKey(actor, wanted.data, formKey.data);
  return data<Reply>(key ? { key } : { isAgain: true });
});

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'DevOps integration')];

export default function Integration({ loaderData, actionData }: Route.ComponentProps) {
  const { status, keys, formKey, mayManage, isConfirmed } = loaderData;
  const { key, isAgain, lastResult }: Reply = actionData ?? {};
  const reply = lastResult && { lastResult };
  return (
    <div className="grid gap-6">
      <PageHeading
        title="DevOps integration"
        actions={
          <ButtonLink variant="secondary" to={`${path}/docs`}>
            How to use it
          </ButtonLink>
        }
      >
        Your own programs read users, payments and commissions with a key. Times are UTC.
      </PageHeading>
      {key ? (
        <Card className="grid max-w-3xl gap-3">
          <Notice live>Save this key securely - it won&apos;t be shown again!</Notice>
          <CopyField
            id="new-key"
            label="The new key"
            value={key}
            copiedMessage="The key is copied."
            button="Copy key"
          />
        </Card>
      ) : null}
      {isAgain ? (
        <Notice tone="error" live>
          This form was sent before, and its key was shown then. Rotate it if it was not saved.
        </Notice>
      ) : null}
      <FormErrors
        id="integration-error"
        errors={lastResult?.error?.['']?.map((message) => `Error: ${message}`)}
      />
      <Status status={status} path={path} />
      <section aria-labelledby="keys" className="grid gap-3">
        <h2 id="keys" className="text-xl">
          Keys
        </h2>
        {mayManage && !isConfirmed ? <ConfirmFirst returnTo={path} what="Keys" /> : null}
        <KeyList keys={keys} path={path} mayManage={mayManage && isConfirmed} />
        {mayManage && isConfirmed ? <NewKey path={path} formKey={formKey} reply={reply} /> : null}
      </section>
    </div>
  );
}
