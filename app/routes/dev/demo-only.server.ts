import { type MiddlewareFunction, redirect } from 'react-router';
import { config } from '#app/platform/config.server.ts';

/** Addresses that exist in the demo and in development only; elsewhere they are unknown paths. */
export const demoOnly: MiddlewareFunction<Response> = (_, next) => {
  if (!config().isDemo) throw redirect('/', 303);
  return next();
};
