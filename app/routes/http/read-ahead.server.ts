import type { RouterContextProvider } from 'react-router';
import { readOf, type ViewerRead } from '#app/domain/access/reads.server.ts';
import { findCourse, parseModuleSegment } from '#app/domain/courses/catalogue.server.ts';
import { doingsRead } from '#app/domain/dashboard/doings.server.ts';
import { courseRead } from '#app/domain/quizzes/course-read.server.ts';
import { marksRead } from '#app/domain/reading/marks.server.ts';
import { findPiece } from '#app/domain/reading/pieces.server.ts';
import { memberContext, readAheadContext } from '#app/routes/http/context.server.ts';

type Params = Readonly<Record<string, string | undefined>>;

/** What pages read of their viewer, by the patterns of their addresses as routes.ts has them: it comes with the answer to who asks. */
const reads: Readonly<Record<string, (params: Params) => ViewerRead<unknown> | null>> = {
  dashboard: doingsRead,
  'courses/:courseSlug'({ courseSlug = '' }) {
    const course = findCourse(courseSlug);
    return course ? courseRead(course) : null;
  },
  'courses/:courseSlug/:moduleSegment'({ courseSlug = '', moduleSegment = '' }) {
    const course = findCourse(courseSlug);
    const piece = findPiece(`courses/${courseSlug}/module-${parseModuleSegment(moduleSegment)}`);
    return course && piece ? courseRead(course, piece.key) : null;
  },
  'training/guides/:guideSlug'({ guideSlug = '' }) {
    const piece = findPiece(`guides/${guideSlug}`);
    return piece ? marksRead(piece) : null;
  },
};

/** What is to be read with the answer to who asks; null where that is nothing, and where the request may first change it. */
export function readAheadFor(method: string, pattern: string, params: Params): ViewerRead<unknown> | null {
  return method === 'GET' || method === 'HEAD' ? (reads[pattern]?.(params) ?? null) : null;
}

/** Reads something of the member who asks, unless it came with the answer to who that is. */
export async function readOfMember<T>(
  context: Readonly<RouterContextProvider>,
  read: ViewerRead<T>,
): Promise<T> {
  const ahead = context.get(readAheadContext);
  const { id } = context.get(memberContext);
  // Whoever looks at the site as another sees what is the other's.
  return ahead?.key === read.key && ahead.userId === id ? read.from(ahead.value) : readOf(id, read);
}
