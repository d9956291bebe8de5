import { href } from 'react-router';
import { describeFilter, passes, readFilter } from '#app/domain/articles/filters.server.ts';
import { courses } from '#app/domain/courses/catalogue.server.ts';
import { listProgress } from '#app/domain/courses/completion.server.ts';
import { noProgress, progressText } from '#app/domain/courses/progress.ts';
import { coursesCopy } from '#app/domain/facts/copy.server.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { NothingPasses, PieceFilterLinks } from '#app/routes/frame/piece-filter.tsx';
import { topicName } from '#app/routes/frame/topic-names.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { interactive } from '#app/routes/http/page-handle.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Disclosure } from '#app/ui/disclosure.tsx';
import { Link } from '#app/ui/link.tsx';
import { ProgressBar } from '#app/ui/progress-bar.tsx';
import type { Route } from './+types/courses';

export async function loader({ url, context }: Route.LoaderArgs) {
  const filter = readFilter(url.searchParams);
  const all = [...courses().values()];
  const begun = await listProgress(context.get(memberContext).id);
  const bySlug = new Map(begun.map((row) => [row.courseSlug, row]));
  return {
    copy: coursesCopy(),
    filter: describeFilter(all, filter),
    courses: all
      .filter((course) => passes(course, filter))
      .map(({ slug, title, promise, topic, level, estimatedTime, modules }) => {
        const progress = bySlug.get(slug) ?? noProgress;
        return {
          slug,
          title,
          promise,
          kind: `${topicName(topic)}, ${level}`,
          estimatedTime,
          moduleCount: modules.length,
          percentDone: progress.percentDone,
          progressText: progressText(progress),
        };
      }),
  };
}

export const handle = interactive;

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Video Courses')];

export default function Courses({ loaderData: { copy, filter, courses } }: Route.ComponentProps) {
  return (
    <div className="page grid gap-8 py-8 sm:py-12">
      <header className="grid max-w-3xl gap-3">
        <h1>Video Courses</h1>
        <p className="text-lg text-muted">{copy.lead}</p>
      </header>
      <div className="grid gap-10 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start">
        <div className="grid min-w-0 gap-6">
          <PieceFilterLinks filter={filter} />
          {courses.length === 0 ? <NothingPasses /> : null}
          <section
            aria-label={courses.length === 1 ? '1 course' : `${courses.length} courses`}
            className="border-t border-line"
            hidden={courses.length === 0}
          >
            {courses.map((course) => (
              <Disclosure
                key={course.slug}
                title={course.title}
                note={
                  <>
                    {course.kind}: {course.moduleCount} modules,{' '}
                    <span className="whitespace-nowrap">{course.estimatedTime}</span>
                    {course.percentDone > 0 ? (
                      <span className="font-semibold text-accent">, {course.percentDone}% done</span>
                    ) : null}
                  </>
                }
              >
                <div className="grid justify-items-start gap-4">
                  <p className="max-w-prose text-muted">{course.promise}</p>
                  {course.percentDone > 0 ? (
                    <div className="w-full max-w-sm">
                      <ProgressBar percent={course.percentDone} label={`Progress in ${course.title}`}>
                        {course.progressText}
                      </ProgressBar>
                    </div>
                  ) : null}
                  <ButtonLink
                    to={href('/courses/:courseSlug', { courseSlug: course.slug })}
                    aria-label={`Start Course: ${course.title}`}
                  >
                    Start Course
                  </ButtonLink>
                </div>
              </Disclosure>
            ))}
          </section>
        </div>
        <Card className="grid gap-2 lg:sticky lg:top-8">
          <h2 className="text-xl">{copy.ownerMessage.title}</h2>
          <p className="text-muted">{copy.ownerMessage.text}</p>
          <Link to="/calculators" className="link inline-flex min-h-8 items-center justify-self-start">
            The lessons' calculators
          </Link>
        </Card>
      </div>
    </div>
  );
}
