import { parseWithZod } from '@conform-to/zod/v4';
import { courses } from '#app/domain/courses/catalogue.server.ts';
import { begunCourses } from '#app/domain/publishing/new-course.server.ts';
import {
  beginPiece,
  type NewPieceForm,
  newKinds,
  newPieceSchema,
} from '#app/domain/publishing/new-piece.server.ts';
import { findShelf } from '#app/domain/publishing/shelves.ts';
import { actorOf, allow } from '#app/routes/admin/access.server.ts';
import { contentPath, pieceAddress } from '#app/routes/admin/content/piece-address.ts';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { invalidForm, refusedForm } from '#app/routes/http/form.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { readForm } from '#app/routes/http/request-body.server.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { FormErrors, SelectField, TextField } from '#app/ui/field.tsx';
import type { Route } from './+types/new';

export const middleware: Route.MiddlewareFunction[] = [allow('content:edit')];

export async function loader({ url }: Route.LoaderArgs) {
  const asked = url.searchParams.get('kind');
  const begun = await begunCourses((slug) => courses().has(slug));
  return {
    kind: newKinds.find((kind) => kind === asked) ?? newKinds[0],
    kinds: newKinds.map((kind) => ({ kind, label: findShelf(kind)?.label ?? kind })),
    courses: [
      ...begun.map((slug) => ({ slug, title: `${slug} (begun)` })),
      ...[...courses().values()].map(({ slug, title }) => ({ slug, title })),
    ],
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const submission = parseWithZod(form, { schema: newPieceSchema });
  if (submission.status !== 'success') return invalidForm(submission);
  try {
    const path = await beginPiece(actorOf(context), submission.value);
    return redirectWithFlash(pieceAddress(path), 'The draft is there. Readers see it once it is published.');
  } catch (error) {
    return refusedForm(form, error);
  }
}

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'New piece')];

export default function NewPiece({ loaderData, actionData }: Route.ComponentProps) {
  const { kind, kinds, courses: all } = loaderData;
  const form = formFields<NewPieceForm>('new', actionData, { kind });
  return (
    <div className="grid max-w-2xl grid-cols-1 gap-5">
      <Breadcrumb crumbs={[{ to: contentPath, label: 'Content' }]} current="New piece" />
      <PageHeading title="New piece">It begins as a draft.</PageHeading>
      <Card>
        <form method="post" id={form.id} className="grid gap-5">
          <FormErrors id={form.errorId} errors={form.errors} />
          <SelectField {...form.field('kind')} label="Kind">
            {kinds.map(({ kind: each, label }) => (
              <option key={each} value={each}>
                {label}
              </option>
            ))}
          </SelectField>
          <TextField {...form.field('title')} label="Title" required maxLength={100} autoComplete="off" />
          <TextField
            {...form.field('name')}
            label="Short name"
            hint="Of a course, guide or playbook: the end of its address, such as first-steps. It is never changed."
            maxLength={60}
            autoComplete="off"
          />
          <SelectField
            {...form.field('course')}
            label="Course"
            hint="Of a module: it comes last in this course. A new course is begun first, and published with its modules."
          >
            <option value="">None</option>
            {all.map(({ slug, title }) => (
              <option key={slug} value={slug}>
                {title}
              </option>
            ))}
          </SelectField>
          <div className="flex flex-wrap gap-3">
            <SubmitButton pendingLabel="Beginning...">Begin</SubmitButton>
            <ButtonLink variant="secondary" to={contentPath}>
              Cancel
            </ButtonLink>
          </div>
        </form>
      </Card>
    </div>
  );
}
