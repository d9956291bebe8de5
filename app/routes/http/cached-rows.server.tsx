import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { perContent } from '#app/platform/content/files.server.ts';

const kept = perContent(() => new Map<string, string>());

function rowMarkup(key: string, render: () => ReactElement): string {
  const rows = kept();
  let markup = rows.get(key);
  if (markup === undefined) {
    markup = renderToStaticMarkup(render());
    rows.set(key, markup);
  }
  return markup;
}

interface KeptRowsProps<Row> {
  as?: 'ul' | 'ol';
  className: string;
  rows: readonly Row[];
  /** What the markup of a row follows from beside content; begins with words that no other list uses. */
  keyOf: (row: Row) => string;
  children: (row: Row) => ReactElement;
}

/**
 * A list whose rows follow from content and from their key alone: each is rendered once, since a course has few ways to be under way, and
 * all who are in it see the same rows. To be used where there are few keys.
 */
export function KeptRows<Row>({ as: List = 'ul', className, rows, keyOf, children }: KeptRowsProps<Row>) {
  const html = rows.map((row) => rowMarkup(keyOf(row), () => children(row))).join('');
  // biome-ignore lint/security/noDangerouslySetInnerHtml: what React has rendered
  return <List className={className} dangerouslySetInnerHTML={{ __html: html }} />;
}
