import { mayReadCourse } from '#app/domain/core/access/policy.server.ts';
import { findClosedModules } from '#app/domain/learning/courses/release-state.server.ts';
import { findHandout } from '#app/domain/learning/decks/handout.server.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { fileResponse } from '#app/routes/http/file-response.server.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import type { Route } from './+types/handout';

/** A course's slides to print, for whoever may read its lessons; of modules that are not open yet, none. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const viewer = context.get(memberContext);
  const isAllowed = await mayReadCourse(viewer, params.courseSlug);
  const bytes = isAllowed
    ? await findHandout(params.courseSlug, await findClosedModules(viewer, params.courseSlug))
    : null;
  if (!bytes) throw notFound('There are no slides of this course to print.');
  return fileResponse(request, {
    bytes,
    mediaType: 'application/pdf',
    name: `${params.courseSlug}-slides.pdf`,
  });
}
