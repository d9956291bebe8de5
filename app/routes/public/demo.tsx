import { membershipPriceText } from '#app/domain/core/catalogue/products.ts';
import { renderOpening, sampleCourse } from '#app/domain/learning/courses/excerpt.server.ts';
import { demoCopy } from '#app/domain/site/site-copy/pages.server.ts';
import { WithJoinBar } from '#app/routes/frame/join-bar.tsx';
import { publicHead } from '#app/routes/frame/public-head.ts';
import { ownMembership } from '#app/routes/frame/sales/own-membership.ts';
import { currencyContext, viewerContext } from '#app/routes/http/context.server.ts';
import { indexed } from '#app/routes/http/page-handle.ts';
import { sharedPage } from '#app/routes/http/shared-page.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { Prose } from '#app/ui/prose.tsx';
import type { Route } from './+types/demo';

export const handle = indexed;
export const headers = sharedPage;

export function loader({ context }: Route.LoaderArgs) {
  const copy = demoCopy();
  const own = ownMembership(context.get(viewerContext));
  const price = membershipPriceText(context.get(currencyContext));
  const course = sampleCourse(copy.course);
  const module = course?.modules[copy.module - 1] ?? course?.modules[0];
  if (!course || !module) return { copy, price, own, lesson: null };
  return {
    copy,
    price,
    own,
    lesson: {
      courseSlug: course.slug,
      courseTitle: course.title,
      id: module.number,
      title: module.title,
      description: module.description,
      modules: course.modules.map(({ number, title }) => ({ id: number, title })),
      ...renderOpening(module, copy.sections),
    },
  };
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  publicHead(matches, { path: '/demo', title: 'A lesson', description: loaderData?.copy.lead });

export default function Demo({ loaderData: { copy, price, own, lesson } }: Route.ComponentProps) {
  return (
    <>
      <header className="page grid gap-5 pt-12 pb-10 sm:pt-16">
        <h1 className="display max-w-3xl">{copy.title}</h1>
        <p className="max-w-2xl text-xl text-muted">{copy.lead}</p>
      </header>
      <WithJoinBar price={price} to={own ? null : '/checkout'}>
        {lesson ? (
          <div className="border-y border-line bg-surface [--ground:var(--surface)]">
            <div className="page grid grid-cols-1 gap-10 py-10 sm:py-14 lg:grid-cols-[minmax(0,1fr)_18rem] lg:gap-20">
              <article aria-labelledby="lesson" className="grid grid-cols-1 content-start gap-8">
                <div className="grid gap-3">
                  <p className="eyebrow">
                    {lesson.courseTitle}: module {lesson.id} of {lesson.modules.length}
                  </p>
                  <h2 id="lesson" className="headline">
                    {lesson.title}
                  </h2>
                  <p className="max-w-2xl text-lg text-muted">{lesson.description}</p>
                </div>
                <Prose html={lesson.html} />
                {lesson.omitted > 0 ? (
                  <div className="grid max-w-[42rem] justify-items-start gap-3 border-t-2 border-dashed border-line-strong pt-7">
                    <p className="font-display text-2xl">{copy.rest}</p>
                    <p className="text-muted">{copy.restText}</p>
                    {own ? (
                      <ButtonLink
                        size="large"
                        to={`/courses/${lesson.courseSlug}/module-${lesson.id}`}
                        className="mt-2"
                      >
                        Open the whole lesson
                      </ButtonLink>
                    ) : (
                      <>
                        <ButtonLink size="large" to="/checkout" className="mt-2">
                          {copy.join}
                        </ButtonLink>
                        <p className="text-sm text-muted">{copy.terms}</p>
                      </>
                    )}
                  </div>
                ) : null}
              </article>
              <aside
                aria-label={copy.inThisCourse}
                className="grid content-start gap-3 text-sm lg:sticky lg:top-8 lg:self-start"
              >
                <p className="font-semibold">{copy.inThisCourse}</p>
                <ol className="border-t border-line">
                  {lesson.modules.map((module) => (
                    <li
                      key={module.id}
                      className={classNames(
                        'grid grid-cols-[1.5rem_minmax(0,1fr)] border-b border-line py-2.5',
                        module.id === lesson.id ? 'font-semibold text-accent' : 'text-muted',
                      )}
                    >
                      <span className="tabular-nums">{module.id}</span>
                      <span>{module.title}</span>
                    </li>
                  ))}
                </ol>
              </aside>
            </div>
          </div>
        ) : null}
        <section
          aria-labelledby="parts"
          className="page section grid gap-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)] lg:gap-16"
        >
          <h2 id="parts">{copy.parts.title}</h2>
          <ol className="border-t border-line">
            {copy.parts.items.map((part, index) => (
              <li
                key={part.title}
                className="grid grid-cols-[2.5rem_minmax(0,1fr)] gap-y-1 border-b border-line py-4 sm:grid-cols-[2.5rem_12rem_minmax(0,1fr)] sm:items-baseline"
              >
                <span aria-hidden="true" className="font-display text-xl text-accent">
                  {index + 1}
                </span>
                <h3>{part.title}</h3>
                <p className="text-muted max-sm:col-start-2">{part.text}</p>
              </li>
            ))}
          </ol>
        </section>
      </WithJoinBar>
    </>
  );
}
