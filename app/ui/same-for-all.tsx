import { type ReactNode, use } from 'react';
import { PageContext } from '#app/ui/page-context.ts';

/**
 * An element whose inside is the same for everyone: the server renders it once and keeps the markup by `name`; browsers hydrate it as
 * they do anything else. What is inside follows from `name` alone: nobody's data, no address, no form or hook of the router.
 */
export function SameForAll({
  as: Tag = 'div',
  name,
  className,
  children,
}: {
  as?: 'div' | 'ul' | 'ol';
  name: string;
  className?: string;
  children: () => ReactNode;
}) {
  const { renderOnce } = use(PageContext);
  if (!renderOnce) return <Tag className={className}>{children()}</Tag>;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: what React has rendered
  return <Tag className={className} dangerouslySetInnerHTML={{ __html: renderOnce(name, children) }} />;
}
