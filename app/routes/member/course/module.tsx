import { data, redirect } from 'react-router';
import { mayReadLessons } from '#app/domain/access/policy.server.ts';
import { membershipPriceText } from '#app/domain/catalogue/products.ts';
import {
  findCourse,
  parseModuleSegment,
  renamedCourses,
  renderLesson,
} from '#app/domain/courses/catalogue.server.ts';
import { findCourseProgress } from '#app/domain/courses/completion.server.ts';
import { progressText } from '#app/domain/courses/progress.ts';
import { findCourseVideos } from '#app/domain/courses/videos.server.ts';
import { MembershipNeeded } from '#app/routes/frame/membership-needed.tsx';
import { VideoPlayer } from '#app/routes/frame/video-player.tsx';
import { memberContext } from '#app/routes/http/context.server.ts';
import { CompleteButton } from '#app/routes/member/course/complete-button.tsx';
import { ModuleNotFound } from '#app/routes/member/course/course-not-found.tsx';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { ArrowLeft } from '#app/ui/icon.tsx';
import { ProgressBar } from '#app/ui/progress-bar.tsx';
import { Prose } from '#app/ui/prose.tsx';
import { Contents, ContentsAside, PreviousNext, ReadingTime } from '#app/ui/reading.tsx';
import type { Route } from './+types/module';

export async function loader({ params, context }: Route.LoaderArgs) {
  const renamed = renamedCourses.get(params.courseSlug);
  if (renamed) throw redirect(`/courses/${renamed}/${encodeURIComponent(params.moduleSegment)}`, 301);
  const course = findCourse(params.courseSlug);
  const moduleId = parseModuleSegment(params.moduleSegment);
  const module = course?.modules.find(({ id }) => id === moduleId);
  if (!course || !module) return data({ module: null }, { status: 404 });
  const viewer = context.get(memberContext);
  const [progress, videos] = await Promise.all([
    findCourseProgress(viewer.id, course.slug),
    findCourseVideos(course),
  ]);
  const mayRead = mayReadLessons(viewer);
  const lesson = mayRead ? renderLesson(module) : null;
  const neighbour = (id: number) => {
    const found = course.modules.find((other) => other.id === id);
    return found ? { to: `/courses/${course.slug}/module-${found.id}`, title: found.title } : null;
  };
  return data({
    course: { slug: course.slug, title: course.title, moduleCount: course.modules.length },
    module: { id: module.id, title: module.title, description: module.description },
    video: mayRead ? (videos.get(module.id) ?? null) : null,
    lesson,
    isCompleted: progress.completedModuleIds.includes(module.id),
    percentDone: progress.percentDone,
    progressText: progressText(progress),
    previous: neighbour(module.id - 1),
    next: neighbour(module.id + 1),
    price: membershipPriceText(),
  });
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  {
    title: loaderData?.module
      ? `${loaderData.module.title} | ${loaderData.course.title}`
      : 'Module not found',
  },
];

export default function ModulePage({ loaderData, params }: Route.ComponentProps) {
  if (!loaderData.module) return <ModuleNotFound courseSlug={params.courseSlug} />;
  const { course, module, video, lesson, isCompleted, previous, next, price } = loaderData;
  const overview = `/courses/${course.slug}`;
  return (
    <article className="page grid gap-8 py-8 sm:py-12">
      <Breadcrumb
        crumbs={[
          { to: '/dashboard', label: 'Dashboard' },
          { to: '/courses', label: 'Video Courses' },
          { to: overview, label: course.title },
        ]}
        current={module.title}
      />
      <header className="grid max-w-3xl gap-3">
        <p className="eyebrow">
          Module {module.id} of {course.moduleCount}
        </p>
        <h1>{module.title}</h1>
        <p className="text-lg text-muted">{module.description}</p>
        {lesson ? <ReadingTime minutes={lesson.readingMinutes} /> : null}
      </header>
      {lesson ? (
        <div className="no-print">
          <VideoPlayer key={module.id} video={video} title={module.title} />
        </div>
      ) : (
        <MembershipNeeded price={price} />
      )}
      {lesson ? <Contents headings={lesson.headings} /> : null}
      <div className="reading">
        <div className="reading-width grid grid-cols-1 gap-8">
          {lesson ? (
            <>
              <Prose html={lesson.html} />
              <div className="no-print grid gap-5 rounded-card border border-line bg-surface p-5 shadow-card sm:p-6">
                <ProgressBar percent={loaderData.percentDone} label={`Progress in ${course.title}`}>
                  {loaderData.progressText}
                </ProgressBar>
                <CompleteButton
                  key={module.id}
                  courseSlug={course.slug}
                  moduleId={module.id}
                  isCompleted={isCompleted}
                  returnTo="module"
                />
              </div>
            </>
          ) : null}
          <PreviousNext piece="module" previous={previous} next={next} />
          <ButtonLink variant="quiet" to={overview} className="no-print -ml-4 justify-self-start">
            <ArrowLeft /> Back to Course Overview
          </ButtonLink>
        </div>
        <ContentsAside headings={lesson?.headings ?? []} />
      </div>
    </article>
  );
}
