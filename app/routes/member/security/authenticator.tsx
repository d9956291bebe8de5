import {
  type AuthenticatorCodeForm,
  authenticatorCodeSchema,
} from '#app/domain/people/accounts/schemas.server.ts';
import { confirmAuthenticator, offerAuthenticator } from '#app/domain/people/safety/authenticator.server.ts';
import { qrCode } from '#app/platform/documents/qr-code.server.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { confirmedMember } from '#app/routes/http/confirmed.server.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { throwAsResponse } from '#app/routes/http/domain-errors.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, parseForm } from '#app/routes/http/form-action.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { TextField } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import type { Route } from './+types/authenticator';

export async function loader(args: Route.LoaderArgs) {
  const { url, secret } = await offerAuthenticator(confirmedMember(args)).catch(throwAsResponse);
  return { secret, code: qrCode(url), isOn: args.context.get(memberContext).hasSecondFactor };
}

export const action = formAction(async (args: Route.ActionArgs, form) => {
  const confirmed = confirmedMember(args);
  const { hasNewCodes } = await confirmAuthenticator(
    confirmed,
    parseForm(form, authenticatorCodeSchema).code,
  );
  return hasNewCodes
    ? redirectWithFlash(
        '/profile/security/recovery-codes',
        'Two-step sign-in is on. Now save your recovery codes.',
      )
    : redirectWithFlash('/profile/security', 'Your new authenticator app is the one that counts now.');
});

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Set up an authenticator app')];

export default function Authenticator({
  loaderData: { secret, code, isOn },
  actionData,
}: Route.ComponentProps) {
  const form = formFields<AuthenticatorCodeForm>('authenticator', actionData);
  return (
    <div className="page page-narrow grid gap-8 py-8 sm:py-12">
      <header className="grid gap-6">
        <Breadcrumb crumbs={[{ to: '/profile/security', label: 'Security' }]} current="Authenticator app" />
        <div className="grid gap-2">
          <h1>{isOn ? 'Change your authenticator app' : 'Set up an authenticator app'}</h1>
          <p className="text-muted">
            Use any authenticator app, such as the one in your password manager or one from your phone’s app
            store.
          </p>
        </div>
      </header>
      <Card>
        <ol className="grid gap-8">
          <Step number={1} title="Scan this with the app">
            <div className="grid gap-5 sm:grid-cols-[auto_minmax(0,1fr)] sm:items-center">
              <QrPicture {...code} />
              <div className="grid gap-2 text-sm">
                <p className="text-muted">
                  No camera at hand? Type this into the app instead, as a time-based key:
                </p>
                <p className="font-mono text-base break-words select-all">{secret}</p>
              </div>
            </div>
          </Step>
          <Step number={2} title="Type the code it shows">
            <form method="post" noValidate id={form.id} className="grid max-w-sm gap-5">
              <FormErrors id={form.errorId} errors={form.errors} />
              <TextField
                {...form.field('code')}
                label="Code"
                hint="Six digits. It changes every 30 seconds."
                inputMode="numeric"
                autoComplete="one-time-code"
                maxLength={40}
                required
                className="font-mono text-lg tracking-[0.3em]"
              />
              <div className="flex flex-wrap gap-3">
                <SubmitButton pendingLabel="Checking...">
                  {isOn ? 'Use this app' : 'Turn on two-step sign-in'}
                </SubmitButton>
                <ButtonLink variant="secondary" to="/profile/security">
                  Cancel
                </ButtonLink>
              </div>
            </form>
          </Step>
        </ol>
      </Card>
    </div>
  );
}

function Step({ number, title, children }: { number: number; title: string; children: React.ReactNode }) {
  return (
    <li className="grid gap-4">
      <h2 className="flex items-center gap-3 text-xl">
        <span
          aria-hidden="true"
          className="grid size-8 shrink-0 place-items-center rounded-full bg-accent-soft font-sans text-sm font-semibold text-accent"
        >
          {number}
        </span>
        {title}
      </h2>
      {children}
    </li>
  );
}

/** Black on white whatever the colors of the page: readers want it so. */
function QrPicture({ size, path }: { size: number; path: string }) {
  return (
    <svg
      role="img"
      aria-label="QR code for the authenticator app; the key beside it says the same"
      viewBox={`0 0 ${size} ${size}`}
      className="w-52 max-w-full rounded-card border border-line"
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
