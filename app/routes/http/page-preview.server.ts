import { RouterContextProvider } from 'react-router';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import type { RequestInfo } from '#app/platform/http/listener.server.ts';
import { pageHeaders } from '#app/platform/http/security-headers.server.ts';
import { takeMarkup } from '#app/platform/http/whole-page.server.ts';
import { previewViewerContext, requestInfoContext } from '#app/routes/http/context.server.ts';
import type { WayOn } from '#app/routes/http/not-found.ts';

type Respond = (request: Request, context: RouterContextProvider) => Promise<Response>;

let respond: Respond | undefined;

/** Tells how the site answers a request: whoever makes the site says so. */
export function connectPagePreview(answer: Respond): void {
  respond = answer;
}

const strip = (words: string, wayOn: string) =>
  `<aside aria-label="Preview" class="no-print border-b border-warn bg-warn-soft px-4 py-2 text-center text-sm text-warn">${words}${wayOn}</aside>`;

/** The start of a page, with the link that skips to its content where it has one: that stays the first link of all. */
const pageStart = /<body\b[^>]*>(?:(?:<div\b[^>]*>)*<a href="#main"[^>]*>[^<]*<\/a>)?/;

interface Asked {
  request: Request;
  info: RequestInfo;
  page: string;
  /** Whether it is shown as visitors see it, where they see it. */
  isVisitors: boolean;
}

/**
 * A page without its scripts, which would find themselves at another address, below a line that says what it is. Its forms would be sent in
 * the name of whoever previews it: its buttons are off, and no form of it is sent.
 */
async function markedPage(answer: Response, line: string): Promise<Response> {
  const html = takeMarkup(answer)?.join('') ?? (await answer.text());
  return new Response(
    html
      .replace(/<script\b[^>]*>[\s\S]*?<\/script>/gi, '')
      .replace(/<button\b/g, '<button disabled')
      .replace(pageStart, (start) => `${start}${line}`),
    {
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Cache-Control': 'private, no-store',
        ...pageHeaders({ isInert: true }),
        'X-Robots-Tag': 'noindex',
      },
    },
  );
}

/**
 * A page of the site as it would be now, as whoever asks sees it or, where it is for them, as visitors do; null where it is none. What is
 * to stand over the content stands there while this runs.
 */
export async function renderPreview({ request, info, page, isVisitors }: Asked): Promise<Response | null> {
  const cookie = request.headers.get('Cookie') ?? '';
  for (const own of isVisitors ? ['', cookie] : [cookie]) {
    const context = new RouterContextProvider();
    context.set(requestInfoContext, { ...info, isPreview: true });
    const headers = { Accept: 'text/html', ...(own ? { Cookie: own } : {}) };
    const answer = await respond?.(new Request(new URL(page, request.url), { headers }), context);
    if (answer?.status !== 200) continue;
    return markedPage(
      answer,
      strip('This is how the page would look. It is not published, and its buttons and scripts are off.', ''),
    );
  }
  return null;
}

interface AskedAs extends Omit<Asked, 'isVisitors'> {
  /** Whom the page is made for: somebody that there is not, or a visitor. */
  viewer: Viewer | null;
  /** What the line above the page says, which is no markup. */
  words: string;
  back: WayOn;
}

/**
 * A page of the site as somebody would get it who is not there, with what their cookies would add left out. Where it leads them elsewhere
 * on the site, that page, once; what they would be refused is shown as they would see it.
 */
export async function renderPreviewAs({
  request,
  info,
  page,
  viewer,
  words,
  back,
}: AskedAs): Promise<Response> {
  const askFor = async (address: URL) => {
    const context = new RouterContextProvider();
    context.set(requestInfoContext, { ...info, isPreview: true });
    context.set(previewViewerContext, { viewer });
    const answer = await respond?.(new Request(address, { headers: { Accept: 'text/html' } }), context);
    if (!answer) throw new Error('Nobody has said how the site answers.');
    return answer;
  };
  const first = await askFor(new URL(page, request.url));
  const location = first.headers.get('Location');
  const target = location === null ? null : new URL(location, request.url);
  const isLedOn = target?.origin === new URL(request.url).origin;
  const answer = isLedOn ? await askFor(target) : first;
  const redirection = isLedOn ? ` ${page} redirects them to ${target.pathname}.` : '';
  const wayOn = ` <a class="link" href="${back.to}">${back.label}</a>`;
  return markedPage(
    answer,
    strip(`${words}${redirection} Nothing is recorded: buttons and scripts are off.`, wayOn),
  );
}
