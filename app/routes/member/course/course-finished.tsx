import { href } from 'react-router';
import { ButtonLink } from '#app/ui/button.tsx';
import { ArrowRight, Check } from '#app/ui/icon.tsx';
import { Link } from '#app/ui/link.tsx';

/** What a finished course has given, and the course to take up next. */
export interface FinishedCourse {
  outcomes: string[];
  /** What its exercises have made, each with the place where it stands. */
  made: { text: string; to: string }[];
  /** How many days it took. */
  days: number | null;
  /** Where one puts it to use. */
  playbook: { slug: string; title: string; goal: string } | null;
  /** Null when every course is finished. */
  next: { slug: string; title: string; promise: string; estimatedTime: string; isSuggested: boolean } | null;
}

/** The end of a course: what one can do now, and the way on. `id` is the heading's, so that the focus can go there. */
export function CourseFinished({
  id,
  title,
  finished: { outcomes, made, days, playbook, next },
}: {
  id: string;
  title: string;
  finished: FinishedCourse;
}) {
  return (
    <section
      aria-labelledby={id}
      className="no-print @container rounded-card border border-accent bg-accent-soft p-5 sm:p-8"
    >
      <div className="grid gap-6 @4xl:grid-cols-[minmax(0,1fr)_22rem] @4xl:gap-12">
        <div className="grid content-start gap-4">
          <p className="eyebrow">
            Course completed
            {days === null ? null : ` in ${days === 1 ? 'one day' : `${days} days`}`}
          </p>
          <h2 id={id} tabIndex={-1}>
            You have finished {title}
          </h2>
          <div className="grid gap-2.5">
            <p className="font-semibold">What you can do now</p>
            <ul className="grid gap-2">
              {outcomes.map((outcome) => (
                <li key={outcome} className="flex gap-2.5">
                  <Check className="mt-1 text-accent" />
                  <span>{outcome}</span>
                </li>
              ))}
            </ul>
          </div>
          {made.length > 0 ? (
            <div className="grid gap-1">
              <p className="font-semibold">What you have made</p>
              <ul className="grid">
                {made.map(({ text, to }) => (
                  <li key={to}>
                    <Link to={to} className="link inline-flex min-h-9 items-center">
                      {text}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          ) : null}
          {playbook ? (
            <div className="grid gap-1">
              <p className="font-semibold">Put it to use</p>
              <p>
                <Link
                  to={href('/playbooks/:playbookSlug', { playbookSlug: playbook.slug })}
                  className="link inline-flex min-h-9 items-center"
                >
                  {playbook.title}
                </Link>
              </p>
              <p className="text-sm">{playbook.goal}</p>
            </div>
          ) : null}
        </div>
        {next ? <NextCourse {...next} /> : <AllFinished />}
      </div>
    </section>
  );
}

/** Below the outcomes, and beside them where there is room. */
const besideOutcomes = 'border-t border-accent/40 pt-6 @4xl:border-t-0 @4xl:border-l @4xl:pt-0 @4xl:pl-8';

function NextCourse({
  slug,
  title,
  promise,
  estimatedTime,
  isSuggested,
}: NonNullable<FinishedCourse['next']>) {
  return (
    <div className={`grid content-start gap-4 ${besideOutcomes}`}>
      <div className="grid gap-1">
        <p className="text-sm">{isSuggested ? 'Next in the suggested order' : 'Another course to take up'}</p>
        <p className="font-display text-2xl leading-tight font-medium">{title}</p>
        <p>{promise}</p>
        <p className="text-sm">Estimated time: {estimatedTime}</p>
      </div>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <ButtonLink
          size="large"
          to={href('/courses/:courseSlug', { courseSlug: slug })}
          aria-label={`Start Course: ${title}`}
        >
          Start Course <ArrowRight />
        </ButtonLink>
        <ButtonLink variant="quiet" to="/courses" className="-mx-4">
          All courses
        </ButtonLink>
      </div>
    </div>
  );
}

function AllFinished() {
  return (
    <div className={`grid content-start justify-items-start gap-4 ${besideOutcomes}`}>
      <p>That was the last one: you have finished every course. Playbooks are where you put it to work.</p>
      <ButtonLink size="large" to="/playbooks">
        Choose a playbook <ArrowRight />
      </ButtonLink>
    </div>
  );
}
