import { pageTitle } from '#app/routes/frame/page-head.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, parseForm } from '#app/routes/http/form-action.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import {
  readTheme,
  type ThemeChoice,
  themeChoiceSchema,
  themeHeader,
} from '#app/routes/http/theme.server.ts';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import type { Route } from './+types/appearance';

const choices: readonly { theme: ThemeChoice; label: string; hint: string }[] = [
  { theme: 'system', label: 'Match my device', hint: 'Light or dark, whichever your device is set to.' },
  { theme: 'light', label: 'Light', hint: 'Dark text on a light page.' },
  { theme: 'dark', label: 'Dark', hint: 'Light text on a dark page.' },
];

export const loader = ({ request }: Route.LoaderArgs) => ({ theme: readTheme(request) ?? 'system' });

/** Kept by the browser alone: another device of the same person may be used in another light. */
export const action = formAction((_: Route.ActionArgs, form) => {
  const { theme } = parseForm(form, themeChoiceSchema);
  return redirectWithFlash('/profile/appearance', 'Your choice is saved in this browser.', 'success', [
    themeHeader(theme),
  ]);
});

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Appearance')];

export default function AppearancePage({ loaderData, actionData }: Route.ComponentProps) {
  const form = formFields<{ theme: ThemeChoice }>('appearance', actionData, loaderData);
  const { defaultValue, errors } = form.field('theme');
  return (
    <div className="page page-narrow grid grid-cols-1 gap-6 py-8 sm:py-12">
      <header className="grid gap-2">
        <h1>Appearance</h1>
        <p className="text-muted">Choose how the site looks in this browser.</p>
      </header>
      <Card>
        <form method="post" noValidate id={form.id} className="grid gap-5">
          <FormErrors id={form.errorId} errors={form.errors ?? errors} />
          <fieldset className="grid gap-1">
            <legend className="mb-2 font-semibold">Colors</legend>
            {choices.map(({ theme, label, hint }) => (
              <label
                key={theme}
                className="flex min-h-11 cursor-pointer items-start gap-3 rounded-control p-3 hover:bg-sunken"
              >
                <input
                  type="radio"
                  name="theme"
                  value={theme}
                  defaultChecked={theme === defaultValue}
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
    </div>
  );
}
