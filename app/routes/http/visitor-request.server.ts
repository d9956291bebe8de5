import type { IncomingHttpHeaders } from 'node:http';
import type { VisitorRequest } from '#app/domain/analytics/visits.server.ts';
import { config } from '#app/platform/config.server.ts';
import { clientAddress } from '#app/platform/http/client-address.server.ts';

const first = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);

/** What visitors are told apart by, of a request as it came in. */
export function visitorRequest(
  headers: IncomingHttpHeaders,
  { remoteAddress }: { remoteAddress?: string | undefined },
): VisitorRequest {
  return {
    clientAddress: clientAddress(remoteAddress, headers['x-forwarded-for'], config().trustProxy),
    userAgent: headers['user-agent'],
    privacySignal: first(headers['sec-gpc']),
    purpose: first(headers['sec-purpose']),
    destination: first(headers['sec-fetch-dest']),
  };
}

/** The same of a request as routes are given it. */
export const visitorBehind = (headers: Headers, address: string): VisitorRequest => ({
  clientAddress: address,
  userAgent: headers.get('User-Agent') ?? undefined,
  privacySignal: headers.get('Sec-GPC') ?? undefined,
  purpose: headers.get('Sec-Purpose') ?? undefined,
  destination: headers.get('Sec-Fetch-Dest') ?? undefined,
});
