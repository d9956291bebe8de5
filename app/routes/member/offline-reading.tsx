import offlineScript from 'virtual:offline-script';
import { z } from 'zod';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, parseForm } from '#app/routes/http/form-action.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import {
  copyDays,
  isTurnedOff,
  type OfflineReading,
  offlineHeader,
  offlineReading,
} from '#app/routes/http/offline-copies.server.ts';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Notice } from '#app/ui/notice.tsx';
import type { Route } from './+types/offline-reading';

const schema = z.object({ offline: z.enum(['on', 'off'], { error: 'Choose one of the two' }) });

const choices = [
  {
    offline: 'on',
    label: 'Save pages in this browser',
    hint: 'Lessons, guides and courses you open, with your notes and checklists.',
  },
  { offline: 'off', label: 'Don’t save pages', hint: 'Deletes the pages saved in this browser.' },
] as const;

export const loader = ({ request, context }: Route.LoaderArgs) => ({
  offline: isTurnedOff(request) ? 'off' : 'on',
  reason: offlineReading(request, context)?.reason ?? null,
  days: copyDays,
});

/** Kept by the browser alone: on a computer that others use somebody may want none. */
export const action = formAction((_: Route.ActionArgs, form) => {
  const { offline } = parseForm(form, schema);
  const message =
    offline === 'on'
      ? 'Pages you open from now on are saved in this browser.'
      : 'Offline reading is off. The pages saved in this browser were deleted.';
  return redirectWithFlash('/profile/offline', message, 'success', [offlineHeader(offline === 'on')]);
});

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Offline reading')];

/** Why nothing is kept whatever is chosen here. */
const whyNot: Partial<Record<NonNullable<OfflineReading['reason']>, string>> = {
  admin: 'Admin accounts don’t save pages, whatever you choose here.',
  'brief session':
    'No pages are saved because you chose not to stay signed in. To change that, sign in again and check “Stay signed in”.',
  site: 'Offline reading is turned off for the whole site right now.',
};

export default function OfflineReadingPage({ loaderData, actionData }: Route.ComponentProps) {
  const { reason, days } = loaderData;
  const form = formFields<{ offline: string }>('offline-reading', actionData, loaderData);
  const { defaultValue, errors } = form.field('offline');
  const why = reason && whyNot[reason];
  return (
    <div className="page page-narrow grid grid-cols-1 gap-6 py-8 sm:py-12">
      <header className="grid gap-2">
        <h1>Offline reading</h1>
        <p className="text-muted">Read pages you’ve opened, even without a connection.</p>
      </header>
      {why ? <Notice tone="warn">{why}</Notice> : null}
      <Card>
        <form method="post" noValidate id={form.id} className="grid gap-5">
          <FormErrors id={form.errorId} errors={form.errors ?? errors} />
          <fieldset className="grid gap-1">
            <legend className="mb-2 font-semibold">In this browser</legend>
            {choices.map(({ offline, label, hint }) => (
              <label
                key={offline}
                className="-mx-3 flex min-h-11 cursor-pointer items-start gap-3 rounded-control p-3 hover:bg-sunken"
              >
                <input
                  type="radio"
                  name="offline"
                  value={offline}
                  defaultChecked={offline === defaultValue}
                  className="mt-1 size-5 shrink-0 accent-accent"
                />
                <span className="grid gap-0.5">
                  <span className="font-medium">{label}</span>
                  <span className="text-sm text-muted">{hint}</span>
                </span>
              </label>
            ))}
          </fieldset>
          <SubmitButton className="justify-self-start" pendingLabel="Saving...">
            Save
          </SubmitButton>
        </form>
      </Card>
      <section aria-labelledby="kept" className="scripts-only grid gap-3">
        <h2 id="kept" className="text-2xl">
          Saved in this browser
        </h2>
        <div data-player={offlineScript} data-summary="" className="grid gap-3" />
      </section>
      <section aria-labelledby="how" className="grid gap-3">
        <h2 id="how" className="text-2xl">
          How it works
        </h2>
        <ul className="grid list-disc gap-1.5 pl-5 text-muted">
          <li>You can read a page for {days} days after you last opened it online.</li>
          <li>Signing out deletes all saved pages. So does signing in with another account.</li>
          <li>
            Notes and checkmarks you make offline are sent when you’re back online. If you wrote the same note
            on two devices, you see both and choose. If you changed the same checkmark on two devices, the one
            sent last counts.
          </li>
          <li>Pages about payments, your account and other people are never saved.</li>
        </ul>
      </section>
    </div>
  );
}
