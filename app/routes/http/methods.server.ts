import { data, type MiddlewareFunction } from 'react-router';
import { isAnsweredInWords } from '#app/routes/http/same-origin.server.ts';

const words = 'This address does not take that method.';
const headers = { Allow: 'GET, HEAD, POST', 'Cache-Control': 'no-store' };

/**
 * Refuses every method but those that browsers send for links and forms. The router runs an action for PUT, PATCH and DELETE too, and a
 * loader for OPTIONS, so that a purchase could be begun or a key made by a method that no address says it takes (P101).
 */
export const refuseOtherMethods: MiddlewareFunction<Response> = ({ request, pattern }, next) => {
  if (['GET', 'HEAD', 'POST'].includes(request.method)) return next();
  if (isAnsweredInWords(pattern))
    return Promise.resolve(Response.json({ error: words }, { status: 405, headers }));
  throw data(words, { status: 405, headers });
};
