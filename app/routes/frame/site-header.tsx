import { Fragment } from 'react';
import { buttonClass } from '#app/ui/button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { FromServer } from '#app/ui/from-server.tsx';
import { Bell, Chevron, Lock, Menu, Search } from '#app/ui/icon.tsx';
import { Link, NavLink } from '#app/ui/link.tsx';
import { SameForAll } from '#app/ui/same-for-all.tsx';

const signedInLinks = [
  { to: '/dashboard', label: 'Dashboard' },
  { to: '/courses', label: 'Video Courses' },
  { to: '/training', label: 'Training & Guides' },
  { to: '/affiliate-centre', label: 'Affiliates & Resellers' },
];

const menuLinks = [
  { to: '/profile', label: 'Profile' },
  { to: '/notifications', label: 'Notifications' },
  { to: '/community', label: 'Community' },
  { to: '/profile/billing', label: 'Billing' },
  { to: '/profile/security', label: 'Security' },
  { to: '/change-password', label: 'Change Password' },
  { to: '/support', label: 'Support' },
];

/** The places of Training & Guides. */
const libraryLinks = [
  { to: '/training', label: 'Guides' },
  { to: '/training?tab=playbooks', label: 'Playbooks' },
  { to: '/training?tab=series', label: 'Expert series' },
  { to: '/training?tab=email-course', label: 'Email course' },
  { to: '/training?tab=ebook', label: 'Ebook' },
  { to: '/training?tab=saved', label: 'Saved' },
];

const itemClass =
  'flex min-h-11 w-full items-center rounded-control px-3 text-left no-underline hover:bg-sunken';

/**
 * The top navigation. Its menus are disclosures of the platform, so that they open without scripts; with scripts they also close by
 * themselves (app/ui/script/menus.ts).
 */
export function SiteHeader({
  brandName,
  menuLabel,
  face,
  unread,
  isAdmin,
}: {
  brandName: string;
  menuLabel: string | null;
  face: string;
  unread: string;
  isAdmin: boolean;
}) {
  return (
    <header className="no-print border-b border-line bg-paper">
      {/* Where large text leaves no room beside the name, the navigation moves below it. */}
      <div className="page flex min-h-16 flex-wrap items-center justify-between gap-x-2 sm:gap-x-4">
        <div className="flex min-w-0 grow basis-24 sm:grow-0 sm:basis-auto">
          <Link
            to={menuLabel === null ? '/' : '/dashboard'}
            className="flex min-h-11 min-w-0 items-center gap-2 no-underline sm:gap-2.5"
          >
            <BrandMark />
            <span className="font-display text-base leading-tight font-semibold tracking-tight sm:text-xl lg:whitespace-nowrap">
              {brandName}
            </span>
          </Link>
        </div>
        {menuLabel === null ? (
          // React's pages are for members alone: their scripts do without it.
          import.meta.env.SSR && <VisitorNavigation />
        ) : (
          <MemberNavigation {...{ menuLabel, face, unread, isAdmin }} />
        )}
      </div>
    </header>
  );
}

/** The header of a checkout: where one is, that it is safe, and whom to ask. */
export function QuietHeader({ brandName }: { brandName: string }) {
  return (
    <FromServer as="header" id="frame-quiet-header" className="no-print border-b border-line bg-paper">
      {import.meta.env.SSR ? <QuietHead brandName={brandName} /> : null}
    </FromServer>
  );
}

function QuietHead({ brandName }: { brandName: string }) {
  return (
    <div className="page flex min-h-16 flex-wrap items-center gap-x-4">
      {/* Loaded anew: what a checkout may load, no other page may. */}
      <a href="/dashboard" className="flex min-h-11 min-w-0 items-center gap-2 no-underline sm:gap-2.5">
        <BrandMark />
        <span className="font-display text-base leading-tight font-semibold tracking-tight sm:text-xl">
          {brandName}
        </span>
      </a>
      <p className="ml-auto flex items-center gap-1.5 text-sm text-muted">
        <Lock className="size-4" /> <span className="max-sm:sr-only">Secure checkout</span>
      </p>
      <Link to="/support" className="link inline-flex min-h-11 items-center text-sm" target="_blank">
        Help
      </Link>
    </div>
  );
}

