import { href, redirect } from 'react-router';
import {
  completedRead,
  completeLesson,
  renderTrainingLesson,
  trainingLessons,
} from '#app/domain/programme/affiliates/training.server.ts';
import { affiliateTrainingCopy } from '#app/domain/site/site-copy/affiliates.server.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { throwAsResponse } from '#app/routes/http/domain-errors.server.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import { interactive } from '#app/routes/http/page-handle.ts';
import { readOfMember } from '#app/routes/http/read-ahead.server.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { Check, Clock } from '#app/ui/icon.tsx';
import { PostedField } from '#app/ui/posted-field.tsx';
import { PreviousNext } from '#app/ui/previous-next.tsx';
import { Prose } from '#app/ui/prose.tsx';
import { Contents, ContentsAside } from '#app/ui/reading.tsx';
import type { Route } from './+types/lesson';

export async function loader({ params, context }: Route.LoaderArgs) {
  const lessons = trainingLessons();
  const index = lessons.findIndex(({ name }) => name === params.lesson);
  const lesson = lessons[index];
  if (!lesson)
    throw notFound('Lesson not found', {
      to: '/affiliate-centre/training',
      label: affiliateTrainingCopy().title,
    });
  const { name, module, lesson: number, title, duration } = lesson;
  const neighbour = (at: number) => {
    const found = lessons[at];
    return found
      ? { to: href('/affiliate-centre/training/:lesson', { lesson: found.name }), title: found.title }
      : null;
  };
  const { html, headings } = renderTrainingLesson(lesson);
  return {
    copy: affiliateTrainingCopy(),
    lesson: { module, number, title, duration },
    html,
    headings,
    isCompleted: (await readOfMember(context, completedRead())).includes(name),
    previous: neighbour(index - 1),
    next: neighbour(index + 1),
  };
}

/** Marks this lesson complete. */
export async function action({ params, context }: Route.ActionArgs) {
  await completeLesson(context.get(memberContext).id, params.lesson).catch(throwAsResponse);
  return redirect(href('/affiliate-centre/training/:lesson', { lesson: params.lesson }), 303);
}

export const handle = interactive;

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  pageTitle(matches, loaderData?.lesson.title ?? 'Lesson not found'),
];

export default function AffiliateLesson({ loaderData }: Route.ComponentProps) {
  const { copy, lesson, html, headings, isCompleted, previous, next } = loaderData;
  return (
    <article className="page grid gap-8 py-8 sm:py-12">
      <Breadcrumb
        crumbs={[
          { to: '/affiliate-centre', label: 'Affiliate center' },
          { to: '/affiliate-centre/training', label: copy.title },
        ]}
        current={lesson.title}
      />
      <header className="grid max-w-3xl gap-3">
        <p className="eyebrow">
          Module {lesson.module}, lesson {lesson.number}
        </p>
        <h1 className="headline">{lesson.title}</h1>
        <p className="inline-flex items-center gap-1.5 text-sm text-muted">
          <Clock /> {lesson.duration}
        </p>
      </header>
      <Contents headings={headings} />
      <div className="reading">
        <div className="reading-width grid grid-cols-1 gap-8">
          <Prose html={html} />
          <form method="post" className="no-print">
            <PostedField />
            {isCompleted ? null : <SubmitButton pendingLabel="Marking...">{copy.complete}</SubmitButton>}
            {/* Stands there before, so that it is announced when the button gives way to it. */}
            <p role="status" className="inline-flex items-center gap-2 font-semibold text-good">
              {isCompleted ? (
                <>
                  <Check /> {copy.completed}
                </>
              ) : null}
            </p>
          </form>
          <PreviousNext piece="lesson" previous={previous} next={next} />
        </div>
        <ContentsAside headings={headings} />
      </div>
    </article>
  );
}
