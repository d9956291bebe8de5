import { BrandMark } from '#app/routes/frame/brand-mark.tsx';
import { isWithin } from '#app/routes/frame/current-section.ts';
import {
  MemberNavigation,
  memberSections,
  NeutralNavigation,
  VisitorNavigation,
  visitorSections,
} from '#app/routes/frame/site-navigation.tsx';
import { Lock } from '#app/ui/icon.tsx';
import { Link } from '#app/ui/link.tsx';
import { SameForAll } from '#app/ui/same-for-all.tsx';

// Markup of the server alone: browsers keep it (frame-top.tsx).

const headerClass = 'no-print border-b border-line bg-paper';

interface SiteHeaderProps {
  brandName: string;
  /** Who is signed in: HTML of their menu's summary, of what is unread, and of how many assignments wait; null for who answers none. */
  viewer: { face: string; unread: string; waiting: string | null; role: string } | null | undefined;
  /** Whether somebody has a session of whom nothing can be told: the database is away. */
  isUnknown?: boolean;
  pathname: string;
}

/** The top navigation, rendered once for each section and each kind of viewer. */
export function SiteHeader({ brandName, viewer, isUnknown = false, pathname }: SiteHeaderProps) {
  const sections = viewer ? memberSections : visitorSections;
  const current = sections.find(({ to }) => isWithin(pathname, to))?.to;
  const isAdmin = viewer?.role === 'admin';
  const isInstructor = typeof viewer?.waiting === 'string';
  const kind = isAdmin ? 'admin' : viewer ? 'member' : isUnknown ? 'unknown' : 'visitor';
  return (
    <header className={headerClass}>
      {/* Where large text leaves no room beside the name, the navigation moves below it. */}
      <SameForAll
        name={`header ${kind} ${isInstructor} ${current} ${brandName}`}
        className="page flex min-h-16 flex-wrap items-center justify-between gap-x-2 sm:gap-x-4"
        places={{
          face: viewer?.face ?? '',
          unread: viewer?.unread ?? '',
          waiting: viewer?.waiting ?? '',
        }}
      >
        {({ face, unread, waiting }) => (
          <>
            <div className="flex min-w-0 grow basis-24 lg:grow-0 lg:basis-auto">
              <Link
                to={viewer ? '/dashboard' : '/'}
                className="flex min-h-11 min-w-0 items-center gap-2 no-underline sm:gap-2.5"
              >
                <BrandMark />
                <span className="font-display text-base leading-tight font-semibold tracking-tight sm:text-xl lg:text-lg lg:whitespace-nowrap">
                  {brandName}
                </span>
              </Link>
            </div>
            {viewer ? (
              <MemberNavigation
                {...{ current, face, unread, isAdmin }}
                waiting={isInstructor ? waiting : null}
              />
            ) : isUnknown ? (
              <NeutralNavigation current={current} />
            ) : (
              <VisitorNavigation current={current} />
            )}
          </>
        )}
      </SameForAll>
    </header>
  );
}

/** The header of a checkout: where one is, that it is safe, and whom to ask. Of another quiet page: where one is. */
export function QuietHeader({ brandName, isCheckout }: { brandName: string; isCheckout: boolean }) {
  return (
    <header className={headerClass}>
      <div className="page flex min-h-16 flex-wrap items-center gap-x-4">
        {/* Loaded anew: what a checkout may load, no other page may. */}
        <a href="/dashboard" className="flex min-h-11 min-w-0 items-center gap-2 no-underline sm:gap-2.5">
          <BrandMark />
          <span className="font-display text-base leading-tight font-semibold tracking-tight sm:text-xl">
            {brandName}
          </span>
        </a>
        {isCheckout ? (
          <>
            <p className="ml-auto flex items-center gap-1.5 text-sm text-muted">
              <Lock className="size-4" /> <span className="max-sm:sr-only">Secure checkout</span>
            </p>
            <Link to="/support" className="link inline-flex min-h-11 items-center text-sm" target="_blank">
              Help
            </Link>
          </>
        ) : null}
      </div>
    </header>
  );
}
