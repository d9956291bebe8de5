import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { perContent } from '#app/platform/content/files.server.ts';

const kept = perContent(() => new Map<string, string>());

/**
 * The markup of a row of a list, which follows from content and from `key` alone: rendered once for each, since a course has few ways to
 * be under way, and all who are in it see the same rows. To be used where there are few keys.
 */
export function rowMarkup(key: string, render: () => ReactElement): string {
  const rows = kept();
  let markup = rows.get(key);
  if (markup === undefined) {
    markup = renderToStaticMarkup(render());
    rows.set(key, markup);
  }
  return markup;
}
