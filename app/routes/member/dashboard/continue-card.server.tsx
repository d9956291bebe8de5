import { href } from 'react-router';
import type { buildDashboard } from '#app/domain/learning/dashboard/dashboard.server.ts';
import { OpensWhen } from '#app/routes/member/course/module-closed.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { CourseCover } from '#app/ui/course-cover.tsx';
import { drawingOfCourse } from '#app/ui/course-drawings.ts';
import { ArrowRight, Lock } from '#app/ui/icon.tsx';
import { ProgressBar } from '#app/ui/progress-bar.tsx';

const wayOnClass =
  'grid grid-cols-1 gap-5 rounded-card border border-line bg-surface p-6 shadow-card sm:p-8 md:grid-cols-[minmax(0,1fr)_auto] md:items-center md:gap-10';

export function AllFinished() {
  return (
    <section aria-labelledby="continue" className={wayOnClass}>
      <div className="grid gap-2">
        <p className="eyebrow">Every course completed</p>
        <h2 id="continue">Put it to work</h2>
        <p className="text-muted">
          You have finished every course. Playbooks are where you use what you know.
        </p>
      </div>
      <ButtonLink size="large" to="/playbooks">
        Choose a playbook <ArrowRight />
      </ButtonLink>
    </section>
  );
}

type WayOn = NonNullable<ReturnType<typeof buildDashboard>['continueWith']>;

/** The course to go on with, or to begin. */
export function ContinueCard({ course, module, isBegun, hasFinished }: WayOn & { hasFinished: boolean }) {
  const toBegin = hasFinished ? 'The course to take up next' : 'A good place to start';
  return (
    <section
      aria-labelledby="continue"
      className={classNames(wayOnClass, 'md:grid-cols-[10rem_minmax(0,1fr)_auto]!')}
    >
      <CourseCover drawing={drawingOfCourse(course)} className="max-md:hidden" />
      <div className="grid gap-2">
        <p className="eyebrow">{isBegun ? 'Continue where you left' : toBegin}</p>
        <h2 id="continue">{course.title}</h2>
        <p className="text-muted">{module ? `Module ${module.number}: ${module.title}` : course.promise}</p>
        {module && !module.opening.isOpen ? (
          <p className="flex items-start gap-1.5 text-sm font-semibold">
            <Lock className="mt-0.5 size-4" />
            <span>
              <OpensWhen opening={module.opening} />
            </span>
          </p>
        ) : null}
        {module?.ticked ? (
          <p className="text-sm font-semibold text-accent">Exercise: {module.ticked}</p>
        ) : null}
        <div className="max-w-md pt-2">
          <ProgressBar percent={course.percentDone} label={`Progress in ${course.title}`}>
            {course.progressText}
          </ProgressBar>
        </div>
      </div>
      <ButtonLink
        size="large"
        to={
          module?.opening.isOpen
            ? href('/courses/:courseSlug/:moduleSegment', {
                courseSlug: course.slug,
                moduleSegment: `module-${module.id}`,
              })
            : href('/courses/:courseSlug', { courseSlug: course.slug })
        }
      >
        {isBegun ? (module?.opening.isOpen === false ? 'See the schedule' : 'Continue') : 'Start Course'}{' '}
        <ArrowRight />
      </ButtonLink>
    </section>
  );
}
