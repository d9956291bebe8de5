import { Outlet } from 'react-router';
import { levelMay } from '#app/domain/core/access/admin-policy.ts';
import { runAs } from '#app/platform/runtime/work-kind.server.ts';
import { requireAdmin } from '#app/routes/admin/access.server.ts';
import { AdminNavigation } from '#app/routes/admin/navigation.tsx';
import { sectionGroups } from '#app/routes/admin/sections.ts';
import { ErrorPage } from '#app/routes/frame/error-page.tsx';
import { requireSecondFactor } from '#app/routes/http/confirmed.server.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { requireMember } from '#app/routes/http/identify-viewer.server.ts';
import { isAtOrBelow, type RoutePattern } from '#app/routes/http/route-pattern.ts';
import type { Route } from './+types/layout';

/** What reads through much: it has connections of its own, and longer than a page (P224). */
const reports: readonly RoutePattern[] = [
  'admin/analytics',
  'admin/users/export/:form',
  'admin/users/segments/:segmentId',
  'admin/letters/:letterId',
  'admin/letters/:letterId/check',
  'admin/audit/export/:form',
];

const readAsReport: Route.MiddlewareFunction = ({ pattern }, next) =>
  isAtOrBelow(pattern, reports) ? runAs('report', next) : next();

export const middleware: Route.MiddlewareFunction[] = [
  requireMember,
  requireAdmin,
  requireSecondFactor,
  readAsReport,
];

/** The pages that whoever asks may open. */
export function loader({ context }: Route.LoaderArgs) {
  const { adminLevel } = context.get(memberContext);
  const groups = sectionGroups.map(({ title, sections }) => ({
    title,
    sections: sections
      .filter(({ permission }) => levelMay(adminLevel, permission))
      .map(({ to, label }) => ({ to, label })),
  }));
  return { groups: groups.filter(({ sections }) => sections.length > 0) };
}

export default function AdminLayout({ loaderData: { groups } }: Route.ComponentProps) {
  return (
    // By its own width in letters, which large text makes fewer: the navigation stands beside the page where there is room for both.
    <div className="@container">
      <div className="page grid max-w-[92rem] grid-cols-1 gap-x-8 gap-y-5 py-5 @min-[62rem]:grid-cols-[11rem_minmax(0,1fr)] @min-[62rem]:py-8">
        <meta name="robots" content="noindex" />
        <AdminNavigation groups={groups} />
        <div id="page" tabIndex={-1} className="min-w-0">
          <Outlet />
        </div>
      </div>
    </div>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
