import { describe, expect, it } from 'vitest';
import { isPublicAddress, resolveAddress } from '#app/platform/outgoing/addresses.server.ts';

describe('an address of the public internet', () => {
  it.each(['8.8.8.8', '1.1.1.1', '2606:4700:4700::1111', '::ffff:8.8.8.8', '64:ff9b::808:808'])(
    '%s is one',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  it.each([
    '127.0.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    // Metadata of clouds.
    '169.254.169.254',
    '168.63.129.16',
    '100.100.100.200',
    '192.0.0.192',
    'fd00:ec2::254',
    '100.64.0.1',
    '192.0.2.1',
    '198.18.0.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:169.254.169.254',
    '64:ff9b::7f00:1',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b:1::808:808',
    '2002:7f00:1::',
    '2001:0:7f00:1::',
    '2001:db8::1',
    'fe80::1',
    'fe80::1%eth0',
    'fc00::1',
    'fec0::1',
    'ff02::1',
    'localhost',
    '',
  ])('%s is none', (address) => expect(isPublicAddress(address)).toBe(false));

  it.each([
    'http://0177.0.0.1',
    'http://0x7f000001',
    'http://2130706433',
    'http://127.1',
    'http://①②⑦.⓪.⓪.①',
    'http://[::ffff:127.0.0.1]',
    'http://[::]',
    'http://0/',
    'http://127.0.0.1.',
  ])('%s is seen for what it is', (address) =>
    expect(resolveAddress(new URL(address), { isAnyAllowed: false })).rejects.toThrow(
      'is not on the public internet',
    ),
  );

  it('is all that a name leads to, not one of it', async () => {
    const resolve = () =>
      Promise.resolve([
        { address: '8.8.8.8', family: 4 as const },
        { address: '127.0.0.1', family: 4 as const },
      ]);
    const address = new URL('https://rebinding.example');
    await expect(resolveAddress(address, { isAnyAllowed: false, resolve })).rejects.toThrow('public');
    expect(await resolveAddress(address, { isAnyAllowed: true, resolve })).toMatchObject({
      address: '8.8.8.8',
    });
  });

  it('is none where a name leads nowhere', () =>
    expect(
      resolveAddress(new URL('https://nowhere.example'), {
        isAnyAllowed: false,
        resolve: () => Promise.reject(),
      }),
    ).rejects.toThrow('leads nowhere'));
});
