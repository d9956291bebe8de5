import { href } from 'react-router';
import { SubmitButton } from '#app/ui/button.tsx';
import { Disclosure } from '#app/ui/disclosure.tsx';
import { Link } from '#app/ui/link.tsx';
import { LinksFromServer } from '#app/ui/links-from-server.tsx';
import type { PagePart } from '#app/ui/page-html.tsx';

interface SectionsProps {
  titles: { emailCourse: string; affiliate: string; reseller: string };
  parts: Record<'order' | 'aiCourses' | 'letters' | 'affiliate' | 'reseller', PagePart>;
  aiCourseCount: number;
  comingSoon: { title: string; items: { title: string; text: string; key: string; isWanted: boolean }[] };
}

/** The dashboard's expandable sections, one open at a time. */
export function DashboardSections({ titles, parts, aiCourseCount, comingSoon }: SectionsProps) {
  const group = 'dashboard';
  return (
    <section aria-label="More" className="border-t border-line">
      <Disclosure
        group={group}
        title="Suggested course order"
        note="Where to begin, and what to take next"
        open
      >
        <LinksFromServer part={parts.order} />
      </Disclosure>
      <Disclosure group={group} title="AI courses" note={`${aiCourseCount} courses for working with models`}>
        <LinksFromServer part={parts.aiCourses} />
      </Disclosure>
      <Disclosure group={group} title={titles.emailCourse}>
        <LinksFromServer part={parts.letters} />
      </Disclosure>
      <Disclosure group={group} title={titles.affiliate}>
        <LinksFromServer part={parts.affiliate} />
      </Disclosure>
      <Disclosure group={group} title={titles.reseller}>
        <LinksFromServer part={parts.reseller} />
      </Disclosure>
      <Disclosure group={group} title={comingSoon.title}>
        <div className="grid gap-5">
          <ul className="grid gap-3 sm:grid-cols-2">
            {comingSoon.items.map((item) => (
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
