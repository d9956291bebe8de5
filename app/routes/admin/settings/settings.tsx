import { levelMay } from '#app/domain/core/access/admin-policy.ts';
import { listSettings } from '#app/domain/operating/settings/settings.server.ts';
import { sectionForms } from '#app/domain/operating/settings/settings-forms.ts';
import { allow } from '#app/routes/admin/access.server.ts';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { shownSetting } from '#app/routes/admin/settings/setting-text.ts';
import { Facts, Part } from '#app/routes/admin/users/facts.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { Link } from '#app/ui/link.tsx';
import { Moment } from '#app/ui/moment.tsx';
import type { Route } from './+types/settings';

export const middleware: Route.MiddlewareFunction[] = [allow('settings:read')];

export async function loader({ context }: Route.LoaderArgs) {
  const { adminLevel } = context.get(memberContext);
  const all = await listSettings();
  return {
    sections: all.map(({ section, stored: { value, changedAt } }) => {
      const { title, text, fields, permission } = sectionForms[section];
      const values = value as Record<string, unknown>;
      return {
        section,
        title,
        text,
        changedAt,
        mayChange: levelMay(adminLevel, permission),
        facts: fields.map((field) => [field.label, shownSetting(field, values[field.name])] as const),
      };
    }),
  };
}

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Settings')];

export default function Settings({ loaderData: { sections } }: Route.ComponentProps) {
  return (
    <div className="grid grid-cols-1 gap-6">
      <PageHeading title="Settings">
        Settings you can change while the site runs. Every change needs a reason, goes into the audit log and
        takes effect within a second.
      </PageHeading>
      <div className="grid grid-cols-1 items-start gap-6 2xl:grid-cols-2">
        {sections.map(({ section, title, text, changedAt, mayChange, facts }) => (
          <Part
            key={section}
            id={section}
            title={title}
            actions={
              mayChange ? (
                <ButtonLink variant="secondary" to={`/admin/settings/${section}`}>
                  Change<span className="sr-only"> {title.toLowerCase()}</span>
                </ButtonLink>
              ) : null
            }
          >
            <p className="text-sm text-muted">
              {text}
              {section === 'oldLinks' ? (
                <>
                  {' '}
                  <Link to="/admin/settings/redirects" className="link">
                    Redirects
                  </Link>
                </>
              ) : null}
              {section === 'authApi' ? (
                <>
                  {' '}
                  <Link to="/admin/settings/authApi/status" className="link">
                    Keys, sessions and providers
                  </Link>
                </>
              ) : null}
            </p>
            <Facts
              facts={[
                ...facts.map(([name, value]) => [name, value || <Nothing key={name} />] as const),
                ['Last changed', changedAt ? <Moment key="at" at={changedAt} /> : 'Never'],
              ]}
            />
          </Part>
        ))}
      </div>
    </div>
  );
}

const Nothing = () => <span className="text-muted">Not set</span>;
