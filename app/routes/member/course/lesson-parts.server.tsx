import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Calculator } from '#app/domain/calculators/calculators.ts';
import type { Marks } from '#app/domain/reading/marks.server.ts';
import { CalculatorLinks } from '#app/routes/frame/calculator-links.tsx';
import { PieceBar } from '#app/routes/frame/keeping/piece-bar.tsx';
import { MembershipNeeded } from '#app/routes/frame/membership-needed.tsx';
import { namedMarkup, pagePart, pageText } from '#app/routes/http/page-text.server.ts';
import { CourseBar, CourseRail, RailItems, type RailProps } from '#app/routes/member/course/course-rail.tsx';
import { LessonKeys } from '#app/routes/member/course/lesson-keys.tsx';

const keys = namedMarkup(renderToStaticMarkup(<LessonKeys />));

/**
 * What stands around a lesson and is links and plain forms alone, as HTML: React has nothing to do with it in the browser, so that its
 * code stays on the server, and the page holds it once.
 */
export function renderLessonParts(
  request: Request,
  rail: RailProps,
  marks: Marks,
  minutes: number | undefined,
  calculators: readonly Pick<Calculator, 'slug' | 'title' | 'question'>[],
  /** Where it is not for its reader, the membership's. */
  price: string | null,
) {
  const part = (element: ReactElement) => pagePart(request, renderToStaticMarkup(element));
  const items = renderToStaticMarkup(<RailItems {...rail} />);
  return {
    rail: part(<CourseRail {...rail} items={items} />),
    bar: part(<CourseBar {...rail} items={items} />),
    keys: pageText(request, keys),
    calculators: calculators.length > 0 ? part(<CalculatorLinks calculators={calculators} />) : null,
    needed: price === null ? null : part(<MembershipNeeded price={price} />),
    pieceBar: part(<PieceBar marks={marks} minutes={minutes} />),
  };
}
