import { mayReadLessons, mayUseAffiliateCentre } from '#app/domain/core/access/policy.server.ts';
import { emailLocalPart, type Viewer } from '#app/domain/core/access/viewer.ts';
import { siteSettings } from '#app/domain/core/site-settings/current.server.ts';
import { listAnnounced } from '#app/domain/learning/dashboard/announcements.server.ts';
import { buildDashboard } from '#app/domain/learning/dashboard/dashboard.server.ts';
import { dashboardRead } from '#app/domain/learning/dashboard/dashboard-read.server.ts';
import { dashboardCopy } from '#app/domain/learning/facts/copy.server.ts';
import { findAccount } from '#app/domain/programme/commissions/balance.server.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { wayIn } from '#app/routes/frame/way-in.ts';
import { currencyContext, memberContext } from '#app/routes/http/context.server.ts';
import { interactive } from '#app/routes/http/page-handle.ts';
import { readOfMember } from '#app/routes/http/read-ahead.server.ts';
import { DashboardSections } from '#app/routes/member/dashboard/dashboard-sections.tsx';
import { renderPersonalParts } from '#app/routes/member/dashboard/personal-parts.server.tsx';
import { renderSectionParts } from '#app/routes/member/dashboard/section-parts.server.tsx';
import { LinksFromServer } from '#app/ui/links-from-server.tsx';
import type { Route } from './+types/dashboard';

/** What a seller has earned, in short; null for who sells nothing, or has earned nothing yet. */
async function findEarnings(viewer: Viewer) {
  if (!mayUseAffiliateCentre(viewer)) return null;
  const account = await findAccount(viewer.id);
  return account.firstDay === null ? null : { ...account, minimumCents: siteSettings().payouts.minimumCents };
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = context.get(memberContext);
  const copy = dashboardCopy();
  const { doings, planned } = await readOfMember(context, dashboardRead());
  const dashboard = buildDashboard(doings.begun, copy, doings.quizzes, viewer);
  const { affiliate, reseller, emailCourse, comingSoon } = copy;
  return {
    greeting: emailLocalPart(viewer.email),
    hasBegun: dashboard.hasBegun,
    soFar: dashboard.soFar,
    titles: { emailCourse: emailCourse.title, affiliate: affiliate.title, reseller: reseller.title },
    parts: {
      ...renderSectionParts(request),
      ...renderPersonalParts(request, dashboard, doings, {
        planned: planned?.isPutAway ? null : planned,
        mayPlan: mayReadLessons(viewer),
        earnings: await findEarnings(viewer),
        hasMembership: viewer.hasMembership,
        way: wayIn(viewer, context.get(currencyContext)),
      }),
    },
    aiCourseCount: dashboard.aiCourses.length,
    comingSoon: {
      title: comingSoon.title,
      items: listAnnounced().map((item) => ({ ...item, isWanted: doings.signups.includes(item.key) })),
    },
  };
}

export const handle = interactive;

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Dashboard')];

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { greeting, hasBegun, soFar, parts } = loaderData;
  return (
    <div className="page grid grid-cols-1 gap-10 py-8 sm:py-12">
      <header className="grid grid-cols-1 gap-2">
        <h1>{hasBegun ? 'Welcome back' : 'Welcome'}</h1>
        <p className="text-lg wrap-anywhere text-muted">
          Hello, <bdi>{greeting}</bdi>. {soFar}
        </p>
      </header>
      <LinksFromServer part={parts.wayOn} className="grid grid-cols-1 gap-10" />
      <div className="grid grid-cols-1 gap-10 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start">
        <div className="grid grid-cols-1 gap-10">
          {parts.week ? <LinksFromServer part={parts.week} /> : null}
          <DashboardSections
            titles={loaderData.titles}
            parts={parts}
            aiCourseCount={loaderData.aiCourseCount}
            comingSoon={loaderData.comingSoon}
          />
        </div>
        <aside aria-label="Course lists">
          <LinksFromServer part={parts.lists} className="grid gap-6" />
        </aside>
      </div>
    </div>
  );
}
