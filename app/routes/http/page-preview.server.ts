import { RouterContextProvider } from 'react-router';
import type { RequestInfo } from '#app/platform/http/listener.server.ts';
import { pageHeaders } from '#app/platform/http/security-headers.server.ts';
import { takeMarkup } from '#app/platform/http/whole-page.server.ts';
import { requestInfoContext } from '#app/routes/http/context.server.ts';

type Respond = (request: Request, context: RouterContextProvider) => Promise<Response>;

let respond: Respond | undefined;

/** Tells how the site answers a request: whoever makes the site says so. */
export function connectPagePreview(answer: Respond): void {
  respond = answer;
}

const strip =
  '<p class="no-print border-b border-warn bg-warn-soft px-4 py-2 text-center text-sm text-warn">This is how the page would look. It is not published, and it runs no scripts.</p>';

interface Asked {
  request: Request;
  info: RequestInfo;
  page: string;
  /** Whether it is shown as visitors see it, where they see it. */
  isVisitors: boolean;
}

/**
 * A page of the site as it would be now, as whoever asks sees it or, where it is for them, as visitors do; null where it is none. What is
 * to stand over the content stands there while this runs. The page has no scripts: they would find themselves at another address.
 */
export async function renderPreview({ request, info, page, isVisitors }: Asked): Promise<Response | null> {
  const cookie = request.headers.get('Cookie') ?? '';
  for (const own of isVisitors ? ['', cookie] : [cookie]) {
    const context = new RouterContextProvider();
    context.set(requestInfoContext, { ...info, isPreview: true });
    const headers = { Accept: 'text/html', ...(own ? { Cookie: own } : {}) };
    const answer = await respond?.(new Request(new URL(page, request.url), { headers }), context);
    if (answer?.status !== 200) continue;
    const html = takeMarkup(answer)?.join('') ?? (await answer.text());
    return new Response(
      html
        .replace(/<script\b[^>]*>[\s\S]*?<\/script>/gi, '')
        .replace(/<body\b[^>]*>/, (body) => `${body}${strip}`),
      {
        headers: {
          'Content-Type': 'text/html; charset=utf-8',
          'Cache-Control': 'private, no-store',
          ...pageHeaders(),
          'X-Robots-Tag': 'noindex',
        },
      },
    );
  }
  return null;
}
