/** A mail as a mail program shows it, in a frame of its page. Light or dark is what the address asks for, not what the browser prefers. */
export function framedMail(html: string, url: URL): Response {
  const isDark = url.searchParams.get('scheme') === 'dark';
  return new Response(
    html.replaceAll('@media (prefers-color-scheme: dark)', isDark ? '@media all' : '@media not all'),
    {
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Cache-Control': 'private, no-store',
        'Content-Security-Policy':
          "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox",
      },
    },
  );
}
