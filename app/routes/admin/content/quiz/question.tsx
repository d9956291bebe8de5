import { data, redirect } from 'react-router';
import { z } from 'zod';
import { fieldsOfQuestion, isQuestionKind } from '#app/domain/publishing/authoring/question-fields.ts';
import { questionFormSchema } from '#app/domain/publishing/authoring/question-form.server.ts';
import {
  previewQuestion,
  type QuestionPreview,
} from '#app/domain/publishing/authoring/question-preview.server.ts';
import { addQuestion, editQuestion } from '#app/domain/publishing/authoring/quiz-changes.server.ts';
import { openQuestionEditor, requireQuiz } from '#app/domain/publishing/authoring/quiz-editor.server.ts';
import { actorOf, allow } from '#app/routes/admin/access.server.ts';
import { noCourse } from '#app/routes/admin/content/no-course.ts';
import { contentPath, courseAddress, quizAddress } from '#app/routes/admin/content/piece-address.ts';
import { QuestionForm } from '#app/routes/admin/content/quiz/question-form.tsx';
import { kindWords } from '#app/routes/admin/content/quiz/question-kinds.ts';
import { ShownPreview } from '#app/routes/admin/content/quiz/question-preview.tsx';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { type FormReply, refusedForm, typedFields } from '#app/routes/http/form.server.ts';
import { parseForm, readIntent } from '#app/routes/http/form-action.server.ts';
import { readForm } from '#app/routes/http/request-body.server.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import type { Route } from './+types/question';

export const middleware: Route.MiddlewareFunction[] = [allow('content:edit')];

export async function loader({ params, url }: Route.LoaderArgs) {
  const opened = await openQuestionEditor(params.courseSlug);
  if (!opened) throw noCourse();
  const { quiz, lessons } = opened;
  const { slug, courseTitle, isOwn, items: questions } = quiz;
  const key = url.searchParams.get('question');
  const question = questions.find((other) => other.key === key);
  const kind = question?.raw.kind ?? url.searchParams.get('kind');
  // What was changed meanwhile has another key: its quiz shows it as it is.
  if (!isQuestionKind(kind)) throw redirect(quizAddress(slug), 303);
  return {
    slug,
    courseTitle,
    isOwn,
    lessons,
    kind,
    questionKey: question?.key ?? '',
    number: question?.number ?? null,
    count: questions.length,
    fields: question ? fieldsOfQuestion(question.raw) : {},
  };
}

/** What the form of a question shows after a button that stays on it. */
interface QuestionReply extends FormReply {
  preview: QuestionPreview | null;
}

const intents = z.enum(['save', 'preview']);

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const slug = params.courseSlug;
  const intent = readIntent(form, intents);
  const kind = form.get('kind');
  const key = String(form.get('key') ?? '');
  if (!isQuestionKind(kind)) return data('Unknown kind of question', { status: 400 });
  try {
    const { isOwn } = await requireQuiz(slug);
    const question = parseForm(form, questionFormSchema(kind, { isOwn }), { disableAutoCoercion: true });
    if (intent === 'preview')
      return data<QuestionReply>({
        lastResult: { initialValue: typedFields(form) },
        preview: previewQuestion(slug, question),
      });
    const actor = actorOf(context);
    if (key === '') {
      await addQuestion(actor, slug, question);
      return await redirectWithFlash(quizAddress(slug), 'The question is added to the draft.');
    }
    await editQuestion(actor, slug, key, question);
    return await redirectWithFlash(quizAddress(slug), 'The question is saved as a draft.');
  } catch (error) {
    const refused = refusedForm(form, error);
    return data<QuestionReply>({ ...refused.data, preview: null }, refused.init ?? undefined);
  }
}

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Edit a question')];

export default function QuestionPage({ loaderData, actionData }: Route.ComponentProps) {
  const { slug, courseTitle, kind, number, count } = loaderData;
  const reply = actionData as QuestionReply | undefined;
  const { label, text } = kindWords[kind];
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-5">
      <Breadcrumb
        crumbs={[
          { to: contentPath, label: 'Content' },
          { to: courseAddress(slug), label: courseTitle },
          { to: quizAddress(slug), label: 'Quiz' },
        ]}
        current={number === null ? 'New question' : `Question ${number}`}
      />
      <PageHeading
        title={number === null ? `New question: ${label}` : `Question ${number} of ${count}: ${label}`}
      >
        {text}
      </PageHeading>
      <QuestionForm {...loaderData} reply={reply} />
      {reply?.preview ? <ShownPreview preview={reply.preview} /> : null}
    </div>
  );
}
