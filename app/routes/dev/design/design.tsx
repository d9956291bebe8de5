import { redirect } from 'react-router';
import { demoOnly } from '#app/routes/dev/demo-only.server.ts';
import { Actions } from '#app/routes/dev/design/actions.tsx';
import { Forms } from '#app/routes/dev/design/forms.tsx';
import { Foundations } from '#app/routes/dev/design/foundations.tsx';
import { leftOut } from '#app/routes/dev/design/left-out.ts';
import { Lists } from '#app/routes/dev/design/lists.tsx';
import { Messages } from '#app/routes/dev/design/messages.tsx';
import { Charts, Reading } from '#app/routes/dev/design/reading.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { formAction, parseForm } from '#app/routes/http/form-action.server.ts';
import {
  readTheme,
  type ThemeChoice,
  themeChoiceSchema,
  themeHeader,
} from '#app/routes/http/theme.server.ts';
import { Button } from '#app/ui/button.tsx';
import type { Route } from './+types/design';

export const middleware: Route.MiddlewareFunction[] = [demoOnly];

const path = '/dev/design';

const sections = [
  { id: 'foundations', title: 'Foundations', Content: Foundations },
  { id: 'actions', title: 'Actions', Content: Actions },
  { id: 'forms', title: 'Forms', Content: Forms },
  { id: 'messages', title: 'Messages and states', Content: Messages },
  { id: 'lists', title: 'Lists', Content: Lists },
  { id: 'reading', title: 'Reading', Content: Reading },
  { id: 'charts', title: 'Charts', Content: Charts },
] as const;

const themes: readonly (readonly [ThemeChoice, string])[] = [
  ['light', 'Light'],
  ['dark', 'Dark'],
  ['system', 'As the device'],
];

export const loader = ({ request }: Route.LoaderArgs) => ({ theme: readTheme(request) ?? 'system' });

/** Shows the page, and the site in this browser, in another theme, as /profile/appearance does. */
export const action = formAction(async (_: Route.ActionArgs, form) => {
  const { theme } = parseForm(form, themeChoiceSchema);
  return redirect(path, { status: 303, headers: { 'Set-Cookie': themeHeader(theme) } });
});

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Design system')];

/** Every component of app/ui in its states (P334), to look at while changing it. A test says which is missing. */
export default function Design({ loaderData: { theme } }: Route.ComponentProps) {
  return (
    <div className="page grid grid-cols-1 gap-10 py-12 lg:grid-cols-[12rem_minmax(0,1fr)]">
      <header className="grid gap-4 lg:col-span-2">
        <h1>
          Every component, <span className="marker">in every state</span>
        </h1>
        <p className="max-w-prose text-muted">
          Colors, type and corners are tokens in app/ui/styles.css. Components know nothing of the product:
          pages in app/routes put them together.
        </p>
        <form method="post" action={path} className="flex flex-wrap items-center gap-2">
          <span id="design-theme" className="text-sm font-semibold">
            Theme
          </span>
          {themes.map(([value, label]) => (
            <Button
              key={value}
              type="submit"
              name="theme"
              value={value}
              variant={value === theme ? 'primary' : 'secondary'}
              aria-pressed={value === theme}
              aria-describedby="design-theme"
            >
              {label}
            </Button>
          ))}
        </form>
      </header>
      <nav aria-label="Sections" className="no-print">
        <ul className="flex flex-wrap gap-x-1 text-sm lg:sticky lg:top-4 lg:grid">
          {sections.map(({ id, title }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className="flex min-h-11 items-center rounded-control px-3 no-underline hover:bg-sunken lg:min-h-9"
              >
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div data-specimens className="grid min-w-0 grid-cols-1 gap-14">
        {sections.map(({ id, title, Content }) => (
          <section key={id} aria-labelledby={id} className="grid min-w-0 grid-cols-1 gap-10">
            <h2 id={id} className="border-t border-line pt-6">
              {title}
            </h2>
            <Content />
          </section>
        ))}
        <section aria-labelledby="left-out" className="grid gap-4">
          <h2 id="left-out" className="border-t border-line pt-6">
            Not shown
          </h2>
          <dl className="grid gap-2 text-sm">
            {Object.entries(leftOut).map(([name, why]) => (
              <div key={name} className="flex flex-wrap gap-x-3">
                <dt>
                  <code>{name}</code>
                </dt>
                <dd className="text-muted">{why}</dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
    </div>
  );
}
