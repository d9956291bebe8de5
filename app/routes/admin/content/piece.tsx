import { data } from 'react-router';
import { findCourse } from '#app/domain/learning/courses/catalogue.server.ts';
import { fieldsOf } from '#app/domain/publishing/fact-fields.server.ts';
import { togetherWith } from '#app/domain/publishing/new-course.server.ts';
import { isRemovable, permissionFor } from '#app/domain/publishing/publish.server.ts';
import { previewPageOf } from '#app/domain/publishing/shelves.ts';
import { openPiece } from '#app/domain/publishing/versions.server.ts';
import { actorOf, allow, hasConfirmed, may } from '#app/routes/admin/access.server.ts';
import { ConfirmFirst } from '#app/routes/admin/confirm-first.tsx';
import { actOnPiece } from '#app/routes/admin/content/piece-action.server.ts';
import {
  contentPath,
  courseAddress,
  coursePageAddress,
  courseSlugOf,
  editAddress,
  pieceAddress,
} from '#app/routes/admin/content/piece-address.ts';
import { PieceEditor } from '#app/routes/admin/content/piece-editor.tsx';
import { PieceState } from '#app/routes/admin/content/piece-state.tsx';
import { Together } from '#app/routes/admin/content/piece-together.tsx';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import { readForm } from '#app/routes/http/request-body.server.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { Link } from '#app/ui/link.tsx';
import { Moment } from '#app/ui/moment.tsx';
import { Notice } from '#app/ui/notice.tsx';
import type { Route } from './+types/piece';

export const middleware: Route.MiddlewareFunction[] = [allow('content:edit')];

const fileParameter = (url: URL) => url.searchParams.get('file') ?? '';

/** What the way back to a course's outline is called; null for what is of no course. */
const titleOfCourse = (slug: string | null): string | null =>
  slug === null ? null : (findCourse(slug)?.title ?? 'Course outline');

async function opened(url: URL) {
  const piece = await openPiece(fileParameter(url));
  if (!piece) throw notFound('There is no such piece', { to: contentPath, label: 'Content' });
  return piece;
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const { shelf, text, ...piece } = await opened(url);
  const { course, companions } = await togetherWith(piece.path);
  return {
    piece,
    course,
    courseTitle: titleOfCourse(courseSlugOf(piece.path)),
    companions,
    kind: { id: shelf.id, label: shelf.label },
    page: piece.isOnSite ? (shelf.pageOf?.(piece.path) ?? null) : null,
    release: piece.isOnSite ? coursePageAddress(piece.path, 'release') : null,
    report: piece.isOnSite && may(context, 'analytics:read') ? coursePageAddress(piece.path, 'report') : null,
    hasPreview: previewPageOf(piece.path) !== null,
    fields: fieldsOf(piece.path, text),
    mayPublish: may(context, permissionFor(piece.path)) && course === null,
    mayArchive: isRemovable(piece.path) && piece.isOnSite && may(context, 'content:archive'),
    wantsConfirmation: permissionFor(piece.path) === 'legal:publish' && !hasConfirmed(context),
  };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const piece = await opened(url);
  const form = await readForm(request);
  const answer = await actOnPiece(actorOf(context), piece.path, piece.text, form);
  if (answer instanceof Response) return answer;
  // What was typed, as the form shows it.
  return data({ ...answer.data, fields: fieldsOf(piece.path, answer.data.text) }, answer.init ?? undefined);
}

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Edit a piece')];

export default function Piece({ loaderData, actionData }: Route.ComponentProps) {
  const {
    hasPreview,
    release,
    report,
    piece,
    course,
    courseTitle,
    companions,
    kind,
    page,
    fields,
    mayPublish,
    mayArchive,
    wantsConfirmation,
  } = loaderData;
  const { path, title, waiting } = piece;
  const courseSlug = courseSlugOf(path);
  return (
    <div className="grid grid-cols-1 gap-5">
      <Breadcrumb
        crumbs={[
          { to: contentPath, label: 'Content' },
          ...(courseSlug && courseTitle
            ? [{ to: courseAddress(courseSlug), label: courseTitle }]
            : [{ to: `${contentPath}?kind=${kind.id}`, label: kind.label }]),
        ]}
        current={title}
      />
      <PageHeading
        title={title}
        actions={
          <>
            {page ? (
              <ButtonLink variant="secondary" to={page}>
                See its page
              </ButtonLink>
            ) : null}
            {report ? (
              <ButtonLink variant="secondary" to={report}>
                Report
              </ButtonLink>
            ) : null}
            {release ? (
              <ButtonLink variant="secondary" to={release}>
                Release schedule
              </ButtonLink>
            ) : null}
            {courseSlug ? (
              <ButtonLink variant="secondary" to={courseAddress(courseSlug)}>
                Course outline
              </ButtonLink>
            ) : null}
            {editAddress(path) !== pieceAddress(path) && kind.id !== 'courses' ? (
              <ButtonLink variant="secondary" to={editAddress(path)}>
                Edit in forms
              </ButtonLink>
            ) : null}
            <ButtonLink variant="secondary" to={pieceAddress(path, 'history')}>
              History
            </ButtonLink>
          </>
        }
      >
        {path}
      </PageHeading>
      <PieceState {...piece} />
      {waiting?.problem ? (
        <Notice tone="error">
          <p className="font-semibold">This was due to be published, but couldn’t be:</p>
          <p className="whitespace-pre-line">{waiting.problem}</p>
        </Notice>
      ) : null}
      {waiting && !waiting.problem ? (
        <p className="text-sm text-muted">
          {waiting.state === 'draft' ? 'Draft saved' : 'Waiting to be published, saved'}{' '}
          <Moment at={waiting.createdAt} />
          {waiting.author?.name ? (
            <>
              {' '}
              by <bdi>{waiting.author.name}</bdi>
            </>
          ) : null}
          . Readers don’t see it yet.
        </p>
      ) : null}
      {wantsConfirmation && mayPublish ? (
        <ConfirmFirst returnTo={pieceAddress(path)} what="A legal text" />
      ) : null}
      <Together
        course={course}
        companions={companions}
        slug={path.split('/')[1] ?? ''}
        isCourse={kind.id === 'courses' && !piece.isOnSite}
      />
      {mayPublish || course ? null : (
        <Notice tone="info">Only an owner can publish this. You can save a draft.</Notice>
      )}
      <PieceEditor
        action={pieceAddress(path)}
        fields={actionData?.fields ?? fields}
        seen={piece.seen}
        hasWaiting={waiting !== null}
        previewAddress={hasPreview ? pieceAddress(path, 'preview') : null}
        mayPublish={mayPublish}
        isOnSite={piece.isOnSite}
        reply={actionData}
      />
      {mayArchive ? (
        <p className="text-sm">
          <Link to={`${contentPath}/archive?file=${path}`} className="link">
            Take it off the site
          </Link>
        </p>
      ) : null}
    </div>
  );
}
