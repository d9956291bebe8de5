import type { MouseEvent, ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { htmlOf, type PagePart } from '#app/ui/page-html.tsx';

interface FromServerProps {
  /** One of its kind in all pages. */
  id: `frame-${string}`;
  children: ReactNode;
}

const Sent = ({ id, children }: FromServerProps) => (
  <div data-text={id} className="contents">
    {children}
  </div>
);

/** The link that a press opens within the site; none where the browser is to see to it, as for a new tab. */
export function pressed(event: MouseEvent): HTMLAnchorElement | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  return event.target instanceof Element ? event.target.closest('a[data-discover]:not([target])') : null;
}

/** Markup that the page came with, or that its data brings: React opens its links in place. */
export function Kept({ id, html, className }: PagePart & { className?: string }) {
  const navigate = useNavigate();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears what is pressed in it
    // biome-ignore lint/a11y/useKeyWithClickEvents: links press by themselves
    <div
      data-text={id}
      className={className}
      onClick={(event) => {
        const link = pressed(event);
        if (!link) return;
        event.preventDefault();
        // As the router's links do: what leads to where one is takes the page's place in the history.
        navigate(link.pathname + link.search + link.hash, { replace: link.href === location.href });
      }}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: what React has rendered on the server
      dangerouslySetInnerHTML={{ __html: htmlOf(id, html) }}
    />
  );
}

/**
 * A part of a page's frame whose code stays on the server: in the browser React keeps the markup that the page came with. What is in it
 * changes with the next page that is loaded, but for what app/routes/frame/follow-page.ts sees to. Callers give `children` where
 * `import.meta.env.SSR` says so, and nowhere else.
 */
export const FromServer: React.ComponentType<FromServerProps> = import.meta.env.SSR
  ? Sent
  : ({ id }) => <Kept id={id} className="contents" />;
