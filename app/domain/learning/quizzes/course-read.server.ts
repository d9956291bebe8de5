import { readTogether, type ViewerRead } from '#app/domain/core/access/reads.server.ts';
import type { Course } from '#app/domain/learning/courses/catalogue.server.ts';
import { deckKey } from '#app/domain/learning/decks/decks.server.ts';
import { type Watchable, watchablesRead } from '#app/domain/learning/decks/playback.server.ts';
import { type Standing, standingRead } from '#app/domain/learning/quizzes/standing.server.ts';

/** How somebody stands in a course, and what they can watch of it. */
interface CourseState {
  standing: Standing;
  watchables: Map<number, Watchable>;
}

/** What a course's page or, with the key of a piece, a lesson's tells of its viewer. */
export function courseRead(course: Course, piece = ''): ViewerRead<CourseState> {
  return readTogether<CourseState>('course', {
    standing: standingRead(course.slug, piece),
    watchables: watchablesRead(course, (id) => deckKey(course.slug, id)),
  });
}
