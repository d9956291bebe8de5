import { useLocation } from 'react-router';
import { describeFilter, passes, readFilter } from '#app/domain/learning/articles/filters.server.ts';
import { courses } from '#app/domain/learning/courses/catalogue.server.ts';
import { listProgress } from '#app/domain/learning/courses/completion.server.ts';
import { courseSorts, sortCourses, splitOwnCourses } from '#app/domain/learning/courses/sorting.ts';
import { coursesCopy, dashboardCopy } from '#app/domain/learning/facts/copy.server.ts';
import { CourseRow } from '#app/routes/frame/course-row.tsx';
import { drawingsOf } from '#app/routes/frame/drawings.server.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { NothingPasses, PieceFilterLinks } from '#app/routes/frame/piece-filter.tsx';
import { rowCourse } from '#app/routes/frame/row-course.server.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { interactive } from '#app/routes/http/page-handle.ts';
import { Card } from '#app/ui/card.tsx';
import { Link } from '#app/ui/link.tsx';
import { LinkMenu } from '#app/ui/link-menu.tsx';
import type { Route } from './+types/courses';

const sortNames = { suggested: 'Suggested order', title: 'A to Z', newest: 'Newest' };

export async function loader({ url, context }: Route.LoaderArgs) {
  const filter = readFilter(url.searchParams);
  const sort = courseSorts.find((known) => known === url.searchParams.get('sort')) ?? 'suggested';
  const begun = await listProgress(context.get(memberContext).id);
  const bySlug = new Map(begun.map((row) => [row.courseSlug, row]));
  const isOwn = (slug: string) => (bySlug.get(slug)?.status ?? 'none') !== 'none';
  const all = [...courses().values()].filter(({ slug, archivedOn }) => archivedOn === null || isOwn(slug));
  const narrowed = all.filter((course) => passes(course, filter));
  const sorted = sortCourses(narrowed, sort, dashboardCopy().suggestedOrder.courses);
  const { own, others } = splitOwnCourses(sorted, begun);
  const toRow = (course: (typeof all)[number]) => rowCourse(course, bySlug.get(course.slug));
  return {
    copy: coursesCopy(),
    filter: describeFilter(all, filter),
    sort,
    drawings: drawingsOf(narrowed),
    own: own.map(toRow),
    others: others.map(toRow),
  };
}

export const handle = interactive;

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Video Courses')];

export default function Courses({ loaderData }: Route.ComponentProps) {
  const { copy, filter, sort, own, others, drawings } = loaderData;
  const total = own.length + others.length;
  const count = total === 1 ? '1 course' : `${total} courses`;
  return (
    <div className="page grid grid-cols-1 gap-6 py-8 sm:gap-8 sm:py-12 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-x-16">
      <header className="grid max-w-3xl content-start gap-2 sm:gap-3">
        <h1>Video Courses</h1>
        <p className="text-muted sm:text-lg">{copy.lead}</p>
      </header>
      <div className="grid min-w-0 gap-4 lg:col-span-2">
        <PieceFilterLinks filter={filter} params={sort === 'suggested' ? {} : { sort }} />
        <div className="no-print flex flex-wrap items-center justify-between gap-x-4">
          <p className="text-sm text-muted tabular-nums">{count}</p>
          <div className="-mr-3">
            <SortMenu sort={sort} topic={filter.topic} level={filter.level} />
          </div>
        </div>
        {total === 0 ? <NothingPasses /> : null}
        {own.length > 0 ? (
          <>
            <CourseSection id="own" title="Your courses" courses={own} drawings={drawings} />
            <CourseSection id="others" title="More courses" courses={others} drawings={drawings} />
          </>
        ) : (
          <section aria-label={count} hidden={total === 0}>
            <ol className="course-list border-t border-line-strong">
              {others.map((course) => (
                <CourseRow key={course.slug} course={course} drawings={drawings} />
              ))}
            </ol>
          </section>
        )}
      </div>
      <Card className="grid gap-2 lg:col-start-2 lg:row-start-1">
        <h2 className="text-xl">{copy.ownerMessage.title}</h2>
        <p className="text-sm text-muted">{copy.ownerMessage.text}</p>
        <Link to="/calculators" className="link inline-flex min-h-8 items-center justify-self-start">
          See all calculators
        </Link>
      </Card>
    </div>
  );
}

/** Courses under a heading; nothing where there are none. */
function CourseSection({
  id,
  title,
  courses,
  drawings,
}: {
  id: string;
  title: string;
  courses: Route.ComponentProps['loaderData']['own'];
  drawings: Route.ComponentProps['loaderData']['drawings'];
}) {
  if (courses.length === 0) return null;
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-3 not-first-of-type:pt-6">
      <h2 id={id} className="text-2xl">
        {title}
      </h2>
      <ol className="course-list border-t border-line-strong">
        {courses.map((course) => (
          <CourseRow key={course.slug} course={course} drawings={drawings} heading="h3" />
        ))}
      </ol>
    </section>
  );
}

function SortMenu({
  sort,
  topic,
  level,
}: {
  sort: (typeof courseSorts)[number];
  topic: string | null;
  level: string | null;
}) {
  const { pathname } = useLocation();
  const links = (['suggested', 'title', 'newest'] as const).map((value) => {
    const query = new URLSearchParams({
      ...(topic ? { topic } : {}),
      ...(level ? { level } : {}),
      ...(value === 'suggested' ? {} : { sort: value }),
    });
    return {
      label: sortNames[value],
      to: query.size > 0 ? `${pathname}?${query}` : pathname,
      isCurrent: value === sort,
    };
  });
  return <LinkMenu label="Sort" links={links} />;
}
