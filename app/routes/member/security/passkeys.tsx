import { z } from 'zod';
import { Refusal } from '#app/domain/core/values/errors.ts';
import {
  addPasskey,
  listPasskeys,
  maxPasskeys,
  type OwnPasskey,
  type PasskeyNameForm,
  passkeyNameSchema,
  removePasskey,
  renamePasskey,
} from '#app/domain/people/safety/passkeys.server.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { PasskeyButton } from '#app/routes/frame/passkey-button.tsx';
import { confirmedMember } from '#app/routes/http/confirmed.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { type FormReply, refusedForm } from '#app/routes/http/form.server.ts';
import { parseForm, unknownAction } from '#app/routes/http/form-action.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { isByPasskey, readPasskey } from '#app/routes/http/passkey.server.ts';
import { readForm } from '#app/routes/http/request-body.server.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Day } from '#app/ui/day.tsx';
import { TextField } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import type { Route } from './+types/passkeys';

const path = '/profile/security/passkeys';

export async function loader(args: Route.LoaderArgs) {
  const { userId } = confirmedMember(args);
  const passkeys = await listPasskeys(userId);
  return { passkeys, mayAdd: passkeys.length < maxPasskeys };
}

const changeSchema = passkeyNameSchema.extend({ id: z.uuid() });

export async function action(args: Route.ActionArgs) {
  const form = await readForm(args.request);
  const confirmed = confirmedMember(args);
  try {
    if (isByPasskey(form)) {
      const made = {
        ...parseForm(form, passkeyNameSchema),
        userAgent: args.request.headers.get('User-Agent'),
      };
      const { hasNewCodes } = await addPasskey(confirmed, readPasskey(args.request, form), made);
      return hasNewCodes
        ? redirectWithFlash(
            '/profile/security/recovery-codes',
            'Your passkey is set up. Use these codes if you lose it.',
          )
        : redirectWithFlash(path, 'Your passkey is set up.');
    }
    const { id, name } = parseForm(form, changeSchema);
    switch (form.get('intent')) {
      case 'rename':
        await renamePasskey(confirmed, id, name);
        return redirectWithFlash(path, `It is called “${name}” from now on.`);
      case 'remove':
        await removePasskey(confirmed, id);
        return redirectWithFlash(
          path,
          'The passkey is removed and no longer works here. Your device may still list it.',
        );
      default:
        throw unknownAction();
    }
  } catch (error) {
    // What is gone has no row that could say so.
    if (error instanceof Refusal && error.kind === 'not_found')
      return redirectWithFlash(path, error.message, 'error');
    return refusedForm(form, error);
  }
}

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Passkeys')];

export default function Passkeys({ loaderData: { passkeys, mayAdd }, actionData }: Route.ComponentProps) {
  const changed = actionData?.lastResult?.initialValue?.id;
  return (
    <div className="page page-narrow grid gap-8 py-8 sm:py-12">
      <header className="grid gap-6">
        <Breadcrumb crumbs={[{ to: '/profile/security', label: 'Security' }]} current="Passkeys" />
        <div className="grid gap-2">
          <h1>Passkeys</h1>
          <p className="text-muted">
            A passkey signs you in with your fingerprint, your face or your device’s PIN: no password to type
            or to be stolen. It never leaves your device, or the password manager that keeps it.
          </p>
        </div>
      </header>
      {passkeys.length > 0 ? (
        <Card className="grid">
          <h2 className="pb-4 text-xl">Yours</h2>
          <ul className="grid">
            {passkeys.map((passkey) => (
              <PasskeyRow
                key={passkey.id}
                passkey={passkey}
                reply={changed === passkey.id ? actionData : undefined}
              />
            ))}
          </ul>
        </Card>
      ) : null}
      {mayAdd ? (
        <NewPasskey isFirst={passkeys.length === 0} reply={changed === undefined ? actionData : undefined} />
      ) : null}
    </div>
  );
}

function PasskeyRow({ passkey, reply }: { passkey: OwnPasskey; reply: FormReply | undefined }) {
  const { id, name, isSynced, createdAt, lastUsedAt } = passkey;
  const form = formFields<PasskeyNameForm>(`passkey-${id}`, reply, { name });
  return (
    <li className="grid gap-3 border-t border-line py-4">
      <div className="grid gap-0.5">
        <h3 dir="auto" className="font-sans text-base font-semibold wrap-anywhere">
          {name}
        </h3>
        <p className="text-sm text-muted">
          Added on <Day at={createdAt} />,{' '}
          {lastUsedAt ? (
            <>
              last used on <Day at={lastUsedAt} />
            </>
          ) : (
            'not used yet'
          )}
          {isSynced ? '. On all devices of your password manager' : '. On one device alone'}
        </p>
      </div>
      <details open={reply !== undefined}>
        <summary className="link inline-flex min-h-11 items-center text-sm">Rename or remove</summary>
        <form method="post" noValidate id={form.id} className="grid gap-4 pt-2">
          <FormErrors id={form.errorId} errors={form.errors} />
          <input type="hidden" name="id" value={id} />
          <TextField {...form.field('name')} label="Name" maxLength={60} autoComplete="off" />
          <div className="flex flex-wrap gap-3">
            <SubmitButton variant="secondary" intent="rename" pendingLabel="Renaming...">
              Rename
            </SubmitButton>
            <SubmitButton variant="danger" intent="remove" pendingLabel="Removing...">
              Remove
            </SubmitButton>
          </div>
        </form>
      </details>
    </li>
  );
}

function NewPasskey({ isFirst, reply }: { isFirst: boolean; reply: FormReply | undefined }) {
  const form = formFields<PasskeyNameForm>('new-passkey', reply);
  return (
    <Card className="grid gap-5">
      <div className="grid gap-2">
        <h2 className="text-xl">{isFirst ? 'Add a passkey' : 'Add another'}</h2>
        <p className="text-sm text-muted">
          {isFirst
            ? 'After that, your password alone is not enough. Sign in with the passkey, or use it as the second step after your password.'
            : 'One for each device that cannot use the others, or a spare one to be kept in a drawer.'}
        </p>
      </div>
      <form method="post" noValidate id={form.id} className="grid max-w-sm gap-5">
        <FormErrors id={form.errorId} errors={form.errors} />
        <TextField
          {...form.field('name')}
          label="Name"
          hint="Helps you tell your passkeys apart. If you leave it empty, we name it after this device."
          maxLength={60}
          autoComplete="off"
        />
        <PasskeyButton
          at={`${path}/new`}
          label="Create a passkey"
          pendingLabel="Setting up..."
          otherwise="You can use an authenticator app instead."
          variant="primary"
          makes
        />
      </form>
    </Card>
  );
}
