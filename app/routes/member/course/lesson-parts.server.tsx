import { renderToStaticMarkup } from 'react-dom/server';
import type { Calculator } from '#app/domain/calculators/calculators.ts';
import type { Marks } from '#app/domain/reading/marks.server.ts';
import { CalculatorLinks } from '#app/routes/frame/calculator-links.tsx';
import { PieceBar } from '#app/routes/frame/keeping/piece-bar.tsx';
import { CourseBar, CourseRail, type RailProps } from '#app/routes/member/course/course-rail.tsx';
import { LessonKeys } from '#app/routes/member/course/lesson-keys.tsx';

/**
 * What stands around a lesson and is links and plain forms alone, as HTML: React has nothing to do with it in the browser, so that its
 * code stays on the server.
 */
export function renderLessonParts(
  rail: RailProps,
  marks: Marks,
  minutes: number | undefined,
  calculators: readonly Pick<Calculator, 'slug' | 'title' | 'question'>[],
) {
  return {
    rail: renderToStaticMarkup(<CourseRail {...rail} />),
    bar: renderToStaticMarkup(<CourseBar {...rail} />),
    keys: renderToStaticMarkup(<LessonKeys />),
    calculators: renderToStaticMarkup(<CalculatorLinks calculators={calculators} />),
    pieceBar: renderToStaticMarkup(<PieceBar marks={marks} minutes={minutes} />),
  };
}
