import { z } from 'zod';
import {
  archiveCourse,
  openCourseToArchive,
  unarchiveCourse,
} from '#app/domain/publishing/course-archive.server.ts';
import { actorOf, allow } from '#app/routes/admin/access.server.ts';
import { contentPath, courseAddress, editAddress } from '#app/routes/admin/content/piece-address.ts';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, parseForm, readIntent } from '#app/routes/http/form-action.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { TextField } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Link } from '#app/ui/link.tsx';
import type { Route } from './+types/archive-course';

export const middleware: Route.MiddlewareFunction[] = [allow('content:archive')];

/** So many pieces that lead to the course are named. */
const shownPieces = 20;

export async function loader({ params }: Route.LoaderArgs) {
  const course = await openCourseToArchive(params.courseSlug);
  if (!course) throw notFound('There is no such course on the site', { to: contentPath, label: 'Content' });
  const { namedBy, ...rest } = course;
  return { ...rest, pieces: namedBy.slice(0, shownPieces), pieceCount: namedBy.length };
}

const intents = z.enum(['archive', 'unarchive']);
const schema = z.object({
  note: z.string().trim().max(200, 'Please use at most 200 characters').default(''),
});

export const action = formAction(async ({ params, context }: Route.ActionArgs, form) => {
  const { courseSlug } = params;
  const intent = readIntent(form, intents);
  const { note } = parseForm(form, schema);
  if (intent === 'archive') await archiveCourse(actorOf(context), courseSlug, note);
  else await unarchiveCourse(actorOf(context), courseSlug, note);
  return redirectWithFlash(
    courseAddress(courseSlug),
    intent === 'archive'
      ? 'The course is archived. Whoever has started it keeps it.'
      : 'The course takes learners again.',
  );
});

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Archive course')];

const people = (count: number) => `${count} ${count === 1 ? 'person' : 'people'}`;

function WhatHappens({
  started,
  unfinished,
  certificates,
}: Record<'started' | 'unfinished' | 'certificates', number>) {
  return (
    <ul className="list-disc pl-5 text-sm">
      <li>Nobody new can start it. Its pages say that it is archived.</li>
      <li>
        It no longer appears in the course library, on the home page, in search, in the assistant's answers or
        in new first-week plans.
      </li>
      <li>
        {started === 0
          ? 'Nobody has started it.'
          : `${people(started)} who started it keep${started === 1 ? 's' : ''} its lessons and progress. ${unfinished} of them ${unfinished === 1 ? 'has' : 'have'} not finished it, and can.`}
      </li>
      <li>
        {certificates === 0 ? 'Certificates stay valid.' : `Its certificates (${certificates}) stay valid.`}{' '}
        You can make it available again at any time.
      </li>
    </ul>
  );
}

export default function ArchiveCourse({ loaderData, actionData }: Route.ComponentProps) {
  const { slug, title, archivedOn, pieces, pieceCount } = loaderData;
  const isArchived = archivedOn !== null;
  const form = formFields<{ note: string }>('archive-course', actionData);
  return (
    <div className="grid max-w-2xl grid-cols-1 gap-5">
      <Breadcrumb
        crumbs={[
          { to: contentPath, label: 'Content' },
          { to: courseAddress(slug), label: title },
        ]}
        current={isArchived ? 'Make available again' : 'Archive'}
      />
      <PageHeading title={isArchived ? `Make ${title} available again` : `Archive ${title}`}>
        {isArchived
          ? `Archived since ${archivedOn} (UTC). Once it is available again, everyone finds it in the library, search and the assistant right away.`
          : 'Stop offering this course without taking it away from the people who started it.'}
      </PageHeading>
      <Card className="grid grid-cols-1 gap-5">
        {isArchived ? null : <WhatHappens {...loaderData} />}
        {!isArchived && pieceCount > 0 ? (
          <details>
            <summary className="link inline-flex min-h-11 items-center text-sm">
              {pieceCount} {pieceCount === 1 ? 'page links' : 'pages link'} to this course
            </summary>
            <p className="py-2 text-sm text-muted">Those links stay. Edit the pages to remove them.</p>
            <ul className="grid text-sm">
              {pieces.map((path) => (
                <li key={path}>
                  <Link
                    to={editAddress(path)}
                    className="link inline-flex min-h-8 items-center wrap-anywhere"
                  >
                    {path}
                  </Link>
                </li>
              ))}
            </ul>
            {pieceCount > pieces.length ? (
              <p className="text-sm text-muted">And {pieceCount - pieces.length} more.</p>
            ) : null}
          </details>
        ) : null}
        <form method="post" action={`${courseAddress(slug)}/archive`} id={form.id} className="grid gap-4">
          <FormErrors id={form.errorId} errors={form.errors} />
          <TextField {...form.field('note')} label="Why (optional)" maxLength={200} autoComplete="off" />
          <div className="flex flex-wrap gap-3">
            {isArchived ? (
              <SubmitButton intent="unarchive" pendingLabel="Making it available...">
                Make course available again
              </SubmitButton>
            ) : (
              <SubmitButton intent="archive" variant="danger" pendingLabel="Archiving...">
                Archive course
              </SubmitButton>
            )}
            <ButtonLink variant="secondary" to={courseAddress(slug)}>
              Cancel
            </ButtonLink>
          </div>
        </form>
      </Card>
    </div>
  );
}
