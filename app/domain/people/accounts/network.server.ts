import { networkOf } from '#app/platform/http/client-address.server.ts';
import { keyedHash } from '#app/platform/secrets/keyed-hash.server.ts';

/** A keyed hash of the network that somebody asks from: it tells whether two requests came from one, and nobody's address. */
export function hashOfNetwork(address: string): string | null {
  const network = networkOf(address);
  return network ? keyedHash('network of a registration', network) : null;
}
