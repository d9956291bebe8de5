import { href } from 'react-router';
import { classNames } from '#app/ui/class-names.ts';
import { Check, Chevron } from '#app/ui/icon.tsx';
import { Link } from '#app/ui/link.tsx';
import { HeadingLinks } from '#app/ui/reading.tsx';

/** A course beside one of its lessons. */
interface RailCourse {
  slug: string;
  title: string;
  modules: { id: number; number: number; title: string; isCompleted: boolean }[];
  /** Null where there is no quiz for who reads. */
  quiz: { isPassed: boolean } | null;
}

/** What a rail shows: a course, and the lesson one is at. */
export interface RailProps {
  course: RailCourse;
  moduleId: number;
  headings: readonly { id: string; text: string }[];
}

/** With its modules, as `RailItems` has rendered them. */
type WithItems = RailProps & { items: string };

/** From 64rem on: the course beside the lesson, with what one has completed, and the headings of the lesson one reads. */
export function CourseRail(props: WithItems) {
  return (
    <aside aria-label="Course" className="lesson-rail no-print">
      <p className="grid gap-1 pb-1">
        <Link
          to={href('/courses/:courseSlug', { courseSlug: props.course.slug })}
          className="font-display text-lg leading-snug font-semibold no-underline hover:text-accent"
        >
          {props.course.title}
        </Link>
        <span className="text-muted tabular-nums">{doneText(props.course)}</span>
      </p>
      <RailList items={props.items} />
    </aside>
  );
}

/** On a narrow screen: where one is in the course, which opens the same. */
export function CourseBar({ course, moduleId, items }: WithItems) {
  return (
    <details className="lesson-bar no-print group rounded-card border border-line bg-surface lg:hidden">
      <summary className="flex min-h-11 items-center gap-3 px-3.5 text-sm font-semibold">
        <span className="min-w-0">
          Module {course.modules.find(({ id }) => id === moduleId)?.number ?? moduleId} of{' '}
          {course.modules.length}
        </span>
        <span aria-hidden="true" className="flex max-w-40 grow gap-1">
          {course.modules.map(({ id, isCompleted }) => (
            <span
              key={id}
              className={classNames(
                'h-1.5 grow rounded-full',
                isCompleted ? 'bg-accent' : id === moduleId ? 'bg-line-strong' : 'bg-line',
              )}
            />
          ))}
        </span>
        <span className="sr-only">{doneText(course)}</span>
        <Chevron className="ml-auto size-4" />
      </summary>
      <div className="border-t border-line px-3.5 pt-2 pb-3.5 text-sm">
        <RailList items={items} />
      </div>
    </details>
  );
}

const doneText = ({ modules }: RailCourse) =>
  `${modules.filter(({ isCompleted }) => isCompleted).length} of ${modules.length} completed`;

const rowClass =
  'grid grid-cols-[1.5rem_minmax(0,1fr)] items-start gap-2.5 rounded-control py-2 leading-snug no-underline hover:text-accent';

function RailList({ items }: { items: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: what React has rendered
  return <nav aria-label="Modules" dangerouslySetInnerHTML={{ __html: items }} />;
}

/** The modules of a course; rendered once for rail and bar, which only the width of the screen chooses from. */
export function RailItems({ course, moduleId, headings }: RailProps) {
  return (
    <ol className="grid">
      {course.modules.map(({ id, number, title, isCompleted }) => {
        const isCurrent = id === moduleId;
        return (
          <li key={id}>
            <Link
              to={href('/courses/:courseSlug/:moduleSegment', {
                courseSlug: course.slug,
                moduleSegment: `module-${id}`,
              })}
              aria-current={isCurrent ? 'page' : undefined}
              className={classNames(rowClass, isCurrent && 'font-semibold text-accent')}
            >
              <Tick isDone={isCompleted} isCurrent={isCurrent}>
                {number}
              </Tick>
              <span>
                {title}
                {isCompleted ? <span className="sr-only">, completed</span> : null}
              </span>
            </Link>
            {isCurrent && headings.length > 1 ? (
              <nav aria-label="On this page" className="mb-2 ml-3 border-l border-line pl-5.5">
                <HeadingLinks headings={headings} />
              </nav>
            ) : null}
          </li>
        );
      })}
      {course.quiz ? (
        <li>
          <Link to={href('/courses/:courseSlug/quiz', { courseSlug: course.slug })} className={rowClass}>
            <Tick isDone={course.quiz.isPassed} isCurrent={false}>
              ?
            </Tick>
            <span>
              Quiz
              {course.quiz.isPassed ? <span className="sr-only">, passed</span> : null}
            </span>
          </Link>
        </li>
      ) : null}
    </ol>
  );
}

/** A number that becomes a tick. */
function Tick({
  isDone,
  isCurrent,
  children,
}: {
  isDone: boolean;
  isCurrent: boolean;
  children: React.ReactNode;
}) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'grid size-6 place-items-center rounded-full border text-xs font-semibold tabular-nums',
        isDone
          ? 'border-transparent bg-accent text-on-accent'
          : isCurrent
            ? 'border-accent text-accent'
            : 'border-line-strong text-muted',
      )}
    >
      {isDone ? <Check className="size-4" /> : children}
    </span>
  );
}
