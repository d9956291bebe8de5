import { lookup } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';

/** An address that the site calls nobody at: its words are for whoever named it. */
export class AddressRefused extends Error {}

/** A machine that a name leads to. */
export interface Resolved {
  address: string;
  family: 4 | 6;
}

/** Where a name leads; all of it. */
export type Resolve = (hostname: string) => Promise<Resolved[]>;

const systemResolve: Resolve = async (hostname) =>
  (await lookup(hostname, { all: true, verbatim: true })).map(({ address, family }) => ({
    address,
    family: family === 6 ? 6 : 4,
  }));

/** In public ranges, and yet answered by the machines that a cloud runs beside its customers'. */
const cloudInternal = new Set(['168.63.129.16']);

const wellKnownNat64 = ipaddr.parseCIDR('64:ff9b::/96') as [ipaddr.IPv6, number];
const globalUnicast = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];

const isPublicV4 = (address: ipaddr.IPv4) =>
  address.range() === 'unicast' && !cloudInternal.has(address.toString());

/**
 * Whether an address is one of the public internet: not of this machine, its network, its cloud's metadata, nor such an IPv4 address
 * within an IPv6 one.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address instanceof ipaddr.IPv4) return isPublicV4(address);
  if (address.match(wellKnownNat64)) return isPublicV4(new ipaddr.IPv4(address.toByteArray().slice(12)));
  return address.match(globalUnicast) && address.range() === 'unicast';
}

/** The host of an address as a network knows it: without the brackets of IPv6. */
export const bareHost = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/**
 * The one machine to connect to for an address. All that its name leads to has to be public, unless any is allowed.
 * @throws {AddressRefused} where one is not, or the name leads nowhere
 */
export async function resolveAddress(
  address: URL,
  { isAnyAllowed, resolve = systemResolve }: { isAnyAllowed: boolean; resolve?: Resolve },
): Promise<Resolved> {
  const host = bareHost(address);
  const addresses: Resolved[] = ipaddr.isValid(host)
    ? [{ address: host, family: ipaddr.IPv6.isValid(host) ? 6 : 4 }]
    : await resolve(host).catch(() => []);
  const [first] = addresses;
  if (!first) throw new AddressRefused(`The name ${host} leads nowhere.`);
  if (!isAnyAllowed && !addresses.every((one) => isPublicAddress(one.address)))
    throw new AddressRefused(`${host} is not on the public internet.`);
  return first;
}
