import { config } from '#app/platform/config.server.ts';

const png = (name: string, pixels: number, purpose: 'any' | 'maskable') => ({
  src: `/icons/${name}-${pixels}.png`,
  type: 'image/png',
  sizes: `${pixels}x${pixels}`,
  purpose,
});

/** What somebody who installs the site as an app gets (P319). */
export function loader() {
  const { brandName } = config();
  const manifest = {
    id: '/',
    name: brandName,
    short_name: brandName.slice(0, 24),
    description: 'Courses, guides and tools for learning marketing.',
    lang: 'en',
    dir: 'ltr',
    start_url: '/dashboard',
    scope: '/',
    display: 'standalone',
    background_color: '#fbfaf6',
    theme_color: '#0b5d4b',
    categories: ['education', 'business'],
    icons: [
      { src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any', purpose: 'any' },
      png('icon', 192, 'any'),
      png('icon', 512, 'any'),
      // With room around the mark, for systems that cut icons to a shape of their own.
      png('maskable', 192, 'maskable'),
      png('maskable', 512, 'maskable'),
    ],
    shortcuts: [
      { name: 'Courses', url: '/courses' },
      { name: 'Training & Guides', url: '/training' },
      { name: 'Search', url: '/search' },
    ],
  };
  return new Response(JSON.stringify(manifest), {
    headers: { 'Content-Type': 'application/manifest+json', 'Cache-Control': 'public, max-age=3600' },
  });
}
