import type { RouterContextProvider } from 'react-router';
import { recordOpening } from '#app/domain/learning/courses/enrollment.server.ts';
import { adminBehindContext, memberContext, previewViewerContext } from '#app/routes/http/context.server.ts';

/**
 * Keeps that the reader of a page has opened a module. Not of admins, nor of who looks at the site as another or previews it, and
 * not of a browser that fetches ahead.
 */
export async function noteOpening(
  request: Request,
  context: Readonly<RouterContextProvider>,
  courseSlug: string,
  moduleId: number,
): Promise<void> {
  const { id, role } = context.get(memberContext);
  const isAhead = request.headers.get('Sec-Purpose')?.startsWith('prefetch') === true;
  if (role === 'admin' || context.get(adminBehindContext) || context.get(previewViewerContext) || isAhead)
    return;
  await recordOpening(id, courseSlug, moduleId);
}
