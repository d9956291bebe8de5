import { href, redirect } from 'react-router';
import { mayReadCourse } from '#app/domain/core/access/policy.server.ts';
import { findCourse, parseModuleSegment } from '#app/domain/learning/courses/catalogue.server.ts';
import { findClosedModules } from '#app/domain/learning/courses/release-state.server.ts';
import { deckKey } from '#app/domain/learning/decks/decks.server.ts';
import { findWatchables } from '#app/domain/learning/decks/playback.server.ts';
import { pageWatchable } from '#app/routes/frame/deck/page-watchable.server.tsx';
import { memberContext } from '#app/routes/http/context.server.ts';
import { isSentByScript } from '#app/routes/http/sent-by-script.server.ts';
import { moduleNotFound } from '#app/routes/member/course/course-not-found.ts';
import { noteOpening } from '#app/routes/member/course/note-opening.server.ts';
import type { Route } from './+types/watch';

/** What a module's dialog on the overview shows, once it is opened; a browser that follows the address is led to the lesson. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { courseSlug, moduleSegment } = params;
  if (!isSentByScript(request)) return redirect(href('/courses/:courseSlug/:moduleSegment', params), 303);
  const course = findCourse(courseSlug);
  const moduleId = parseModuleSegment(moduleSegment);
  const viewer = context.get(memberContext);
  const module = course?.modules.find(({ id }) => id === moduleId);
  if (!course || !module || !(await mayReadCourse(viewer, courseSlug))) throw moduleNotFound(courseSlug);
  if ((await findClosedModules(viewer, courseSlug)).has(module.id)) throw moduleNotFound(courseSlug);
  await noteOpening(request, context, courseSlug, module.id);
  const watchables = await findWatchables(viewer.id, course, (id) => deckKey(course.slug, id));
  return { watchable: pageWatchable(request, watchables.get(module.id), module.title) };
}
