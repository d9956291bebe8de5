import type { ComponentProps } from 'react';
import { Link as RouterLink, NavLink as RouterNavLink, useLocation } from 'react-router';
import { classNames } from '#app/ui/class-names.ts';

// React Router's links take two thirds of the time of a server-rendered list of them, for what only a browser does with them. Their
// markup is a plain anchor, so that is what the server renders; link.test.tsx holds both halves to the same markup.

type Anchor = Omit<ComponentProps<'a'>, 'href' | 'className'>;

export interface LinkProps extends Anchor {
  /** A path of this site, with its query and fragment. */
  to: string;
  className?: string | undefined;
  /** Stays where one has scrolled to. */
  preventScrollReset?: boolean;
  /** Left to the browser, which loads the page as if there were no scripts. */
  reloadDocument?: boolean;
}

export interface NavLinkProps extends Omit<LinkProps, 'className'> {
  className: string | ((state: { isActive: boolean }) => string);
}

/** A path that is resolved to itself: what else there may be is left to the router. */
const plainPath = /^\/(?![/.])(?:[^/?#]|\/(?![/.]))*(?:\?[^#]+)?(?:#.+)?$/;

function ServerLink(props: LinkProps) {
  const { to, preventScrollReset, reloadDocument, target, ...rest } = props;
  if (!plainPath.test(to)) return <RouterLink {...props} />;
  return <a {...rest} href={to} target={target} data-discover="true" />;
}

function ServerNavLink({ className, to, ...rest }: NavLinkProps) {
  const { pathname } = useLocation();
  const here = pathname.toLowerCase();
  const there = to.toLowerCase();
  const isActive = here === there || here.startsWith(`${there}/`);
  const looks =
    typeof className === 'string' ? classNames(className, isActive && 'active') : className({ isActive });
  return <ServerLink {...rest} to={to} aria-current={isActive ? 'page' : undefined} className={looks} />;
}

/** A link within the site. */
export const Link: React.ComponentType<LinkProps> = import.meta.env.SSR ? ServerLink : RouterLink;

/** A link of the navigation: `aria-current` says that it leads to the page shown, or to one above it. */
export const NavLink: React.ComponentType<NavLinkProps> = import.meta.env.SSR ? ServerNavLink : RouterNavLink;
