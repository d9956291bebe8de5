import { href } from 'react-router';
import { topicName } from '#app/routes/frame/topic-names.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { CourseCover, type Drawings } from '#app/ui/course-cover.tsx';
import { Check } from '#app/ui/icon.tsx';
import { Link } from '#app/ui/link.tsx';

/** A course as a list shows it to who takes it. */
export interface RowCourse {
  slug: string;
  title: string;
  promise: string;
  topic: string;
  level: string;
  estimatedTime: string;
  moduleCount: number;
  percentDone: number;
  status: 'none' | 'in_progress' | 'completed';
  /** The first module that is open, of a course that is begun. */
  nextModuleId: number | null;
  /** It takes no new learners: whoever sees it has begun it. */
  isArchived: boolean;
}

/** A course in a list that is to be scanned: its drawing, its promise, how far one is, and the button that goes on with it. */
export function CourseRow({
  course,
  drawings,
  heading: Heading = 'h2',
}: {
  course: RowCourse;
  drawings: Drawings;
  heading?: 'h2' | 'h3';
}) {
  const { slug, title, status } = course;
  const overview = href('/courses/:courseSlug', { courseSlug: slug });
  return (
    <li className="course-row border-b border-line py-4 sm:py-5">
      <CourseCover drawing={drawings[slug]} />
      <div className="grid content-end gap-1">
        <Heading className="text-xl">
          <Link to={overview} className="no-underline hover:text-accent">
            {title}
          </Link>
        </Heading>
        <p className="line-clamp-3 text-muted max-sm:text-sm">{course.promise}</p>
        {status === 'in_progress' ? (
          <div className="grid max-w-sm grid-cols-[minmax(0,1fr)_auto] items-center gap-3 pt-1">
            <progress value={course.percentDone} max={100} aria-label={`Progress in ${title}`} />
            <span className="text-sm font-semibold text-accent tabular-nums">{course.percentDone}% done</span>
          </div>
        ) : null}
      </div>
      <p className="course-facts text-sm text-muted max-sm:leading-snug">
        <span>{topicName(course.topic)}</span>
        {[
          course.level,
          `${course.moduleCount} modules`,
          course.estimatedTime,
          ...(course.isArchived ? ['archived'] : []),
        ].map((fact) => (
          <span key={fact}>
            <i> · </i>
            {fact}
          </span>
        ))}
      </p>
      <div className="flex justify-end sm:w-36">
        {status === 'completed' ? (
          <p className="inline-flex min-h-11 items-center gap-1.5 text-sm font-semibold text-good">
            <Check className="size-4.5" /> Completed
          </p>
        ) : (
          <ButtonLink
            variant={status === 'in_progress' ? 'primary' : 'secondary'}
            to={
              course.nextModuleId
                ? href('/courses/:courseSlug/:moduleSegment', {
                    courseSlug: slug,
                    moduleSegment: `module-${course.nextModuleId}`,
                  })
                : overview
            }
            aria-label={`${status === 'in_progress' ? 'Continue' : 'Start Course'}: ${title}`}
          >
            {status === 'in_progress' ? 'Continue' : 'Start Course'}
          </ButtonLink>
        )}
      </div>
    </li>
  );
}
