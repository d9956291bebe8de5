import { type ReactNode, use } from 'react';
import { PageContext } from '#app/ui/page-context.ts';

/**
 * An element whose inside is the same for everyone: the server renders it once and keeps the markup by `name`; browsers hydrate it as
 * they do anything else. What is inside follows from `name` alone: nobody's data, no address, no form or hook of the router.
 */
export function SameForAll({
  as: Tag = 'div',
  name,
  children,
  ...attributes
}: {
  as?: 'div' | 'ul' | 'ol' | 'search';
  name: string;
  className?: string;
  'aria-label'?: string;
  children: () => ReactNode;
}) {
  const { renderOnce } = use(PageContext);
  if (!renderOnce) return <Tag {...attributes}>{children()}</Tag>;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: what React has rendered
  return <Tag {...attributes} dangerouslySetInnerHTML={{ __html: renderOnce(name, children) }} />;
}
