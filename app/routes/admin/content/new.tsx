import { courses, mostModules } from '#app/domain/learning/courses/catalogue.server.ts';
import { quizzes } from '#app/domain/learning/quizzes/quizzes.server.ts';
import { begunCourses } from '#app/domain/publishing/new-course.server.ts';
import { beginPiece, newPieceSchema } from '#app/domain/publishing/new-piece.server.ts';
import { maxShortName, newKinds, newPieceLabels } from '#app/domain/publishing/new-piece-kinds.ts';
import { findShelf } from '#app/domain/publishing/shelves.ts';
import { actorOf, allow } from '#app/routes/admin/access.server.ts';
import { contentPath, editAddress } from '#app/routes/admin/content/piece-address.ts';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { PageTabs } from '#app/routes/admin/page-tabs.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, parseForm } from '#app/routes/http/form-action.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { SelectField, TextField } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import type { Route } from './+types/new';

export const middleware: Route.MiddlewareFunction[] = [allow('content:edit')];

const newPath = `${contentPath}/new`;

export async function loader({ url }: Route.LoaderArgs) {
  const asked = url.searchParams.get('kind');
  const begun = await begunCourses((slug) => courses().has(slug));
  const kind = newKinds.find((known) => known === asked) ?? newKinds[0];
  const published = [...courses().values()]
    .filter(({ slug }) => kind !== 'quizzes' || !quizzes().has(slug))
    .map(({ slug, title }) => ({ slug, title }));
  const all = [...begun.map((slug) => ({ slug, title: `${slug} (not published)` })), ...published];
  return {
    kind,
    tabs: newKinds.map((id) => ({
      to: `${newPath}?kind=${id}`,
      label: findShelf(id)?.label ?? id,
      isCurrent: id === kind,
    })),
    courses: all,
    parts: kind === 'slides' ? mostModules : 0,
    course: all.find(({ slug }) => slug === url.searchParams.get('course'))?.slug ?? '',
  };
}

export const action = formAction(async ({ context }: Route.ActionArgs, form) => {
  const path = await beginPiece(actorOf(context), parseForm(form, newPieceSchema));
  return redirectWithFlash(editAddress(path), 'Draft created. Readers see it once you publish it.');
});

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  pageTitle(matches, newPieceLabels[loaderData?.kind ?? 'courses']),
];

/** What each kind is told beforehand. */
const intros: Record<(typeof newKinds)[number], string> = {
  courses: 'Name the course. You add its modules, slides, quiz and release schedule next.',
  modules: 'A lesson at the end of its course. You can move it up later.',
  quizzes:
    'Questions at the end of a course. Learners who complete the modules and pass get the certificate.',
  slides: 'Narrated slides that play where a lesson or an introduction has no video.',
  guides: 'A longer text for members to read.',
  playbooks: 'Steps to follow, with a template to copy.',
};

type Fields = Record<'kind' | 'title' | 'name' | 'course' | 'part', string>;

export default function NewPiece({ loaderData, actionData }: Route.ComponentProps) {
  const { kind, tabs, courses: all, parts, course } = loaderData;
  const form = formFields<Fields>('new', actionData, { course });
  const isNamed = kind === 'courses' || kind === 'guides' || kind === 'playbooks';
  return (
    <div className="grid max-w-2xl grid-cols-1 gap-5">
      <Breadcrumb crumbs={[{ to: contentPath, label: 'Content' }]} current={newPieceLabels[kind]} />
      <PageHeading title={newPieceLabels[kind]}>
        {intros[kind]} Readers see nothing until you publish it.
      </PageHeading>
      <PageTabs label="Kinds of pieces" tabs={tabs} />
      {isNamed || all.length > 0 ? (
        <Card>
          <form method="post" action={`${newPath}?kind=${kind}`} id={form.id} className="grid gap-5">
            <FormErrors id={form.errorId} errors={form.errors ?? form.field('kind').errors} />
            <input type="hidden" name="kind" value={kind} />
            {isNamed || kind === 'modules' ? (
              <TextField {...form.field('title')} label="Title" required maxLength={100} autoComplete="off" />
            ) : null}
            {isNamed ? (
              <TextField
                {...form.field('name')}
                label="Short name (optional)"
                hint="The end of its address, such as first-steps. Leave it empty to make it from the title. You can't change it later."
                maxLength={maxShortName}
                autoComplete="off"
              />
            ) : (
              <SelectField {...form.field('course')} label="Course" required>
                <option value="">Choose</option>
                {all.map(({ slug, title }) => (
                  <option key={slug} value={slug}>
                    {title}
                  </option>
                ))}
              </SelectField>
            )}
            {parts > 0 ? (
              <SelectField {...form.field('part')} label="For" required>
                <option value="0">The introduction</option>
                {Array.from({ length: parts }, (_, index) => index + 1).map((number) => (
                  <option key={number} value={String(number)}>
                    Module {number}
                  </option>
                ))}
              </SelectField>
            ) : null}
            <div className="flex flex-wrap gap-3">
              <SubmitButton pendingLabel="Creating...">Create draft</SubmitButton>
              <ButtonLink variant="secondary" to={`${contentPath}?kind=${kind}`}>
                Cancel
              </ButtonLink>
            </div>
          </form>
        </Card>
      ) : (
        <EmptyState title="Every course has its quiz" />
      )}
    </div>
  );
}
