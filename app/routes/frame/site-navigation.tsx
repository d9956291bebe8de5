import paletteScript from 'virtual:palette-script';
import searchScript from 'virtual:search-script';
import shortcutScript from 'virtual:shortcut-script';
import { Fragment, type ReactNode } from 'react';
import { buttonClass } from '#app/ui/button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { Bell, Chevron, Menu, Search } from '#app/ui/icon.tsx';
import { Link } from '#app/ui/link.tsx';

// Markup of the server alone, the same for all viewers of a kind in a section: see site-header.tsx.

/** The sections of the site for members. */
export const memberSections = [
  { to: '/dashboard', label: 'Dashboard' },
  { to: '/courses', label: 'Video Courses' },
  { to: '/training', label: 'Training & Guides' },
  { to: '/affiliate-centre', label: 'Affiliates & Resellers' },
  { to: '/community', label: 'Community' },
];

/** Shown from the widest screens on: on others the menu has it. */
const isForWideScreens = (to: string) => to === '/community';

const menuLinks = [
  { to: '/profile', label: 'Profile' },
  { to: '/notifications', label: 'Notifications' },
  { to: '/assistant', label: 'Assistant' },
  { to: '/profile/billing', label: 'Billing' },
  { to: '/profile/security', label: 'Security' },
  { to: '/change-password', label: 'Change Password' },
  { to: '/support', label: 'Support' },
];

export const visitorSections = [
  { to: '/pricing', label: 'Pricing', shown: 'lg:inline-flex' },
  { to: '/affiliate-program', label: 'Affiliates & Resellers', shown: 'sm:inline-flex' },
];

/** The places of Training & Guides. */
const libraryLinks = [
  { to: '/training', label: 'Guides' },
  { to: '/training?tab=playbooks', label: 'Playbooks' },
  { to: '/training?tab=series', label: 'Series' },
  { to: '/training?tab=email-course', label: 'Email course' },
  { to: '/training?tab=ebook', label: 'Ebook' },
  { to: '/training?tab=saved', label: 'Saved' },
];

const itemClass =
  'flex min-h-11 w-full items-center rounded-control px-3 text-left no-underline hover:bg-sunken';

