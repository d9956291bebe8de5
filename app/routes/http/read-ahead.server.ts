import type { RouterContextProvider } from 'react-router';
import { readOf, type ViewerRead } from '#app/domain/core/access/reads.server.ts';
import { readPlaceBy } from '#app/domain/core/values/cursor.ts';
import { findCourse, parseModuleSegment } from '#app/domain/learning/courses/catalogue.server.ts';
import { dashboardRead } from '#app/domain/learning/dashboard/dashboard-read.server.ts';
import { courseRead } from '#app/domain/learning/quizzes/course-read.server.ts';
import { marksRead } from '#app/domain/learning/reading/marks.server.ts';
import { findPiece } from '#app/domain/learning/reading/pieces.server.ts';
import { centreRead } from '#app/domain/programme/affiliates/overview.server.ts';
import { referralLinkRead } from '#app/domain/programme/affiliates/referral-link.server.ts';
import { readSourceKey, statsRead } from '#app/domain/programme/affiliates/referral-stats.server.ts';
import { readSourceSort, readStatsFilter } from '#app/domain/programme/affiliates/stats-filter.ts';
import { toolsRead } from '#app/domain/programme/affiliates/tools.server.ts';
import { completedRead } from '#app/domain/programme/affiliates/training.server.ts';
import { payeeRead, payoutsRead } from '#app/domain/programme/payouts/payout-batches.server.ts';
import { memberContext, readAheadContext } from '#app/routes/http/context.server.ts';

type Params = Readonly<Record<string, string | undefined>>;

/** What pages read of their viewer, by the patterns of their addresses as routes.ts has them: it comes with the answer to who asks. */
const reads: Readonly<
  Record<string, (params: Params, search: URLSearchParams) => ViewerRead<unknown> | null>
> = {
  dashboard: dashboardRead,
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
  'affiliate-centre': centreRead,
  'affiliate-centre/tools': toolsRead,
  'affiliate-centre/stats': (_, search) =>
    statsRead(readStatsFilter(search), readPlaceBy(search, readSourceKey), readSourceSort(search)),
  'affiliate-centre/payouts': payoutsRead,
  'affiliate-centre/payouts/request': payeeRead,
  'affiliate-centre/training': completedRead,
  'affiliate-centre/training/:lesson': completedRead,
  'marketing-materials': referralLinkRead,
};

/** What is to be read with the answer to who asks; null where that is nothing, and where the request may first change it. */
export function readAheadFor(
  method: string,
  pattern: string,
  params: Params,
  search: URLSearchParams,
): ViewerRead<unknown> | null {
  return method === 'GET' || method === 'HEAD' ? (reads[pattern]?.(params, search) ?? null) : null;
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
