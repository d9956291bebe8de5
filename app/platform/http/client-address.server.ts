import { isIP } from 'node:net';

/** The eight groups of an IPv6 address, as numbers. */
function groupsOf(address: string): number[] {
  // The URL parser writes every spelling of an address in one way, an IPv4 tail included.
  const [head = '', tail] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split('::');
  const numbers = (text: string) => (text ? text.split(':').map((group) => Number.parseInt(group, 16)) : []);
  if (tail === undefined) return numbers(head);
  const [first, last] = [numbers(head), numbers(tail)];
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last];
}

/**
 * Whom attempts are counted by: an IPv4 address, also where it is written as IPv6 (::ffff:192.0.2.1), or the /64 network of an
 * IPv6 address, which is what one household or machine is given. Anything that is no address is an empty text.
 */
export function visitorOf(address: string): string {
  const plain = address.replace(/^\[|\]$/g, '').replace(/%.*/s, '');
  const version = isIP(plain);
  if (version === 4) return plain;
  if (version === 0) return '';
  const groups = groupsOf(plain);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (!isMapped)
    return `${groups
      .slice(0, 4)
      .map((group) => group.toString(16))
      .join(':')}::/64`;
  const [high = 0, low = 0] = groups.slice(6);
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/**
 * The network of a visitor as `visitorOf` names them: the /48 of an IPv6 address, which one connection may be given whole, or the
 * /24 of an IPv4 address.
 */
export function networkOf(visitor: string): string {
  if (visitor.includes(':')) return `${visitor.split(':').slice(0, 3).join(':')}::/48`;
  return visitor ? visitor.replace(/(?<!\d)\d+$/, '0/24') : '';
}

/**
 * The visitor behind a connection. Of X-Forwarded-For, if the proxy is trusted, only the right-most entry counts: our own proxy
 * wrote that one, the others are what it was told.
 */
export function clientAddress(
  connection: string | undefined,
  forwardedFor: string | string[] | undefined,
  trustProxy: boolean,
): string {
  const last = trustProxy
    ? String(forwardedFor ?? '')
        .split(',')
        .at(-1)
        ?.trim()
    : undefined;
  return visitorOf(last ?? '') || visitorOf(connection ?? '');
}
