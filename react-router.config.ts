import type { Config } from '@react-router/dev/config';

export default {
  ssr: true,
  // The site's own middleware refuses cross-site posts (app/routes/http/same-origin.server.ts): it knows the site's public
  // address behind a proxy, and the pages whose posts carry no origin.
  allowedActionOrigins: ['**'],
  routeDiscovery: { mode: 'lazy', manifestPath: '/assets/manifest' },
} satisfies Config;
