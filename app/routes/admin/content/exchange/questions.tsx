import { openQuizEditor } from '#app/domain/publishing/authoring/quiz-editor.server.ts';
import { receiveQuestions } from '#app/domain/publishing/exchange/question-import.server.ts';
import { actorOf, allow } from '#app/routes/admin/access.server.ts';
import { noCourse } from '#app/routes/admin/content/no-course.ts';
import {
  contentImportsPath,
  contentPath,
  courseAddress,
  quizAddress,
} from '#app/routes/admin/content/piece-address.ts';
import { receiveUpload } from '#app/routes/admin/imports/receive-upload.server.ts';
import { UploadForm } from '#app/routes/admin/imports/upload-form.tsx';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { Card } from '#app/ui/card.tsx';
import { Link } from '#app/ui/link.tsx';
import type { Route } from './+types/questions';

export const middleware: Route.MiddlewareFunction[] = [allow('content:edit')];

export async function loader({ params }: Route.LoaderArgs) {
  const quiz = await openQuizEditor(params.courseSlug);
  if (!quiz) throw noCourse();
  const { slug, courseTitle, items } = quiz;
  return {
    slug,
    courseTitle,
    count: items.length,
    incompleteCount: items.filter(({ isReadable }) => !isReadable).length,
  };
}

export const action = ({ request, params, context }: Route.ActionArgs) =>
  receiveUpload(
    request,
    contentImportsPath,
    (file) => receiveQuestions(actorOf(context), params.courseSlug, file),
    'We read the file. Nothing has been added to the quiz yet.',
  );

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Import or export questions')];

export default function ExchangeQuestions({ loaderData, actionData }: Route.ComponentProps) {
  const { slug, courseTitle, count } = loaderData;
  return (
    <div className="grid grid-cols-1 gap-5">
      <Breadcrumb
        crumbs={[
          { to: contentPath, label: 'Content' },
          { to: courseAddress(slug), label: courseTitle },
          { to: quizAddress(slug), label: 'Quiz' },
        ]}
        current="Import or export"
      />
      <PageHeading title={`Import or export questions: ${courseTitle}`}>
        Move questions between this quiz and other systems, such as Moodle.
      </PageHeading>
      <section aria-labelledby="import" className="grid grid-cols-1 gap-3">
        <h2 id="import" className="text-xl">
          Import
        </h2>
        <p className="max-w-3xl text-sm text-muted">
          We read the file and show you each question before anything is added. You can import single and
          multiple choice, true or false, ordering and numerical questions. We list anything else with the
          reason.
        </p>
        <UploadForm
          id="questions"
          hint="GIFT (.gift or .txt) or Moodle XML (.xml), 4 MB and 300 questions at most."
          accept=".gift,.txt,.xml,text/plain,text/xml,application/xml"
          reply={actionData}
        />
      </section>
      <section aria-labelledby="export" className="grid grid-cols-1 gap-3">
        <h2 id="export" className="text-xl">
          Export
        </h2>
        {count === 0 ? (
          <p className="text-muted">The quiz has no questions yet.</p>
        ) : (
          <ExportCard {...loaderData} />
        )}
      </section>
    </div>
  );
}

function ExportCard({
  slug,
  count,
  incompleteCount,
}: {
  slug: string;
  count: number;
  incompleteCount: number;
}) {
  return (
    <Card className="grid max-w-3xl grid-cols-1 gap-3">
      <p>
        {count - incompleteCount} {count - incompleteCount === 1 ? 'question' : 'questions'} as last saved,
        with the right answers and explanations.
        {incompleteCount > 0
          ? ` ${incompleteCount === 1 ? 'One that is not complete stays' : `${incompleteCount} that are not complete stay`} here.`
          : ''}
      </p>
      <ul className="grid gap-1">
        <li>
          <Link
            to={quizAddress(slug, '/export/gift')}
            reloadDocument
            className="link inline-flex min-h-11 items-center"
          >
            Download as GIFT
          </Link>
        </li>
        <li>
          <Link
            to={quizAddress(slug, '/export/moodle-xml')}
            reloadDocument
            className="link inline-flex min-h-11 items-center"
          >
            Download as Moodle XML
          </Link>
        </li>
      </ul>
      <p className="text-sm text-muted">
        Other systems have no “find the mistake” questions, so these are exported as single choice and turned
        back when you import the file here. Where figures change with each try, only the first set is
        exported.
      </p>
    </Card>
  );
}
