import { config } from '#app/platform/config.server.ts';

/** What a browser shows of the site that somebody puts on their home screen. */
export function loader() {
  const { brandName } = config();
  const manifest = {
    name: brandName,
    short_name: brandName.slice(0, 24),
    start_url: '/',
    scope: '/',
    display: 'browser',
    background_color: '#ffffff',
    theme_color: '#0b5d4b',
    icons: [
      { src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' },
      { src: '/apple-touch-icon.png', type: 'image/png', sizes: '180x180' },
    ],
  };
  return new Response(JSON.stringify(manifest), {
    headers: { 'Content-Type': 'application/manifest+json', 'Cache-Control': 'public, max-age=3600' },
  });
}
