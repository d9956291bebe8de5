import { mayReadCourse } from '#app/domain/core/access/policy.server.ts';
import { findHandout } from '#app/domain/learning/decks/handout.server.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { fileResponse } from '#app/routes/http/file-response.server.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import type { Route } from './+types/handout';

/** A course's slides to print, for whoever may read its lessons. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const isAllowed = await mayReadCourse(context.get(memberContext), params.courseSlug);
  const bytes = isAllowed ? await findHandout(params.courseSlug) : null;
  if (!bytes) throw notFound('There are no slides of this course to print.');
  return fileResponse(request, {
    bytes,
    mediaType: 'application/pdf',
    name: `${params.courseSlug}-slides.pdf`,
  });
}
