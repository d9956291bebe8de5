import type { MiddlewareFunction } from 'react-router';
import { baseCurrency, currencyParam, isCurrency } from '#app/domain/core/catalogue/currencies.ts';
import { adminBehindContext, currencyContext } from '#app/routes/http/context.server.ts';
import { currencyCookie } from '#app/routes/http/cookies.server.ts';
import { refuseAhead } from '#app/routes/http/remember-referral.server.ts';
import { isAtOrBelow } from '#app/routes/http/route-pattern.ts';

/** The currency that this browser remembers; the base currency where it remembers none. */
function readCurrency(request: Request): string {
  const currency = currencyCookie().parse(request.headers.get('Cookie'));
  return typeof currency === 'string' && isCurrency(currency) ? currency : baseCurrency;
}

/** Whether somebody opens a page: it is no picture or frame on another site, and nothing that a script asks for. */
export const isOpened = ({ method, headers }: Request): boolean =>
  method === 'GET' && (headers.get('Sec-Fetch-Dest') ?? 'document') === 'document';

/**
 * Remembers the currency that a buyer chooses (P353): any page opened with `?currency=eur` keeps it in a cookie, so that it stays whichever
 * link leads to the checkout. It decides what is shown. What is paid is decided by the address a form is sent to, which names its currency:
 * another tab may have chosen another one meanwhile.
 */
export const rememberCurrency: MiddlewareFunction<Response> = async (
  { request, url, pattern, context },
  next,
) => {
  const remembered = readCurrency(request);
  const chosen = url.searchParams.get(currencyParam)?.trim().toLowerCase() ?? '';
  // The admin area names currencies of prices there, which is no choice of its reader's.
  if (!isCurrency(chosen) || isAtOrBelow(pattern, ['admin'])) {
    context.set(currencyContext, remembered);
    return next();
  }
  context.set(currencyContext, chosen);
  if (chosen === remembered || context.get(adminBehindContext)) return next();
  const refused = refuseAhead(request);
  if (refused) return refused;
  const response = await next();
  if (!isOpened(request)) return response;
  const cookie = currencyCookie();
  response.headers.append(
    'Set-Cookie',
    chosen === baseCurrency ? cookie.serialize('', { maxAge: 0 }) : cookie.serialize(chosen),
  );
  response.headers.set('Cache-Control', 'private, no-store');
  return response;
};
