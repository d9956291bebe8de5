import type { MiddlewareFunction } from 'react-router';
import { requestInfoContext } from '#app/routes/http/context.server.ts';

/** Has figures and traces tell of the route that was matched, and not of the address, which could be anything (P221). */
export const nameRoute: MiddlewareFunction<Response> = ({ pattern, context }, next) => {
  context.get(requestInfoContext).route = pattern.startsWith('/') ? pattern : `/${pattern}`;
  return next();
};
