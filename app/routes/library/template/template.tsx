import { href } from 'react-router';
import {
  dropCopy,
  findCopy,
  keepCopy,
  mayUseTemplate,
} from '#app/domain/learning/templates/copies.server.ts';
import { kindsOf } from '#app/domain/learning/templates/files.server.ts';
import { longestCopy } from '#app/domain/learning/templates/limits.ts';
import { findTemplate } from '#app/domain/learning/templates/templates.server.ts';
import { MembershipNeeded } from '#app/routes/frame/membership-needed.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { wayIn } from '#app/routes/frame/way-in.ts';
import { currencyContext, memberContext } from '#app/routes/http/context.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { typedFields } from '#app/routes/http/form.server.ts';
import { refuseInForm } from '#app/routes/http/form-action.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import { mostFields, readForm } from '#app/routes/http/request-body.server.ts';
import { SheetFields } from '#app/routes/library/template/sheet-fields.tsx';
import { TemplateFiles } from '#app/routes/library/template/template-files.tsx';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { TextArea } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Link } from '#app/ui/link.tsx';
import { Moment } from '#app/ui/moment.tsx';
import type { Route } from './+types/template';

function find(slug: string) {
  const template = findTemplate(slug);
  if (!template)
    throw notFound('There is no such template.', { to: href('/playbooks'), label: 'All playbooks' });
  return template;
}

export async function loader({ params, context }: Route.LoaderArgs) {
  const template = find(params.playbookSlug);
  const viewer = context.get(memberContext);
  const { playbook, title, sheet } = template;
  const page = {
    title,
    playbook: { slug: playbook.slug, title: playbook.title },
    way: wayIn(viewer, context.get(currencyContext)),
  };
  if (!mayUseTemplate(viewer, template)) return { ...page, form: null };
  const copy = await findCopy(viewer.id, template);
  return {
    ...page,
    form: {
      sheet,
      kinds: kindsOf(template),
      initial: sheet ? (copy?.cells ?? {}) : { text: copy?.text ?? template.text },
      keptAt: copy?.keptAt ?? null,
    },
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const template = find(params.playbookSlug);
  const viewer = context.get(memberContext);
  const form = await readForm(request, mostFields);
  const here = href('/playbooks/:playbookSlug/template', params);
  return refuseInForm(form, async () => {
    if (form.get('intent') === 'drop') {
      await dropCopy(viewer, template);
      return redirectWithFlash(here, 'Your copy is deleted. The template is as it was.');
    }
    await keepCopy(viewer, template, typedFields(form));
    return redirectWithFlash(here, 'Your copy is kept.');
  });
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  pageTitle(matches, (loaderData as Route.ComponentProps['loaderData'] | undefined)?.title ?? 'Template'),
];

export default function TemplatePage({ loaderData, actionData }: Route.ComponentProps) {
  const { title, playbook, form: shown } = loaderData;
  const path = href('/playbooks/:playbookSlug', { playbookSlug: playbook.slug });
  return (
    <div className="page grid grid-cols-1 gap-6 py-4 sm:gap-8 sm:py-12">
      <Breadcrumb
        crumbs={[
          { to: '/playbooks', label: 'Playbooks' },
          { to: path, label: playbook.title },
        ]}
        current={title}
      />
      <header className="grid max-w-3xl gap-2 sm:gap-3">
        <h1>{title}</h1>
        <p className="text-muted sm:text-lg">
          The template of{' '}
          <Link to={path} className="link">
            {playbook.title}
          </Link>
          , to fill in here or in a file of your own.
        </p>
      </header>
      {shown ? (
        <div className="grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,1fr)_18rem] lg:items-start lg:gap-12">
          <CopyForm shown={shown} reply={actionData} />
          <TemplateFiles slug={playbook.slug} kinds={shown.kinds} isKept={shown.keptAt !== null} />
        </div>
      ) : (
        <MembershipNeeded way={loaderData.way} piece="template" />
      )}
    </div>
  );
}

/** The form of one's copy: of a table its cells, else the text. */
function CopyForm({
  shown: { sheet, initial, keptAt },
  reply,
}: {
  shown: NonNullable<Route.ComponentProps['loaderData']['form']>;
  reply: Route.ComponentProps['actionData'];
}) {
  const form = formFields<Record<string, string>>('copy', reply, initial);
  return (
    <section aria-labelledby="own-copy" className="grid grid-cols-1 gap-4">
      <div className="grid gap-1">
        <h2 id="own-copy" className="text-2xl">
          Your copy
        </h2>
        <p className="text-sm text-muted">
          {keptAt ? (
            <>
              Kept <Moment at={keptAt} />.{' '}
            </>
          ) : null}
          Nobody but you sees it.
          {sheet ? ' The spreadsheet works the sums out.' : null}
        </p>
      </div>
      <form method="post" noValidate id={form.id} className="grid grid-cols-1 gap-6">
        <FormErrors id={form.errorId} errors={form.errors} />
        {sheet ? (
          <SheetFields sheet={sheet} field={form.field} />
        ) : (
          <TextArea
            {...form.field('text')}
            label="The text"
            hint={`Replace the parts in brackets. At most ${longestCopy.toLocaleString('en-US')} characters.`}
            rows={22}
            required
            className="field-sizing-content min-h-80 font-mono text-sm!"
          />
        )}
        <div className="flex flex-wrap gap-2">
          <SubmitButton pendingLabel="Keeping it...">Keep my copy</SubmitButton>
          {keptAt ? (
            <SubmitButton variant="quiet" intent="drop" pendingLabel="Deleting..." formNoValidate>
              Delete it and begin again
            </SubmitButton>
          ) : null}
        </div>
      </form>
    </section>
  );
}
