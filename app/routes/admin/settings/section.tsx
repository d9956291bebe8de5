import { levelMay, wantsConfirmation } from '#app/domain/core/access/admin-policy.ts';
import { isSection } from '#app/domain/core/site-settings/schema.ts';
import { changeSettings, findSettings } from '#app/domain/operating/settings/settings.server.ts';
import {
  sectionForms,
  settingsFormSchema,
  typedSetting,
} from '#app/domain/operating/settings/settings-forms.ts';
import { actorOf, allow, hasConfirmed } from '#app/routes/admin/access.server.ts';
import { ConfirmFirst } from '#app/routes/admin/confirm-first.tsx';
import { ChangedMeanwhile } from '#app/routes/admin/edit-conflict.tsx';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { ReasonField } from '#app/routes/admin/reason-field.tsx';
import { SettingInput } from '#app/routes/admin/settings/setting-input.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, parseForm } from '#app/routes/http/form-action.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Link } from '#app/ui/link.tsx';
import type { Route } from './+types/section';

export const middleware: Route.MiddlewareFunction[] = [allow('settings:read')];

const list = { to: '/admin/settings', label: 'Settings' };

function sectionOf(name: string) {
  if (!isSection(name)) throw notFound('There are no such settings', list);
  return name;
}

export async function loader({ params, context }: Route.LoaderArgs) {
  const section = sectionOf(params.section);
  const { title, text, fields, permission } = sectionForms[section];
  const { value, version } = await findSettings(section);
  const values = value as Record<string, unknown>;
  return {
    section,
    title,
    text,
    fields,
    version,
    initial: Object.fromEntries(fields.map((field) => [field.name, typedSetting(field, values[field.name])])),
    mayChange: levelMay(context.get(memberContext).adminLevel, permission),
    wantsConfirmation: wantsConfirmation(permission) && !hasConfirmed(context),
  };
}

export const action = formAction(async ({ params, context }: Route.ActionArgs, form) => {
  const section = sectionOf(params.section);
  const values = parseForm(form, settingsFormSchema(section), { disableAutoCoercion: true });
  const isChanged = await changeSettings(actorOf(context), section, values);
  return redirectWithFlash(list.to, isChanged ? 'The settings are changed.' : 'It is set so already.');
});

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  pageTitle(matches, loaderData?.title ?? 'Settings'),
];

export default function SettingsSection({ loaderData, actionData }: Route.ComponentProps) {
  const { section, title, text, fields, version, initial, mayChange, wantsConfirmation } = loaderData;
  const form = formFields<Record<string, string>>('settings', actionData, initial);
  const path = `${list.to}/${section}`;
  return (
    <div className="grid max-w-2xl gap-5">
      <Breadcrumb crumbs={[list]} current={title} />
      <PageHeading title={title}>{text}</PageHeading>
      {mayChange && wantsConfirmation ? <ConfirmFirst returnTo={path} what="This" /> : null}
      <Card>
        <form method="post" noValidate id={form.id} className="grid gap-5">
          <FormErrors id={form.errorId} errors={form.errors} />
          <ChangedMeanwhile
            typedOver={actionData?.lastResult.initialValue?.version}
            version={String(version)}
            fields={fields.map(({ name, label, kind, options = [] }) => {
              const textOf = (typed: string | undefined) => {
                if (kind === 'switch') return typed === 'on' ? 'Yes' : 'No';
                return options.find(({ value }) => value === typed)?.label ?? typed;
              };
              return {
                label,
                now: textOf(initial[name]) ?? '',
                typed: textOf(form.field(name).defaultValue),
              };
            })}
          />
          {fields.map((field) => (
            <SettingInput key={field.name} field={field} shown={form.field(field.name)} />
          ))}
          <ReasonField {...form.field('reason')} required />
          <div className="flex flex-wrap gap-3">
            {mayChange ? <SubmitButton pendingLabel="Saving...">Save</SubmitButton> : null}
            <ButtonLink variant="secondary" to={list.to}>
              Cancel
            </ButtonLink>
          </div>
        </form>
      </Card>
      <p className="text-sm text-muted">
        Earlier changes are in the{' '}
        <Link to="/admin/audit?action=settings_changed" className="link">
          audit log
        </Link>
        .
      </p>
    </div>
  );
}
