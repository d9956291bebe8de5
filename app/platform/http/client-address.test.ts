import { describe, expect, it } from 'vitest';
import { clientAddress, networkOf, visitorOf } from '#app/platform/http/client-address.server.ts';

describe('visitorOf', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:c000:207', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
    ['2001:db8::9', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['unknown', ''],
    ['', ''],
  ])('counts %s as %s', (address, visitor) => {
    expect(visitorOf(address)).toBe(visitor);
  });

  it('counts a whole /64 as one, and its neighbour as another', () => {
    expect(visitorOf('2001:db8:0:1::1')).toBe(visitorOf('2001:db8:0:1:ffff:ffff:ffff:ffff'));
    expect(visitorOf('2001:db8:0:1::1')).not.toBe(visitorOf('2001:db8:0:2::1'));
  });
});

describe('networkOf', () => {
  it.each([
    ['192.0.2.7', '192.0.2.0/24'],
    ['192.0.2.255', '192.0.2.0/24'],
    ['192.0.3.7', '192.0.3.0/24'],
    ['2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:db8:1:ffff::/64', '2001:db8:1::/48'],
    ['0:0:0:0::/64', '0:0:0::/48'],
    ['', ''],
  ])('counts %s in %s', (visitor, network) => {
    expect(networkOf(visitor)).toBe(network);
  });
});

describe('clientAddress', () => {
  const proxy = '10.0.0.1';

  it.each<[string | string[] | undefined, boolean, string]>([
    [undefined, true, proxy],
    ['198.51.100.1', false, proxy],
    ['198.51.100.1', true, '198.51.100.1'],
    // What a visitor writes there themselves stands further left.
    ['203.0.113.9, 198.51.100.1', true, '198.51.100.1'],
    ['203.0.113.9,, ,198.51.100.1', true, '198.51.100.1'],
    [['203.0.113.9', '2001:db8::1'], true, '2001:db8:0:0::/64'],
    ['203.0.113.9, unknown', true, proxy],
    ['198.51.100.1,', true, proxy],
  ])('of %j, trusted %j, is %s', (forwardedFor, trustProxy, visitor) => {
    expect(clientAddress(proxy, forwardedFor, trustProxy)).toBe(visitor);
  });
});
