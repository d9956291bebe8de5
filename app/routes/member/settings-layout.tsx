import { Outlet, useLocation } from 'react-router';
import { SettingsNav, SettingsNavigation } from '#app/routes/frame/settings-frame.tsx';

const settings = [
  { to: '/profile', label: 'Profile' },
  { to: '/profile/billing', label: 'Billing' },
  { to: '/profile/security', label: 'Security' },
  { to: '/change-password', label: 'Change Password' },
  { to: '/notifications/settings', label: 'Notifications' },
  { to: '/notifications/emails', label: 'Emails' },
  { to: '/profile/appearance', label: 'Appearance' },
  { to: '/profile/offline', label: 'Offline reading' },
];

/** The settings and all pages below them in one frame, with a list of them: beside the page, or on phones a line above it. */
export default function SettingsLayout() {
  const { pathname } = useLocation();
  return (
    <div className="mx-auto grid w-full max-w-[72rem] grid-cols-1 lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-10 lg:px-[clamp(1rem,4vw,2.5rem)]">
      <SettingsNavigation className="hidden pt-12 lg:block">
        <SettingsNav links={settings} pathname={pathname} look="list" />
      </SettingsNavigation>
      <SettingsNavigation className="page page-narrow pt-6 lg:hidden">
        <SettingsNav links={settings} pathname={pathname} look="menu" />
      </SettingsNavigation>
      <div className="settings-frame min-w-0">
        <Outlet />
      </div>
    </div>
  );
}
