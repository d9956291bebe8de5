import { hash } from 'node:crypto';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { memoizeByObject } from '#app/platform/runtime/memoize-by-object.server.ts';
import { isSentByScript } from '#app/routes/http/sent-by-script.server.ts';
import type { PagePart } from '#app/ui/page-html.tsx';

/** A text or other markup as a loader returns it: the browser that has the page has its HTML there, see app/ui/page-html.tsx. */
type Hidden<Text extends { html: string }> = Omit<Text, 'html'> & Pick<PagePart, 'html'>;

/** What is handed over to the scripts beside a document leaves out what cannot be enumerated. */
const hide = <Text extends { html: string }>({ html, ...rest }: Text): Hidden<Text> =>
  Object.defineProperty(rest, 'html', { value: html });

const hidden = memoizeByObject(hide);

/** A text, or other markup that is kept, for the page that is asked for: a document holds its HTML once. Scripts that ask for the data alone get it with the HTML. */
export function pageText<Text extends { html: string }>(request: Request, text: Text): Hidden<Text> {
  return isSentByScript(request) ? text : hidden(text);
}

/**
 * What a document shows and nothing else asks for: nobody goes on with it in the browser, so it is not handed over, which costs as much
 * as reading it took. Scripts that ask for the data alone get it.
 */
export function forDocument<Name extends string, Value>(
  request: Request,
  name: Name,
  value: Value,
): Record<Name, Value> {
  return Object.defineProperty({} as Record<Name, Value>, name, {
    value,
    enumerable: isSentByScript(request),
  });
}

interface NamedMarkup {
  id: string;
  html: string;
}

/** A part that is the same in many pages, as HTML that is named by itself. Whoever renders it keeps it, and gives it to a page by `pageText`. */
export function keptPart(element: ReactElement): NamedMarkup {
  const html = renderToStaticMarkup(element);
  return { id: hash('sha1', html, 'base64url').slice(0, 12), html };
}

/** Markup that was made for the page that is asked for, and that nobody keeps. */
export const pageMarkup = (request: Request, markup: NamedMarkup): PagePart =>
  isSentByScript(request) ? markup : hide(markup);

/** A part of the page that is asked for, as HTML: it changes with what its reader does. */
export const pagePart = (request: Request, element: ReactElement): PagePart =>
  pageMarkup(request, keptPart(element));
