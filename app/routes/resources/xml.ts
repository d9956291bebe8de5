/** An XML answer that caches keep for an hour. */
export function xmlResponse(type: 'application/xml' | 'application/rss+xml', body: string): Response {
  return new Response(`<?xml version="1.0" encoding="UTF-8"?>\n${body}\n`, {
    headers: { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'public, max-age=3600' },
  });
}
