import { z } from 'zod';
import { type Assignment, taskLength } from '#app/domain/learning/courses/assignment.ts';
import { assignmentFormSchema } from '#app/domain/publishing/authoring/assignment-form.ts';
import { setAssignment } from '#app/domain/publishing/course-changes.server.ts';
import { openOutline } from '#app/domain/publishing/course-outline.server.ts';
import { actorOf, allow } from '#app/routes/admin/access.server.ts';
import { contentPath, courseAddress, moduleIdOf } from '#app/routes/admin/content/piece-address.ts';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, parseForm, readIntent } from '#app/routes/http/form-action.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { CheckboxField, RadioGroup, TextArea, TextField } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import type { Route } from './+types/assignment';

export const middleware: Route.MiddlewareFunction[] = [allow('content:edit')];

const noLesson = () => notFound('There is no such lesson', { to: contentPath, label: 'Content' });

/** The assignment of a module, as it was last saved. One query. */
export async function loader({ params }: Route.LoaderArgs) {
  const moduleId = moduleIdOf(params.part);
  const outline = moduleId ? await openOutline(params.courseSlug) : null;
  const module = outline?.modules.find(({ id }) => id === moduleId);
  if (!outline || !module) throw noLesson();
  return {
    slug: outline.slug,
    courseTitle: outline.title,
    moduleId: module.id,
    moduleTitle: module.title,
    assignment: module.assignment,
    seen: module.lesson.seen,
  };
}

const intents = z.enum(['save', 'remove']);
const removal = z.object({ seen: z.coerce.number().int().min(0) });

export const action = formAction(async ({ params, context }: Route.ActionArgs, form) => {
  const id = moduleIdOf(params.part);
  if (!id) throw noLesson();
  const back = `${courseAddress(params.courseSlug)}#module-${id}`;
  if (readIntent(form, intents) === 'remove') {
    const { seen } = parseForm(form, removal);
    await setAssignment(actorOf(context), params.courseSlug, { id, seen }, null);
    return redirectWithFlash(back, 'The assignment is taken out of the draft. What was handed in is kept.');
  }
  const { assignment, seen } = parseForm(form, assignmentFormSchema);
  await setAssignment(actorOf(context), params.courseSlug, { id, seen }, assignment);
  return redirectWithFlash(back, 'The assignment is saved as a draft.');
});

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Edit an assignment')];

type Fields = Assignment & { seen: number };

export default function EditAssignment({ loaderData, actionData }: Route.ComponentProps) {
  const { slug, courseTitle, moduleTitle, assignment, seen } = loaderData;
  const form = formFields<Fields>('assignment', actionData, {
    title: assignment?.title,
    task: assignment?.task,
    accepts: assignment?.accepts ?? 'both',
    required: assignment?.required ? 'on' : undefined,
  });
  const { defaultValue: required, ...requiredField } = form.field('required');
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-5">
      <Breadcrumb
        crumbs={[
          { to: contentPath, label: 'Content' },
          { to: courseAddress(slug), label: courseTitle },
        ]}
        current="Assignment"
      />
      <PageHeading title={`Assignment: ${moduleTitle}`}>
        Learners hand in a text or a file below the lesson; instructors read and answer it.
      </PageHeading>
      <form method="post" id={form.id} noValidate className="grid grid-cols-1 gap-4">
        <FormErrors id={form.errorId} errors={form.errors} />
        {/* What was saved meanwhile is overwritten only by who sends the form once more. */}
        <input type="hidden" name="seen" value={seen} />
        <TextField {...form.field('title')} label="Title" required maxLength={100} autoComplete="off" />
        <TextArea
          {...form.field('task')}
          label="What to do"
          hint={`Markdown. At most ${taskLength.toLocaleString('en-US')} characters.`}
          required
          maxLength={taskLength}
          rows={10}
          className="field-sizing-content min-h-48"
        />
        <RadioGroup
          {...form.field('accepts')}
          label="What can be handed in"
          options={[
            { value: 'both', label: 'A text, a file, or both' },
            { value: 'text', label: 'A text' },
            { value: 'file', label: 'A file' },
          ]}
        />
        <CheckboxField
          {...requiredField}
          defaultChecked={required !== undefined}
          label="Needed to complete the course: the module is complete once it is accepted"
        />
        <div className="flex flex-wrap gap-3">
          <SubmitButton intent="save" pendingLabel="Saving...">
            Save draft
          </SubmitButton>
          {assignment ? (
            <SubmitButton intent="remove" variant="danger" formNoValidate pendingLabel="Removing...">
              Remove assignment
            </SubmitButton>
          ) : null}
        </div>
      </form>
    </div>
  );
}
