import pushScript from 'virtual:push-script';
import { digestKinds, kindNames, type NotificationKind } from '#app/domain/core/notifications/kinds.ts';
import { removeBrowsers } from '#app/domain/core/notifications/push.server.ts';
import { findChoices, type KindChoice, saveChoices } from '#app/domain/core/notifications/settings.server.ts';
import { config } from '#app/platform/config.server.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { readForm } from '#app/routes/http/request-body.server.ts';
import { Button, SubmitButton } from '#app/ui/button.tsx';
import { Link } from '#app/ui/link.tsx';
import { PostedField } from '#app/ui/posted-field.tsx';
import type { Route } from './+types/settings';

const path = '/notifications/settings';

export async function loader({ context }: Route.LoaderArgs) {
  const { id, isEmailVerified } = context.get(memberContext);
  return { choices: await findChoices(id), isEmailVerified, pushKey: config().vapid?.publicKey ?? null };
}

/** Saves the boxes: one that is ticked is sent, as `site_thread`; whatever else is sent says nothing. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  if (form.get('intent') === 'forget') {
    await removeBrowsers(context.get(memberContext));
    return redirectWithFlash(path, 'Browser notifications are off on every device.');
  }
  const ticked = (channel: string, kinds: readonly NotificationKind[]) =>
    kinds.filter((kind) => form.has(`${channel}_${kind}`));
  await saveChoices(context.get(memberContext).id, {
    site: ticked('site', kindNames),
    mail: ticked('mail', digestKinds),
    push: ticked('push', kindNames),
  });
  return redirectWithFlash(path, 'Your choices are saved.');
}

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Notification settings')];

export default function NotificationSettings({
  loaderData: { choices, isEmailVerified, pushKey },
}: Route.ComponentProps) {
  return (
    <div className="page page-narrow grid grid-cols-1 gap-8 py-8 sm:py-12">
      <header className="grid gap-6">
        <div className="grid gap-2">
          <h1>Notification settings</h1>
          <p className="max-w-2xl text-muted">
            Everything is on the site. We email you only what you choose below, at most once a day and only
            what you haven’t read. Emails about your tickets, payments and account security always come.
          </p>
          <p>
            <Link to="/notifications/emails" className="link">
              Choose news, tips and offers by email
            </Link>
          </p>
          {isEmailVerified ? null : (
            <p className="text-sm text-warn">
              We only email verified addresses. Open the link we sent you to verify yours.
            </p>
          )}
        </div>
      </header>
      <form method="post" className="grid gap-6">
        <PostedField />
        <ul className="grid grid-cols-1 overflow-hidden rounded-card border border-line bg-surface">
          {choices.map((choice) => (
            <Choice key={choice.kind} choice={choice} hasPush={pushKey !== null} />
          ))}
        </ul>
        <div>
          <SubmitButton pendingLabel="Saving...">Save</SubmitButton>
        </div>
      </form>
      {pushKey === null ? null : <Browser pushKey={pushKey} isEmailVerified={isEmailVerified} />}
    </div>
  );
}

/** What is shown by this browser even while the site is closed; without scripts it cannot be. */
function Browser({ pushKey, isEmailVerified }: { pushKey: string; isEmailVerified: boolean }) {
  return (
    <section aria-labelledby="browser" className="scripts-only grid gap-3">
      <h2 id="browser" className="text-2xl">
        This browser
      </h2>
      <p className="text-muted">
        It can show you what you tick under “Browser”, even while the site is closed. We won’t ask for
        permission until you turn this on.
      </p>
      {isEmailVerified ? (
        <div className="flex flex-wrap items-center gap-3">
          <Button
            variant="secondary"
            value="on"
            data-press={pushScript}
            data-key={pushKey}
            data-at="/notifications/push"
          >
            Turn on in this browser
          </Button>
          <p role="status" className="text-sm text-muted" />
        </div>
      ) : (
        <p className="text-sm text-warn">
          Verify your email address first. We sent you a link; “Send the email again” at the top of the page
          sends another.
        </p>
      )}
      <form method="post" action="/notifications/settings">
        <SubmitButton variant="secondary" intent="forget" pendingLabel="Turning off...">
          Turn off in all my browsers
        </SubmitButton>
      </form>
    </section>
  );
}

function Choice({
  choice: { kind, title, text, isFixed, site, mail, push },
  hasPush,
}: {
  choice: KindChoice;
  hasPush: boolean;
}) {
  return (
    <li className="border-line px-4 py-4 not-first:border-t sm:px-5">
      <fieldset className="grid gap-x-6 gap-y-1 sm:grid-cols-[minmax(0,1fr)_23rem] sm:items-center">
        <legend className="sr-only">{title}</legend>
        <div className="grid gap-0.5">
          <p aria-hidden="true" className="font-semibold">
            {title}
          </p>
          <p className="text-sm text-muted">{text}</p>
        </div>
        <div className="grid grid-cols-2 gap-x-4 sm:grid-cols-3">
          {isFixed ? (
            <p className="flex min-h-11 items-center text-sm text-muted">Always on the site</p>
          ) : (
            <Box name={`site_${kind}`} label="On the site" isTicked={site} />
          )}
          {mail === null ? (
            <p className="flex min-h-11 items-center text-sm text-muted">Always by email</p>
          ) : (
            <Box name={`mail_${kind}`} label="By email" isTicked={mail} />
          )}
          {hasPush ? <Box name={`push_${kind}`} label="Browser" isTicked={push} /> : null}
        </div>
      </fieldset>
    </li>
  );
}

function Box({ name, label, isTicked }: { name: string; label: string; isTicked: boolean }) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-2.5 text-sm">
      <input
        type="checkbox"
        name={name}
        value="on"
        defaultChecked={isTicked}
        className="size-5 shrink-0 accent-accent"
      />
      {label}
    </label>
  );
}
