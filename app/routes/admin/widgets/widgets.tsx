import { siteSettings } from '#app/domain/core/site-settings/current.server.ts';
import { widgetPath } from '#app/domain/site/widgets/address.server.ts';
import {
  widgetAccents,
  widgetHeight,
  widgetKinds,
  widgetNames,
  widgetSchema,
  widgetThemes,
} from '#app/domain/site/widgets/widget.ts';
import { config } from '#app/platform/config.server.ts';
import { allow } from '#app/routes/admin/access.server.ts';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { CopyField } from '#app/ui/copy-field.tsx';
import { SelectField, TextField } from '#app/ui/field.tsx';
import { Link } from '#app/ui/link.tsx';
import { Notice } from '#app/ui/notice.tsx';
import type { Route } from './+types/widgets';

export const middleware: Route.MiddlewareFunction[] = [allow('widgets:read')];

const attribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

export function loader({ url }: Route.LoaderArgs) {
  const names = Object.keys(widgetSchema.shape);
  const typed = Object.fromEntries([...url.searchParams].filter(([name]) => names.includes(name)));
  // The builder begins with the brand's color; an address that names none keeps what it was made with.
  const usual = { kind: 'courses' as const, accent: 'teal' as const, ...typed };
  const read = widgetSchema.safeParse(usual);
  const errors: Record<string, string[]> = {};
  for (const { path, message } of read.error?.issues ?? []) errors[String(path[0])] ??= [message];
  const widget = read.data ?? null;
  const { brandName, appUrl } = config();
  const path = widget && widgetPath(widget);
  const title = widget && `${brandName}: ${widgetNames[widget.kind]}`;
  const height = widget && widgetHeight(widget);
  return {
    typed: { ...widgetSchema.parse({ kind: 'courses' }), ...usual } as Record<string, string | number>,
    errors,
    preview: path && title && height ? { path, title, height } : null,
    code:
      path && title
        ? `<iframe src="${attribute(appUrl + path)}" title="${attribute(title)}" width="100%" height="${height}" loading="lazy" style="border:0;max-width:30rem"></iframe>`
        : null,
    origins: siteSettings().widgets.origins,
  };
}

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Widgets')];

const words: Record<string, string> = {
  auto: 'Match the visitor’s device',
  teal: 'Green (this site)',
  light: 'Light',
  dark: 'Dark',
};
const named = (value: string) => words[value] ?? value.charAt(0).toUpperCase() + value.slice(1);

export default function Widgets({ loaderData }: Route.ComponentProps) {
  const { typed, errors, preview, code, origins } = loaderData;
  const field = (name: string) => ({
    id: `widget-${name}`,
    name,
    defaultValue: String(typed[name] ?? ''),
    errors: errors[name],
  });
  return (
    <div className="grid gap-6">
      <PageHeading title="Widgets">
        Show parts of this site on other sites, in a frame without scripts or cookies. Each address is signed,
        so a changed one shows nothing.
      </PageHeading>
      {origins.length === 0 ? (
        <Notice tone="warn">
          No other site can show widgets yet. Add the sites under{' '}
          <Link to="/admin/settings/widgets" className="link">
            Settings
          </Link>
          .
        </Notice>
      ) : (
        <p className="text-sm text-muted">
          Allowed on{' '}
          {origins.map((origin, index) => (
            <span key={origin}>
              {index > 0 ? ', ' : ''}
              <code className="wrap-anywhere">{origin}</code>
            </span>
          ))}
          .{' '}
          <Link to="/admin/settings/widgets" className="link">
            Change
          </Link>
        </p>
      )}
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
        <Card>
          <form method="get" className="grid gap-4">
            <SelectField {...field('kind')} label="What it shows">
              {widgetKinds.map((kind) => (
                <option key={kind} value={kind}>
                  {widgetNames[kind]}
                </option>
              ))}
            </SelectField>
            <div className="grid gap-4 sm:grid-cols-2">
              <SelectField {...field('theme')} label="Theme">
                {widgetThemes.map((theme) => (
                  <option key={theme} value={theme}>
                    {named(theme)}
                  </option>
                ))}
              </SelectField>
              <SelectField {...field('accent')} label="Color">
                {widgetAccents.map((accent) => (
                  <option key={accent} value={accent}>
                    {named(accent)}
                  </option>
                ))}
              </SelectField>
            </div>
            <TextField
              {...field('count')}
              label="Courses in the list"
              inputMode="numeric"
              className="max-w-24"
            />
            <TextField
              {...field('ref')}
              label="Affiliate"
              hint="Optional. Sign-ups through the widget count as this affiliate’s referrals."
              autoComplete="off"
            />
            <div>
              <Button type="submit">Update preview</Button>
            </div>
          </form>
        </Card>
        {preview && code ? (
          <div className="grid min-w-0 gap-5">
            <section aria-labelledby="preview" className="grid gap-3">
              <h2 id="preview" className="text-xl">
                Preview
              </h2>
              <iframe
                src={preview.path}
                title={preview.title}
                height={preview.height}
                className="w-full max-w-[30rem] rounded-card border border-line"
              />
            </section>
            <CopyField
              id="widget-code"
              label="Code for the other site"
              value={code}
              copiedMessage="The code is copied."
              button="Copy code"
            />
          </div>
        ) : null}
      </div>
    </div>
  );
}