/** The search box; where it has no room, a link to the page that has it. On the narrowest screens that is in the menu. */
function SiteSearch() {
  return (
    <>
      <search aria-label="The whole site" data-script={searchScript} className="hidden xl:block">
        <form action="/search" className="relative">
          <input
            type="search"
            name="q"
            dir="auto"
            aria-label="Search"
            placeholder="Search"
            maxLength={100}
            required
            className="min-h-11 w-[6.75rem] rounded-control border border-line-strong bg-surface py-2 pr-8 pl-3 placeholder:text-muted"
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

/** The sections that are for everybody. */
function VisitorSections({ current }: { current: string | undefined }) {
  return visitorSections.map(({ to, label, shown }) => (
    <Link
      key={to}
      to={to}
      aria-current={to === current ? 'page' : undefined}
      className={classNames(
        'hidden min-h-11 items-center px-2 font-medium no-underline hover:text-accent',
        shown,
      )}
    >
      {label}
    </Link>
  ));
}

/** For somebody of whom nothing is known but that they have a session: neither asked to sign in nor to join. */
export function NeutralNavigation({ current }: { current: string | undefined }) {
  return (
    <nav aria-label="Main" className="ml-auto flex min-w-0 items-center gap-1 text-sm sm:gap-3">
      <VisitorSections current={current} />
      <Link
        to="/support"
        className="inline-flex min-h-11 items-center px-2 font-medium no-underline hover:text-accent"
      >
        Support
      </Link>
    </nav>
  );
}

/** `current` is the address of the section in which the page lies. */
export function VisitorNavigation({ current }: { current: string | undefined }) {
  return (
    <nav aria-label="Main" className="ml-auto flex min-w-0 items-center gap-1 text-sm max-sm:-mr-3 sm:gap-3">
      <SiteSearch />
      <VisitorSections current={current} />
      <Link to="/login" className={classNames(buttonClass('secondary'), 'max-sm:px-2.5')}>
        Member Sign In
      </Link>
      <Link to="/checkout" className={classNames(buttonClass(), 'max-sm:hidden')}>
        Join
      </Link>
      <Dropdown
        className="sm:hidden"
        summary={
          <>
            <Menu />
            <span className="sr-only">Menu</span>
          </>
        }
      >
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
      <span className="sr-only">Notifications</span> <Fresh name="unread" html={html} />
    </Link>
  );
}

/** HTML as the server has written it, which the browser changes when data brings other (follow-page.ts). */
function Fresh({ name, html }: { name: string; html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a number, a picture, a name
  return <span className="contents" data-fresh={name} dangerouslySetInnerHTML={{ __html: html }} />;
}

interface MemberNavigationProps {
  /** The address of the section in which the page lies. */
  current: string | undefined;
  face: string;
  unread: string;
  /** HTML of how many assignments wait; null for who answers none. */
  waiting: string | null;
  isAdmin: boolean;
}

export function MemberNavigation({ current, face, unread, waiting, isAdmin }: MemberNavigationProps) {
  return (
    <nav aria-label="Main" className="ml-auto flex min-w-0 items-center gap-1 text-sm max-sm:-mr-2.5">
      <ul className="hidden flex-wrap items-center justify-end lg:flex [&_[aria-current]]:text-accent [&_[aria-current]]:underline [&_[aria-current]]:decoration-2 [&_[aria-current]]:underline-offset-8">
        {memberSections.map(({ to, label }) => (
          <li key={to} className={isForWideScreens(to) ? 'max-xl:hidden' : undefined}>
            {/* Which one is current, browsers say after each navigation (follow-page.ts). */}
            <Link
              to={to}
              aria-current={to === current ? 'page' : undefined}
              className="inline-flex min-h-11 items-center px-1.5 text-[0.875rem] font-medium whitespace-nowrap no-underline hover:text-accent"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
      <SiteSearch /> <Unread html={unread} />{' '}
      <span hidden data-player={shortcutScript} data-palette={paletteScript} />
      <Dropdown
        summary={
          <>
            <Fresh name="face" html={face} />
            <Chevron className="size-4" />
          </>
        }
      >
        {isAdmin ? (
          <Link to="/admin" className={itemClass}>
            Admin
          </Link>
        ) : null}
        {waiting === null ? null : (
          <Link to="/teaching" className={classNames(itemClass, 'gap-3')}>
            Answer assignments <Fresh name="waiting" html={waiting} />
          </Link>
        )}
        <SearchItem />
        <div>
          {memberSections.map((link) => (
            <Fragment key={link.to}>
              <Link
                to={link.to}
                className={classNames(
                  itemClass,
                  isForWideScreens(link.to) ? 'xl:hidden' : link.to !== '/training' && 'lg:hidden',
                )}
              >
                {link.label}
              </Link>{' '}
              {link.to === '/training' ? <LibraryLinks /> : null}
            </Fragment>
          ))}
          <hr className="my-1 border-line" />
          {menuLinks.map((link) =>
            // The space is for text browsers: these pages may be React's (app/platform/http/inline-spacing.server.ts).
            [
              <Link key={link.to} to={link.to} className={itemClass}>
                {link.label}
              </Link>,
              ' ',
            ],
          )}
        </div>
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

/** A disclosure of the platform, so that it opens without scripts; with scripts it also closes by itself (app/ui/script/menus.ts). */
function Dropdown({
  summary,
  className,
  children,
}: {
  summary: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  return (
    <details data-menu className={classNames('relative min-w-0', className)}>
      <summary className="flex min-h-11 min-w-0 items-center gap-1.5 rounded-control px-2.5 font-semibold hover:bg-sunken sm:px-3 lg:max-xl:px-2">
        {summary}
      </summary>
      <div className="absolute right-0 z-20 mt-1 max-h-[calc(100dvh-6rem)] w-64 max-w-[calc(100vw-2rem)] overflow-y-auto rounded-card border border-line bg-surface p-2 shadow-float">
        {children}
      </div>
    </details>
  );
}
