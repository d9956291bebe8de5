import { renderToStaticMarkup } from 'react-dom/server';
import type { Calculator } from '#app/domain/learning/calculators/calculators.ts';
import type { Download } from '#app/domain/learning/courses/course-files.ts';
import type { Marks } from '#app/domain/learning/reading/marks.server.ts';
import { CalculatorLinks } from '#app/routes/frame/calculator-links.tsx';
import { MembershipNeeded } from '#app/routes/frame/membership-needed.tsx';
import { renderNoteForm } from '#app/routes/frame/piece-marks/note-part.server.tsx';
import { PieceBar } from '#app/routes/frame/piece-marks/piece-bar.tsx';
import type { WayIn } from '#app/routes/frame/way-in.ts';
import { keptPart, pagePart, pageText } from '#app/routes/http/page-text.server.ts';
import {
  AssignmentCard,
  type ShownAssignment,
} from '#app/routes/member/course/assignment/assignment-card.tsx';
import { CourseFinished, type FinishedCourse } from '#app/routes/member/course/course-finished.tsx';
import { CourseQuiz, type QuizState } from '#app/routes/member/course/course-quiz.tsx';
import { CourseBar, CourseRail, RailItems, type RailProps } from '#app/routes/member/course/course-rail.tsx';
import { Downloads } from '#app/routes/member/course/downloads.tsx';
import { LessonKeys } from '#app/routes/member/course/lesson-keys.tsx';
import { type ClosedModule, ModuleClosed } from '#app/routes/member/course/module-closed.tsx';
import { continueAt } from '#app/routes/member/course/module-progress.tsx';
import { TemplateLinks } from '#app/routes/member/course/template-links.tsx';
import { type Neighbour, PreviousNext } from '#app/ui/previous-next.tsx';

const keys = keptPart(<LessonKeys />);

/** What a lesson shows of its reader, and where it leads. */
interface Stands {
  marks: Marks;
  minutes: number | undefined;
  calculators: readonly Pick<Calculator, 'slug' | 'title' | 'question'>[];
  /** Templates that belong to it; none where the lesson is not shown. */
  templates: readonly { slug: string; title: string }[];
  /** What there is to download; nothing where the lesson is not shown. */
  downloads: readonly Download[];
  /** Where it is not for its reader, the membership's. */
  way: WayIn | null;
  /** What opens it, where the release schedule keeps it closed. */
  closed: ClosedModule | null;
  /** What the lesson asks to be handed in; null where it asks for nothing, or is not shown. */
  assignment: ShownAssignment | null;
  /** Null while the course is not finished. */
  finished: FinishedCourse | null;
  /** Null where it is not asked for here. */
  quiz: QuizState | null;
  previous: Neighbour | null;
  next: Neighbour | null;
}

/**
 * What stands around a lesson and is links and plain forms alone, as HTML: React has nothing to do with it in the browser, so that its
 * code stays on the server, and the page holds it once.
 */
export function renderLessonParts(request: Request, rail: RailProps, stands: Stands) {
  const { slug, title } = rail.course;
  const {
    marks,
    minutes,
    calculators,
    templates,
    downloads,
    way,
    closed,
    assignment,
    finished,
    quiz,
    previous,
    next,
  } = stands;
  const items = renderToStaticMarkup(<RailItems {...rail} />);
  return {
    rail: pagePart(request, <CourseRail {...rail} items={items} />),
    bar: pagePart(request, <CourseBar {...rail} items={items} />),
    keys: pageText(request, keys),
    calculators:
      calculators.length > 0 ? pagePart(request, <CalculatorLinks calculators={calculators} />) : null,
    templates: templates.length > 0 ? pagePart(request, <TemplateLinks templates={templates} />) : null,
    downloads:
      downloads.length > 0
        ? pagePart(request, <Downloads courseSlug={slug} moduleId={rail.moduleId} downloads={downloads} />)
        : null,
    needed:
      way !== null
        ? pagePart(request, <MembershipNeeded way={way} />)
        : closed && pagePart(request, <ModuleClosed courseSlug={slug} opening={closed} />),
    assignment: assignment && pagePart(request, <AssignmentCard {...assignment} />),
    finished:
      finished && pagePart(request, <CourseFinished id={continueAt} title={title} finished={finished} />),
    quiz: quiz && pagePart(request, <CourseQuiz courseSlug={slug} quiz={quiz} />),
    note: renderNoteForm(request, marks),
    neighbours: pagePart(request, <PreviousNext piece="module" previous={previous} next={next} />),
    pieceBar: pagePart(request, <PieceBar marks={marks} minutes={minutes} />),
  };
}
