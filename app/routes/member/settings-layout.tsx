import { Outlet, useLocation } from 'react-router';
import { classNames } from '#app/ui/class-names.ts';
import { Link } from '#app/ui/link.tsx';

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

/** The setting that a page belongs to: the longest address that it is below. */
const currentOf = (pathname: string) =>
  settings
    .filter(({ to }) => pathname === to || pathname.startsWith(`${to}/`))
    .toSorted((one, other) => other.to.length - one.to.length)[0]?.to;

/** The settings in one frame, with a list of them: beside the page, or on phones a row above it. */
export default function SettingsLayout() {
  const current = currentOf(useLocation().pathname);
  return (
    <div className="mx-auto grid w-full max-w-[72rem] grid-cols-1 lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-10 lg:px-[clamp(1rem,4vw,2.5rem)]">
      <nav
        aria-label="Settings"
        className="no-print page page-narrow pt-6 lg:mx-0 lg:w-auto lg:px-0 lg:pt-12"
      >
        <p className="mb-2 hidden px-3 text-sm font-semibold text-muted lg:block">Settings</p>
        <ul className="flex flex-wrap gap-1 text-sm lg:grid">
          {settings.map(({ to, label }) => (
            <li key={to}>
              <Link
                to={to}
                aria-current={to === current ? 'page' : undefined}
                className={classNames(
                  'flex min-h-11 items-center rounded-control px-3 no-underline',
                  to === current ? 'bg-accent-soft font-semibold text-accent-strong' : 'hover:bg-sunken',
                )}
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="settings-frame min-w-0">
        <Outlet />
      </div>
    </div>
  );
}
