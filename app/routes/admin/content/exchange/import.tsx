import { data } from 'react-router';
import { z } from 'zod';
import { discardContentImport, findContentImport } from '#app/domain/publishing/exchange/imports.server.ts';
import {
  importQuestions,
  importQuestionsSchema,
  type QuestionsResult,
  reviewQuestions,
} from '#app/domain/publishing/exchange/question-import.server.ts';
import { actorOf, allow } from '#app/routes/admin/access.server.ts';
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

async function openImport(id: string) {
  const row = await findContentImport(id);
  if (!row) throw noImport();
  const { fileName, format, importedAt, courseSlug, plan, result } = row;
  const review = courseSlug === null ? null : await reviewQuestions(courseSlug, plan);
  if (!review) throw noImport();
  return { id, fileName, format, importedAt, review, result: result as QuestionsResult | null };
}

export const loader = ({ params }: Route.LoaderArgs) => openImport(params.contentImportId);

const intents = z.enum(['import', 'discard']);

export async function action({ request, params: { contentImportId: id }, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const intent = readIntent(form, intents);
  const actor = actorOf(context);
  const row = await findContentImport(id);
  if (!row?.courseSlug) return data(null, { status: 404 });
  const slug = row.courseSlug;
  return refuseInForm(form, async () => {
    if (intent === 'discard') {
      await discardContentImport(actor, id);
      return redirectWithFlash(quizAddress(slug, '/exchange'), 'The file is deleted. Nothing was imported.');
    }
    const { added } = await importQuestions(actor, id, slug, parseForm(form, importQuestionsSchema));
    return redirectWithFlash(
      `${contentImportsPath}/${id}`,
      added === 0
        ? 'Nothing was added: the quiz has these questions already.'
        : `${added} ${added === 1 ? 'question is' : 'questions are'} added to the draft of the quiz.`,
    );
  });
}

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Import')];

const formatWords: Readonly<Record<string, string>> = { gift: 'GIFT', 'moodle-xml': 'Moodle XML' };

export default function ContentImportPage({ loaderData, actionData }: Route.ComponentProps) {
  const { fileName, format, review } = loaderData;
  return (
    <div className="grid grid-cols-1 gap-6">
      <Breadcrumb
        crumbs={[
          { to: contentPath, label: 'Content' },
          { to: courseAddress(review.slug), label: review.courseTitle },
          { to: quizAddress(review.slug), label: 'Quiz' },
          { to: quizAddress(review.slug, '/exchange'), label: 'Import or export' },
        ]}
        current={fileName}
      />
      <PageHeading title={<bdi className="wrap-anywhere">{fileName}</bdi>}>
        {formatWords[format] ?? format}
      </PageHeading>
      <FormErrors id="import-error" errors={actionData?.lastResult.error?.[''] ?? undefined} />
      <QuestionsReviewed {...loaderData} reply={actionData ?? undefined} />
    </div>
  );
}
