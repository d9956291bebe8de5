import type { ComponentProps } from 'react';
import { Link as RouterLink } from 'react-router';

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

/** A path that is resolved to itself: what else there may be is left to the router. */
const plainPath = /^\/(?![/.])(?:[^/?#]|\/(?![/.]))*(?:\?[^#]+)?(?:#.+)?$/;

function ServerLink(props: LinkProps) {
  const { to, preventScrollReset, reloadDocument, target, ...rest } = props;
  if (!plainPath.test(to)) return <RouterLink {...props} />;
  return <a {...rest} href={to} target={target} data-discover="true" />;
}

/** A link within the site. */
export const Link: React.ComponentType<LinkProps> = import.meta.env.SSR ? ServerLink : RouterLink;
