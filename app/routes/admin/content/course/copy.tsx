import { randomUUID } from 'node:crypto';
import { copyCourse, courseCopySchema, titleOfCopy } from '#app/domain/publishing/course-copies.server.ts';
import { openOutline } from '#app/domain/publishing/course-outline.server.ts';
import { actorOf, allow } from '#app/routes/admin/access.server.ts';
import { noCourse } from '#app/routes/admin/content/no-course.ts';
import { contentPath, courseAddress } from '#app/routes/admin/content/piece-address.ts';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, parseForm } from '#app/routes/http/form-action.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { TextField } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import type { Route } from './+types/copy';

export const middleware: Route.MiddlewareFunction[] = [allow('content:edit')];

export async function loader({ params }: Route.LoaderArgs) {
  const outline = await openOutline(params.courseSlug);
  if (!outline) throw noCourse();
  const { slug, title, modules } = outline;
  return {
    slug,
    title,
    newTitle: titleOfCopy(title),
    moduleCount: modules.length,
    formKey: randomUUID(),
  };
}

export const action = formAction(async ({ params, context }: Route.ActionArgs, form) => {
  const slug = await copyCourse(actorOf(context), params.courseSlug, parseForm(form, courseCopySchema));
  return redirectWithFlash(
    courseAddress(slug),
    'This is the copy. All of it is a draft until you publish it.',
  );
});

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Duplicate course')];

export default function CopyCourse({ loaderData, actionData }: Route.ComponentProps) {
  const { slug, title, newTitle, moduleCount, formKey } = loaderData;
  const form = formFields<{ title: string; name: string; formKey: string }>('copy', actionData, {
    title: newTitle,
    name: `${slug}-copy`.slice(0, 60),
    formKey,
  });
  return (
    <div className="grid max-w-2xl grid-cols-1 gap-5">
      <Breadcrumb
        crumbs={[
          { to: contentPath, label: 'Content' },
          { to: courseAddress(slug), label: title },
        ]}
        current="Duplicate"
      />
      <PageHeading title={`Duplicate ${title}`}>
        The copy has {moduleCount === 1 ? 'the module' : `all ${moduleCount} modules`} with lessons, slides
        and checklists, the quiz, the search questions and the release schedule, as last saved. It starts as a
        draft. Nobody's progress is copied.
      </PageHeading>
      <Card>
        <form method="post" action={`${courseAddress(slug)}/copy`} id={form.id} className="grid gap-5">
          <FormErrors id={form.errorId} errors={form.errors ?? form.field('formKey').errors} />
          <input type="hidden" name="formKey" value={form.field('formKey').defaultValue ?? formKey} />
          <TextField
            {...form.field('title')}
            label="Title of the copy"
            required
            maxLength={80}
            autoComplete="off"
          />
          <TextField
            {...form.field('name')}
            label="Short name"
            hint="The end of its address, such as first-steps. You can't change it later."
            required
            maxLength={60}
            autoComplete="off"
          />
          <div className="flex flex-wrap gap-3">
            <SubmitButton pendingLabel="Duplicating...">Duplicate course</SubmitButton>
            <ButtonLink variant="secondary" to={courseAddress(slug)}>
              Cancel
            </ButtonLink>
          </div>
        </form>
      </Card>
    </div>
  );
}
