import { href } from 'react-router';
import type { ListedCourse } from '#app/domain/dashboard/dashboard.server.ts';
import { CourseProgressItem } from '#app/routes/member/dashboard/course-progress-item.tsx';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { Disclosure } from '#app/ui/disclosure.tsx';
import { Link } from '#app/ui/link.tsx';
import { SameForAll } from '#app/ui/same-for-all.tsx';

interface Titled {
  title: string;
  text: string;
}

interface SectionsProps {
  texts: {
    affiliate: Titled;
    reseller: Titled;
    emailCourse: Titled;
    comingSoon: { title: string; items: (Titled & { key: string; isWanted: boolean })[] };
    suggestedOrderNote: string;
  };
  suggestedOrder: { slug: string; title: string; promise: string }[];
  aiCourses: ListedCourse[];
  letters: { month: number; title: string }[];
}

/** The dashboard's expandable sections, one open at a time. */
export function DashboardSections({ texts, suggestedOrder, aiCourses, letters }: SectionsProps) {
  const group = 'dashboard';
  return (
    <section aria-label="More" className="border-t border-line">
      <Disclosure
        group={group}
        title="Suggested course order"
        note="Where to begin, and what to take next"
        open
      >
        <SameForAll name="dashboard order" className="grid grid-cols-1 gap-4">
          {() => (
            <>
              <p className="text-muted">{texts.suggestedOrderNote}</p>
              <ol className="grid gap-3">
                {suggestedOrder.map((course, index) => (
                  <li key={course.slug} className="grid grid-cols-[2.25rem_minmax(0,1fr)] items-baseline">
                    <span aria-hidden="true" className="font-display text-xl text-accent">
                      {index + 1}
                    </span>
                    <span>
                      <Link
                        to={href('/courses/:courseSlug', { courseSlug: course.slug })}
                        className="font-medium underline-offset-4 hover:text-accent"
                      >
                        {course.title}
                      </Link>{' '}
                      <span className="block text-sm text-muted">{course.promise}</span>
                    </span>
                  </li>
                ))}
              </ol>
            </>
          )}
        </SameForAll>
      </Disclosure>
      <Disclosure
        group={group}
        title="AI courses"
        note={`${aiCourses.length} courses for working with models`}
      >
        <ul className="grid gap-4">
          {aiCourses.map((course) => (
            <CourseProgressItem key={course.slug} course={course} />
          ))}
        </ul>
      </Disclosure>
      <Disclosure group={group} title={texts.emailCourse.title}>
        <SameForAll name="dashboard letters" className="grid justify-items-start gap-4">
          {() => (
            <>
              <p className="max-w-prose text-muted">{texts.emailCourse.text}</p>
              <ol className="grid gap-x-8 sm:grid-cols-2">
                {letters.map(({ month, title }) => (
                  <li key={month} className="grid grid-cols-[2.25rem_minmax(0,1fr)] items-baseline">
                    <span aria-hidden="true" className="font-display text-accent tabular-nums">
                      {month}
                    </span>
                    <Link
                      to={href('/email-course/:month', { month: String(month) })}
                      className="inline-flex min-h-9 items-center underline-offset-4 hover:text-accent"
                    >
                      {title}
                    </Link>
                  </li>
                ))}
              </ol>
              <ButtonLink variant="secondary" to="/email-course">
                Open the book
              </ButtonLink>
            </>
          )}
        </SameForAll>
      </Disclosure>
      <Disclosure group={group} title={texts.affiliate.title}>
        <SameForAll name="dashboard affiliate" className="grid justify-items-start gap-4">
          {() => (
            <>
              <p className="max-w-prose text-muted">{texts.affiliate.text}</p>
              <ButtonLink variant="secondary" to="/affiliate-centre">
                Open the affiliate centre
              </ButtonLink>
            </>
          )}
        </SameForAll>
      </Disclosure>
      <Disclosure group={group} title={texts.reseller.title}>
        <SameForAll name="dashboard reseller" className="grid justify-items-start gap-4">
          {() => (
            <>
              <p className="max-w-prose text-muted">{texts.reseller.text}</p>
              <ButtonLink variant="secondary" to="/affiliate-program">
                Compare the programmes
              </ButtonLink>
            </>
          )}
        </SameForAll>
      </Disclosure>
      <Disclosure group={group} title={texts.comingSoon.title}>
        <div className="grid gap-5">
          <ul className="grid gap-3 sm:grid-cols-2">
            {texts.comingSoon.items.map((item) => (
              <li
                key={item.key}
                className="grid content-between gap-2 rounded-card border border-dashed border-line-strong p-4"
              >
                <div>
                  <p className="font-semibold">{item.title}</p>
                  <p className="text-sm text-muted">{item.text}</p>
                </div>
                <form method="post" action={href('/dashboard/coming-soon')}>
                  <input type="hidden" name="item" value={item.key} />
                  <SubmitButton
                    variant="quiet"
                    className="-mx-4"
                    intent={item.isWanted ? 'give_up' : 'sign_up'}
                    pendingLabel="Saving..."
                    aria-label={`${item.isWanted ? 'Signed up. Give it up' : 'Sign up'}: ${item.title}`}
                  >
                    {item.isWanted ? 'Signed up \u2713 Give it up' : 'Sign up to be told'}
                  </SubmitButton>
                </form>
              </li>
            ))}
          </ul>
          <p>
            <Link className="link" to="/notifications">
              Enable notifications
            </Link>
          </p>
        </div>
      </Disclosure>
    </section>
  );
}
