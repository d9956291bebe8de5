import type { ReactNode } from 'react';
import { href } from 'react-router';
import { whileTermsHold } from '#app/domain/core/site-settings/current.server.ts';
import { currentCoursesOf } from '#app/domain/learning/courses/catalogue.server.ts';
import { listLetters } from '#app/domain/learning/email-course/letters.server.ts';
import { dashboardCopy } from '#app/domain/learning/facts/copy.server.ts';
import { keptPart, pageText } from '#app/routes/http/page-text.server.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { Link } from '#app/ui/link.tsx';

/** What stands in the dashboard's sections that show nobody's progress, as HTML: the same for everybody, and nothing but links. */
const rendered = whileTermsHold(() => {
  const { affiliate, reseller, emailCourse, suggestedOrder } = dashboardCopy();
  return {
    order: keptPart(<SuggestedOrder {...suggestedOrder} />),
    letters: keptPart(<Letters text={emailCourse.text} />),
    affiliate: keptPart(
      <Programme text={affiliate.text} to="/affiliate-centre">
        Open the affiliate center
      </Programme>,
    ),
    reseller: keptPart(
      <Programme text={reseller.text} to="/affiliate-program">
        Compare the programs
      </Programme>,
    ),
  };
});

/** The same for a page: its document holds them once. */
export function renderSectionParts(request: Request) {
  const { order, letters, affiliate, reseller } = rendered();
  return {
    order: pageText(request, order),
    letters: pageText(request, letters),
    affiliate: pageText(request, affiliate),
    reseller: pageText(request, reseller),
  };
}

function SuggestedOrder({ note, courses }: { note: string; courses: readonly string[] }) {
  return (
    <div className="grid grid-cols-1 gap-4">
      <p className="text-muted">{note}</p>
      <ol className="grid gap-3">
        {currentCoursesOf(courses).map(({ slug, title, promise }, index) => (
          <li key={slug} className="grid grid-cols-[2.25rem_minmax(0,1fr)] items-baseline">
            <span aria-hidden="true" className="font-display text-xl text-accent">
              {index + 1}
            </span>
            <span>
              <Link
                to={href('/courses/:courseSlug', { courseSlug: slug })}
                className="font-medium underline-offset-4 hover:text-accent"
              >
                {title}
              </Link>{' '}
              <span className="block text-sm text-muted">{promise}</span>
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}

function Letters({ text }: { text: string }) {
  return (
    <div className="grid justify-items-start gap-4">
      <p className="max-w-prose text-muted">{text}</p>
      <ol className="grid gap-x-8 sm:grid-cols-2">
        {listLetters().map(({ month, title }) => (
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
    </div>
  );
}

function Programme({ text, to, children }: { text: string; to: string; children: ReactNode }) {
  return (
    <div className="grid justify-items-start gap-4">
      <p className="max-w-prose text-muted">{text}</p>
      <ButtonLink variant="secondary" to={to}>
        {children}
      </ButtonLink>
    </div>
  );
}
