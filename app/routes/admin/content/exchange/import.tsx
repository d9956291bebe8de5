import { z } from 'zod';
import type { Actor } from '#app/domain/core/audit/record.server.ts';
import {
  type CourseResult,
  importCourse,
  importCourseSchema,
} from '#app/domain/publishing/exchange/course-import.server.ts';
import { reviewCourse } from '#app/domain/publishing/exchange/course-plan.server.ts';
import { discardContentImport, findContentImport } from '#app/domain/publishing/exchange/imports.server.ts';
import {
  importQuestions,
  importQuestionsSchema,
  type QuestionsResult,
  reviewQuestions,
} from '#app/domain/publishing/exchange/question-import.server.ts';
import { actorOf, allow } from '#app/routes/admin/access.server.ts';
import { CourseReviewed } from '#app/routes/admin/content/exchange/course-review.tsx';
import { nameOfFormat } from '#app/routes/admin/content/exchange/formats.ts';
import { QuestionsReviewed } from '#app/routes/admin/content/exchange/questions-review.tsx';
import {
  contentImportsPath,
  contentPath,
  courseAddress,
  quizAddress,
} from '#app/routes/admin/content/piece-address.ts';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { parseForm, readIntent, refuseInForm } from '#app/routes/http/form-action.server.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import { readForm } from '#app/routes/http/request-body.server.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import type { Route } from './+types/import';

export const middleware: Route.MiddlewareFunction[] = [allow('content:edit')];

const noImport = () => notFound('There is no such import', { to: contentPath, label: 'Content' });

async function requireImport(id: string) {
  const row = await findContentImport(id);
  if (!row) throw noImport();
  return row;
}

export async function loader({ params }: Route.LoaderArgs) {
  const { id, kind, fileName, format, importedAt, courseSlug, plan, result } = await requireImport(
    params.contentImportId,
  );
  const file = { id, fileName, format, importedAt };
  if (kind === 'course')
    return {
      kind,
      ...file,
      review: await reviewCourse(plan),
      result: result as CourseResult | null,
    } as const;
  const review = courseSlug === null ? null : await reviewQuestions(courseSlug, plan);
  if (!review) throw noImport();
  return { kind, ...file, review, result: result as QuestionsResult | null } as const;
}

const intents = z.enum(['import', 'version', 'discard']);

/** Imports a course as a new one, or as a new version of the one that has its short name. @returns what is said then */
async function importAsCourse(
  actor: Actor,
  row: Awaited<ReturnType<typeof requireImport>>,
  intent: 'import' | 'version',
  form: FormData,
): Promise<string> {
  const isVersion = intent === 'version';
  const { slug } = isVersion ? await reviewCourse(row.plan) : parseForm(form, importCourseSchema);
  const { saved } = await importCourse(actor, row.id, { slug, isVersion });
  if (saved.length === 0) return 'Nothing was changed: the course says the same already.';
  return isVersion ? 'The file is imported as drafts of the course.' : 'The course is imported as a draft.';
}

async function importAsQuestions(actor: Actor, id: string, slug: string, form: FormData): Promise<string> {
  const { added } = await importQuestions(actor, id, slug, parseForm(form, importQuestionsSchema));
  if (added === 0) return 'Nothing was added: the quiz has these questions already.';
  return `${added} ${added === 1 ? 'question is' : 'questions are'} added to the draft of the quiz.`;
}

export async function action({ request, params: { contentImportId: id }, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const intent = readIntent(form, intents);
  const actor = actorOf(context);
  const row = await requireImport(id);
  const slug = row.courseSlug ?? '';
  return refuseInForm(form, async () => {
    if (intent === 'discard') {
      await discardContentImport(actor, id);
      return redirectWithFlash(
        row.kind === 'course' ? contentImportsPath : quizAddress(slug, '/exchange'),
        'The file is deleted. Nothing was imported.',
      );
    }
    return redirectWithFlash(
      `${contentImportsPath}/${id}`,
      row.kind === 'course'
        ? await importAsCourse(actor, row, intent, form)
        : await importAsQuestions(actor, id, slug, form),
    );
  });
}

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Import')];

export default function ContentImportPage({ loaderData, actionData }: Route.ComponentProps) {
  const { fileName, format } = loaderData;
  return (
    <div className="grid grid-cols-1 gap-6">
      <Breadcrumb crumbs={crumbsOf(loaderData)} current={fileName} />
      <PageHeading title={<bdi className="wrap-anywhere">{fileName}</bdi>}>
        {nameOfFormat(format)}
      </PageHeading>
      <FormErrors id="import-error" errors={actionData?.lastResult.error?.[''] ?? undefined} />
      {loaderData.kind === 'course' ? (
        <CourseReviewed {...loaderData} reply={actionData} />
      ) : (
        <QuestionsReviewed {...loaderData} reply={actionData} />
      )}
    </div>
  );
}

function crumbsOf(file: Route.ComponentProps['loaderData']) {
  const content = { to: contentPath, label: 'Content' };
  if (file.kind === 'course') return [content, { to: contentImportsPath, label: 'Import a course' }];
  const { slug, courseTitle } = file.review;
  return [
    content,
    { to: courseAddress(slug), label: courseTitle },
    { to: quizAddress(slug), label: 'Quiz' },
    { to: quizAddress(slug, '/exchange'), label: 'Import or export' },
  ];
}
