import type { IncomingHttpHeaders } from 'node:http';
import type { VisitorRequest } from '#app/domain/operating/analytics/visits.server.ts';
import { config } from '#app/platform/config.server.ts';
import { clientAddress } from '#app/platform/http/client-address.server.ts';

const first = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);

/** Headers by which browsers say that they fetch a page before, or without, anybody opening it. */
const purposeHeaders = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'] as const;

/** What a browser says that it fetches a page for, in all of these headers; empty where somebody opens it. */
export const purposeOf = (header: (name: string) => string | undefined): string =>
  purposeHeaders
    .map(header)
    .filter((value) => value !== undefined)
    .join(' ')
    .toLowerCase();

/** Whether a page is fetched ahead or for a preview: that is no visit and no click. */
export const isFetchedAhead = (purpose: string): boolean => /prefetch|prerender|preview/.test(purpose);

/** What visitors are told apart by, of a request as it came in. */
export function visitorRequest(
  headers: IncomingHttpHeaders,
  { remoteAddress }: { remoteAddress?: string | undefined },
): VisitorRequest {
  return {
    clientAddress: clientAddress(remoteAddress, headers['x-forwarded-for'], config().trustProxy),
    userAgent: headers['user-agent'],
    privacySignal: first(headers['sec-gpc']),
    purpose: purposeOf((name) => first(headers[name])),
    destination: first(headers['sec-fetch-dest']),
  };
}

/** The same of a request as routes are given it. */
export const visitorBehind = (headers: Headers, address: string): VisitorRequest => ({
  clientAddress: address,
  userAgent: headers.get('User-Agent') ?? undefined,
  privacySignal: headers.get('Sec-GPC') ?? undefined,
  purpose: purposeOf((name) => headers.get(name) ?? undefined),
  destination: headers.get('Sec-Fetch-Dest') ?? undefined,
});
