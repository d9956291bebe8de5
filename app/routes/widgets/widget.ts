import { siteSettings } from '#app/domain/core/site-settings/current.server.ts';
import { readWidgetPath } from '#app/domain/site/widgets/address.server.ts';
import { renderNoWidget, renderWidget } from '#app/routes/widgets/widget-page.server.tsx';
import { widgetStylesHash } from '#app/routes/widgets/widget-styles.ts';
import type { Route } from './+types/widget';

/** For how long browsers and shared caches keep an embed, in seconds. */
const keptSeconds = 300;

/** An embed for other sites (P163): a page without scripts, cookies or anything of who asks, for frames on the sites that are allowed. */
export function loader({ params, url }: Route.LoaderArgs): Response {
  if (siteSettings().maintenance.isOn)
    return framed(renderNoWidget('Back soon'), 503, { 'Cache-Control': 'no-store', 'Retry-After': '600' });
  const widget = readWidgetPath(params.kind, url.searchParams);
  if (!widget) return framed(renderNoWidget('This embed is not valid'), 403, { 'Cache-Control': 'no-store' });
  return framed(renderWidget(widget), 200, { 'Cache-Control': `public, max-age=${keptSeconds}` });
}

function framed(html: string, status: number, headers: Record<string, string>): Response {
  const { origins } = siteSettings().widgets;
  const policy = [
    "default-src 'none'",
    `style-src ${widgetStylesHash}`,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${["'self'", ...origins].join(' ')}`,
  ];
  return new Response(html, {
    status,
    headers: {
      ...headers,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy.join('; '),
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'X-Robots-Tag': 'noindex',
    },
  });
}
