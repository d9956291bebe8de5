import type { Config } from '@react-router/dev/config';

export default {
  ssr: true,
  // The site's own middleware refuses cross-site posts (app/routes/middleware/same-origin.ts), text browsers in mind.
  routeDiscovery: { mode: 'lazy', manifestPath: '/assets/manifest' },
} satisfies Config;
