import { type ReactNode, use } from 'react';
import { PageContext } from '#app/ui/page-context.ts';

/** HTML, written by the server alone, by the names of the places in which it stands. */
type Places<Name extends string> = Readonly<Record<Name, string>>;

interface SameForAllProps<Name extends string> {
  as?: 'div' | 'ul' | 'ol';
  name: string;
  className?: string;
  /** What differs from page to page inside. */
  places?: Places<Name>;
  /** Is given what to put into the places: each into an element of its own, as its whole HTML. */
  children: (places: Places<Name>) => ReactNode;
}

/**
 * An element whose inside is the same for everyone: the server renders it once and keeps the markup by `name`; browsers hydrate it as
 * they do anything else. What is inside follows from `name` alone: nobody's data, no address, no form or hook of the router. What
 * differs all the same is put into its `places` for each page.
 */
export function SameForAll<Name extends string = never>({
  as: Tag = 'div',
  name,
  className,
  places = {} as Places<Name>,
  children,
}: SameForAllProps<Name>) {
  const { renderOnce } = use(PageContext);
  if (!import.meta.env.SSR || !renderOnce) return <Tag className={className}>{children(places)}</Tag>;
  const markup = renderOnce(name, () => children(marksOf(places)));
  // biome-ignore lint/security/noDangerouslySetInnerHtml: what React has rendered
  return <Tag className={className} dangerouslySetInnerHTML={{ __html: filled(markup, places) }} />;
}

/** A place in markup that is kept; nothing else in it can read so, since React escapes texts. */
const marks = /<!--(\w+)-->/g;

const marksOf = <Name extends string>(places: Places<Name>) =>
  Object.fromEntries(Object.keys(places).map((name) => [name, `<!--${name}-->`])) as Places<Name>;

/** In one go, so that nothing is looked for in what has been put in. */
const filled = (markup: string, places: Readonly<Record<string, string>>) =>
  markup.replace(marks, (_, name: string) => places[name] ?? '');
