import { Outlet, useLocation } from 'react-router';
import { sectionForms } from '#app/domain/operating/settings/settings-forms.ts';
import { allow } from '#app/routes/admin/access.server.ts';
import { SettingsNav, SettingsNavigation } from '#app/routes/frame/settings-frame.tsx';
import type { Route } from './+types/settings-layout';

export const middleware: Route.MiddlewareFunction[] = [allow('settings:read')];

const path = '/admin/settings';

/** No query. */
export const loader = () => ({
  links: [
    { to: path, label: 'Overview' },
    ...Object.entries(sectionForms).map(([section, { title }]) => ({
      to: `${path}/${section}`,
      label: title,
    })),
    { to: `${path}/redirects`, label: 'Redirects' },
    { to: `${path}/authApi/status`, label: 'Auth API status' },
  ],
});

/** The site's settings in one frame, with a list of them: beside the page, or on smaller screens a line above it. */
export default function SettingsLayout({ loaderData: { links } }: Route.ComponentProps) {
  const { pathname } = useLocation();
  return (
    // By its own width in letters: with large text the list is a line above the page on wide screens too.
    <div className="@container">
      <div className="grid grid-cols-1 gap-5 @min-[56rem]:grid-cols-[minmax(0,1fr)_14rem] @min-[56rem]:gap-8">
        <SettingsNavigation className="hidden @min-[56rem]:col-start-2 @min-[56rem]:block">
          <SettingsNav links={links} pathname={pathname} look="list" />
        </SettingsNavigation>
        <SettingsNavigation className="@min-[56rem]:hidden">
          <SettingsNav links={links} pathname={pathname} look="menu" />
        </SettingsNavigation>
        <div className="min-w-0 @min-[56rem]:col-start-1 @min-[56rem]:row-start-1">
          <Outlet />
        </div>
      </div>
    </div>
  );
}
