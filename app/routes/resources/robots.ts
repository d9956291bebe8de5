import { config } from '#app/platform/config.server.ts';
import { secretPathPrefixes } from '#app/platform/http/secret-paths.server.ts';

const closed = ['/admin', '/dev/', '/sandbox/'];

/** Where search engines need not go, and where the sitemap is. */
export function loader() {
  const lines = ['User-agent: *', ...[...closed, ...secretPathPrefixes()].map((path) => `Disallow: ${path}`)];
  const text = `${lines.join('\n')}\n\nSitemap: ${config().appUrl}/sitemap.xml\n`;
  return new Response(text, {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  });
}
