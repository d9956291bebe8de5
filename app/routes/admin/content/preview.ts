import { data, redirect } from 'react-router';
import { readingProblems } from '#app/domain/publishing/checks.server.ts';
import { composePiece } from '#app/domain/publishing/fact-fields.server.ts';
import { triedWith } from '#app/domain/publishing/new-course.server.ts';
import { previewPageOf, shelfOf } from '#app/domain/publishing/shelves.ts';
import { openPiece } from '#app/domain/publishing/versions.server.ts';
import { withOverrides } from '#app/platform/content/files.server.ts';
import { allow } from '#app/routes/admin/access.server.ts';
import { contentPath, pieceAddress } from '#app/routes/admin/content/piece-address.ts';
import { requestInfoContext } from '#app/routes/http/context.server.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import { renderPreview } from '#app/routes/http/page-preview.server.ts';
import { readForm } from '#app/routes/http/request-body.server.ts';
import type { Route } from './+types/preview';

export const middleware: Route.MiddlewareFunction[] = [allow('content:edit')];

/** The page of a piece as it would be with what is typed, for whoever edits it. Nothing is kept. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const piece = await openPiece(url.searchParams.get('file') ?? '');
  const shown = piece && previewPageOf(piece.path);
  if (!shown) throw notFound('There is no such page', { to: contentPath, label: 'Content' });
  const { path, text: current } = piece;
  const form = await readForm(request);
  const typed = new Map([...form].map(([name, value]) => [name, String(value)] as const));
  // Without a text the draft is shown as it was saved.
  const text = typed.has('body') ? composePiece(path, current, typed) : current;
  const overrides = await triedWith(path, text);
  return withOverrides(overrides, async () => {
    const problems = await readingProblems(path, text);
    if (problems.length > 0)
      throw data(
        `The page cannot be shown with this: ${problems.join(' ')} What you typed is in the other tab.`,
        {
          status: 422,
        },
      );
    const page = await renderPreview({ request, info: context.get(requestInfoContext), ...shown });
    if (!page)
      throw data('The page is not shown to you now: nothing of it can be seen before it is published.', {
        status: 422,
      });
    return page;
  });
}

/** Opened as a page, it leads to the piece. */
export function loader({ url }: Route.LoaderArgs) {
  const file = url.searchParams.get('file') ?? '';
  return redirect(shelfOf(file) ? pieceAddress(file) : contentPath, 303);
}
