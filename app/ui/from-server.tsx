import type { MouseEvent, ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { htmlOf } from '#app/ui/page-html.tsx';

export interface FromServerProps {
  as: 'header' | 'footer' | 'section';
  /** One of its kind in all pages. */
  id: `frame-${string}`;
  /** Its name for assistive technology. */
  label?: string;
  className: string;
  children: ReactNode;
}

function Sent({ as: Tag, id, label, className, children }: FromServerProps) {
  return (
    <Tag data-text={id} aria-label={label} className={className}>
      {children}
    </Tag>
  );
}

interface KeptProps extends Pick<FromServerProps, 'label'> {
  as: FromServerProps['as'] | 'div';
  id: string;
  className?: string;
  html?: string | undefined;
}

/** The path that a press leads to within the site; nothing where the browser is to see to it, as for a new tab. */
function pressed(event: MouseEvent): string | undefined {
  const link =
    event.target instanceof Element ? event.target.closest('a[data-discover]:not([target])') : null;
  if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  return link.getAttribute('href') ?? undefined;
}

/** What the browser makes of it. */
export function Kept({ as: Tag, id, label, className, html }: KeptProps) {
  const navigate = useNavigate();
  return (
    <Tag
      data-text={id}
      aria-label={label}
      className={className}
      onClick={(event) => {
        const path = pressed(event);
        if (path === undefined) return;
        event.preventDefault();
        navigate(path);
      }}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: what React has rendered on the server
      dangerouslySetInnerHTML={{ __html: htmlOf(id, html) }}
    />
  );
}

/**
 * A part of a page's frame whose code stays on the server: in the browser React keeps the markup that the page came with, and opens its
 * links as it opens others. What is in it changes with the next page that is loaded. Callers give `children` where
 * `import.meta.env.SSR` says so, and nowhere else.
 */
export const FromServer: React.ComponentType<FromServerProps> = import.meta.env.SSR ? Sent : Kept;