function BrandMark() {
  return (
    <svg
      viewBox="0 0 32 32"
      width="32"
      height="32"
      className="size-7 shrink-0 sm:size-8"
      aria-hidden="true"
      focusable="false"
    >
      <rect width="32" height="32" rx="8" className="fill-accent" />
      <path
        d="M8 23V10l8 8 8-8v13"
        fill="none"
        className="stroke-on-accent"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

/** The search box; where it has no room, a link to the page that has it. On the narrowest screens that is in the menu. */
function SiteSearch() {
  return (
    <>
      <search aria-label="The whole site" className="hidden xl:block">
        <form action="/search" className="relative">
          <input
            type="search"
            name="q"
            aria-label="Search"
            placeholder="Search"
            maxLength={100}
            required
            className="min-h-11 w-28 rounded-control border border-line-strong bg-surface py-2 pr-8 pl-3 placeholder:text-muted"
          />
          <button
            type="submit"
            className="absolute inset-y-0 right-0 grid w-11 cursor-pointer place-items-center rounded-control hover:text-accent"
          >
            <Search className="size-4.5" />
            <span className="sr-only">Search the site</span>
          </button>
        </form>
      </search>
      <Link
        to="/search"
        className="hidden size-11 shrink-0 place-items-center rounded-control hover:bg-sunken sm:grid xl:hidden"
      >
        <Search />
        <span className="sr-only">Search</span>
      </Link>
    </>
  );
}

function SearchItem() {
  return (
    <Link to="/search" className={classNames(itemClass, 'sm:hidden')}>
      Search
    </Link>
  );
}

function VisitorNavigation() {
  return (
    <nav aria-label="Main" className="ml-auto flex min-w-0 items-center gap-1 text-sm max-sm:-mr-3 sm:gap-3">
      <SiteSearch />
      <NavLink
        to="/pricing"
        className="hidden min-h-11 items-center px-2 font-medium no-underline hover:text-accent md:inline-flex"
      >
        Pricing
      </NavLink>
      <NavLink
        to="/affiliate-program"
        className="hidden min-h-11 items-center px-2 font-medium no-underline hover:text-accent sm:inline-flex"
      >
        Affiliates & Resellers
      </NavLink>
      <Link to="/login" className={classNames(buttonClass('secondary'), 'max-sm:px-2.5')}>
        Member Sign In
      </Link>
      <Link to="/checkout" className={classNames(buttonClass(), 'max-sm:hidden')}>
        Join
      </Link>
      <Dropdown label="Menu" icon className="sm:hidden">
        <Link to="/checkout" className={classNames(itemClass, 'font-semibold text-accent')}>
          Join
        </Link>
        <SearchItem />
        <Link to="/affiliate-program" className={itemClass}>
          Affiliates & Resellers
        </Link>
        <Link to="/pricing" className={itemClass}>
          Pricing
        </Link>
      </Dropdown>
    </nav>
  );
}

/** The bell, with how much is unread. */
function Unread({ html }: { html: string }) {
  return (
    <Link
      to="/notifications"
      className="relative grid size-11 shrink-0 place-items-center rounded-control hover:bg-sunken"
    >
      <Bell />
      <span className="sr-only">Notifications</span>{' '}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a number, as the server has written it */}
      <span className="contents" dangerouslySetInnerHTML={{ __html: html }} />
    </Link>
  );
}

function MemberNavigation({
  menuLabel,
  face,
  unread,
  isAdmin,
}: {
  menuLabel: string;
  face: string;
  unread: string;
  isAdmin: boolean;
}) {
  return (
    <nav aria-label="Main" className="ml-auto flex min-w-0 items-center gap-1 text-sm max-sm:-mr-2.5">
      <ul className="hidden flex-wrap items-center justify-end lg:flex">
        {signedInLinks.map((link) => (
          <li key={link.to}>
            <NavLink
              to={link.to}
              className={({ isActive }) =>
                classNames(
                  'inline-flex min-h-11 items-center px-2 font-medium whitespace-nowrap no-underline hover:text-accent lg:max-xl:px-1.5',
                  isActive && 'text-accent underline decoration-2 underline-offset-8',
                )
              }
            >
              {link.label}
            </NavLink>
          </li>
        ))}
      </ul>
      <SiteSearch /> <Unread html={unread} />{' '}
      <Dropdown label={menuLabel} face={face}>
        {isAdmin ? (
          <Link to="/admin" className={itemClass}>
            Admin
          </Link>
        ) : null}
        <SearchItem />
        <SameForAll name="menu">
          {() => (
            <>
              {signedInLinks.map((link) => (
                <Fragment key={link.to}>
                  <Link
                    to={link.to}
                    className={classNames(itemClass, link.to !== '/training' && 'lg:hidden')}
                  >
                    {link.label}
                  </Link>{' '}
                  {link.to === '/training' ? <LibraryLinks /> : null}
                </Fragment>
              ))}
              <hr className="my-1 border-line" />
              {menuLinks.map((link) =>
                // The space is for text browsers: these pages may be React's (app/platform/http/side-by-side.server.ts).
                [
                  <Link key={link.to} to={link.to} className={itemClass}>
                    {link.label}
                  </Link>,
                  ' ',
                ],
              )}
            </>
          )}
        </SameForAll>
        <form method="post" action="/logout">
          {/* Named, since lynx posts no form that has nothing to send. */}
          <button type="submit" name="posted" className={classNames(itemClass, 'cursor-pointer')}>
            Logout
          </button>
        </form>
      </Dropdown>
    </nav>
  );
}

function LibraryLinks() {
  return (
    <ul className="mb-1 ml-3 grid grid-cols-2 border-l border-line pl-1">
      {libraryLinks.map((link) => (
        <li key={link.to}>
          <Link
            to={link.to}
            className="flex min-h-9 items-center rounded-control px-2 text-muted no-underline hover:bg-sunken hover:text-accent"
          >
            {link.label}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Dropdown({
  label,
  icon,
  face = '',
  className,
  children,
}: {
  label: string;
  icon?: boolean;
  face?: string;
  className?: string;
  children: React.ReactNode;
}) {
  return (
    <details data-menu className={classNames('relative min-w-0', className)}>
      <summary className="flex min-h-11 min-w-0 items-center gap-1.5 rounded-control px-2.5 font-semibold hover:bg-sunken sm:px-3 lg:max-xl:px-2">
        {icon ? (
          <>
            <Menu />
            <span className="sr-only">{label}</span>
          </>
        ) : (
          <>
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a picture or a letter, as the server has written it */}
            <span className="contents" dangerouslySetInnerHTML={{ __html: face }} />{' '}
            {/* Whatever the name, the navigation stays beside the brand: between these widths its links leave room for one letter,
                and beside a picture for none. */}
            <span
              className={`max-sm:sr-only sm:max-w-40 sm:truncate md:max-w-56 ${face?.startsWith('<img') ? 'lg:sr-only' : 'lg:max-xl:sr-only xl:max-w-20'}`}
            >
              {label}
            </span>
            <Chevron className="size-4" />
          </>
        )}
      </summary>
      <div className="absolute right-0 z-20 mt-1 max-h-[calc(100dvh-6rem)] w-64 max-w-[calc(100vw-2rem)] overflow-y-auto rounded-card border border-line bg-surface p-2 shadow-float">
        {children}
      </div>
    </details>
  );
}
