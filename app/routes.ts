import { index, type RouteConfig, route } from '@react-router/dev/routes';

export default [
  index('routes/public/home.tsx'),
  route('healthz', 'routes/resources/healthz.ts'),
] satisfies RouteConfig;
