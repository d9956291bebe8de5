import { hash } from 'node:crypto';
import type { RenderedText } from '#app/platform/content/markdown.server.ts';
import { isSentByScript } from '#app/routes/http/sent-by-script.server.ts';

/** A rendered text as a loader returns it: the browser that has the page has its HTML there, see app/ui/page-html.tsx. */
export interface PageText extends Omit<RenderedText, 'html'> {
  html?: string | undefined;
}

const hidden = new WeakMap<RenderedText, PageText>();

/**
 * A text for the page that is asked for. A document holds its HTML once: what is handed over to the scripts beside it leaves out what
 * cannot be enumerated. Scripts that ask for the data alone get it with the HTML.
 */
export function pageText(request: Request, text: RenderedText): PageText {
  if (isSentByScript(request)) return text;
  let found = hidden.get(text);
  if (!found) {
    const { html, ...rest } = text;
    found = Object.defineProperty(rest, 'html', { value: html });
    hidden.set(text, found);
  }
  return found;
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

/** Markup that stands in its page alone, as a text does. */
export interface PagePart {
  id: string;
  html?: string | undefined;
}

/** Markup that the server has rendered for the page that is asked for. It is named by itself, since it changes with what its reader does. */
export function pagePart(request: Request, html: string): PagePart {
  const id = hash('sha1', html, 'base64url').slice(0, 12);
  return Object.defineProperty({ id }, 'html', { value: html, enumerable: isSentByScript(request) });
}
