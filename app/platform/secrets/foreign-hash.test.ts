import { describe, expect, it } from 'vitest';
import { isForeignHash, verifyPassword } from '#app/platform/secrets/crypto.server.ts';
import { readForeignHash } from '#app/platform/secrets/foreign-hash.ts';

const base64 = (hex: string) => Buffer.from(hex, 'hex').toString('base64').replace(/=+$/, '');
const text64 = (text: string) => Buffer.from(text).toString('base64').replace(/=+$/, '');

// From the specifications and the reference implementations' own tests, never made here.
const samples: readonly [what: string, password: string, hash: string][] = [
  ['bcrypt $2a', 'U*U', '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW'],
  ['bcrypt $2b', 'U*U', '$2b$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW'],
  ['bcrypt $2y', 'U*U', '$2y$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW'],
  [
    'argon2id',
    'password',
    `$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$${base64('09316115d5cf24ed5a15a31a3ba326e5cf32edc24702987c02b6566f61913cf7')}`,
  ],
  [
    'argon2i',
    'password',
    `$argon2i$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$${base64('c1628832147d9720c5bd1cfd61367078729f6dfb6f8fea9ff98158e0d7816ed0')}`,
  ],
  [
    'scrypt (RFC 7914)',
    'pleaseletmein',
    `$scrypt$ln=14,r=8,p=1$${text64('SodiumChloride')}$${base64('7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887')}`,
  ],
  [
    'PBKDF2 with SHA-1 (RFC 6070)',
    'passwordPASSWORDpassword',
    `$pbkdf2-sha1$i=4096,l=25$${text64('saltSALTsaltSALTsaltSALTsaltSALTsalt')}$${base64('3d2eec4fe41c849b80c8d83662c0e44a8b291a964cf2f07038')}`,
  ],
  [
    'PBKDF2 with SHA-256, as passlib writes it',
    'toomanysecrets',
    '$pbkdf2-sha256$29000$N2YMIWQsBWBMae09x1jrPQ$1t8iyB2A.WF/Z5JZv.lfCIhXXN33N23OSgQYThBYRfk',
  ],
  [
    'PBKDF2 with SHA-512, made by Python',
    'p\u00e4ssword',
    `$pbkdf2-sha512$i=25000$${text64('SodiumChloride')}$FRWUnkTzkXXR06qtlW0LhXk8Rl0xJ0OADsyUGtPFMTmVDKuVAoAa16/q.db3q2Mm5Ne1dcyNMD9usprlquBdtw`,
  ],
  ['phpass', 'test12345', '$P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0'],
];

describe('the hash of another system', () => {
  it.each(samples)('%s opens with its password alone', async (_, password, hash) => {
    expect(isForeignHash(hash)).toBe(true);
    expect(readForeignHash(hash)).toMatchObject({ milliseconds: expect.any(Number) });
    expect(await verifyPassword(password, hash)).toBe(true);
    expect(await verifyPassword(`${password} `, hash)).toBe(false);
    expect(await verifyPassword('', hash)).toBe(false);
  });

  it.each([
    ['bcrypt', '$2b$14$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW'],
    ['argon2 in time', `$argon2id$v=19$m=65536,t=50,p=1$c29tZXNhbHQ$${base64('00'.repeat(32))}`],
    ['argon2 in memory', `$argon2id$v=19$m=262144,t=1,p=1$c29tZXNhbHQ$${base64('00'.repeat(32))}`],
    ['scrypt in time', `$scrypt$ln=14,r=8,p=64$${text64('SodiumChloride')}$${base64('00'.repeat(32))}`],
    ['scrypt in memory', `$scrypt$ln=20,r=8,p=1$${text64('SodiumChloride')}$${base64('00'.repeat(32))}`],
    ['PBKDF2', `$pbkdf2-sha512$2000000$${text64('SodiumChloride')}$${base64('00'.repeat(32))}`],
    ['phpass', '$P$GIQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0'],
  ])('is refused where it would hold a thread up for more than a second: %s', async (_, hash) => {
    expect(readForeignHash(hash)).toBe('too-costly');
    expect(await verifyPassword('password', hash)).toBe(false);
  });

  it.each([
    'password',
    '5f4dcc3b5aa765d61d8327deb882cf99',
    '{SSHA}abc',
    '$1$salt$qJH7.N4xYta3aEG/dfqo/0',
    '$2b$10$tooshort',
    '$2x$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW',
    `$argon2id$v=16$m=65536,t=2,p=1$c29tZXNhbHQ$${base64('00'.repeat(32))}`,
    `$argon2id$v=19$m=65536,t=2,p=1$c2FsdA$${base64('00'.repeat(32))}`,
    `$argon2id$v=19$m=8,t=0,p=0$c29tZXNhbHQ$${base64('00'.repeat(32))}`,
    `$scrypt$ln=0,r=8,p=1$${text64('SodiumChloride')}$${base64('00'.repeat(32))}`,
    `$pbkdf2-sha256$0$${text64('SodiumChloride')}$${base64('00'.repeat(32))}`,
    `$pbkdf2-sha256$1000$${text64('SodiumChloride')}$AAAA`,
    '$P$',
  ])('is none, and opens nothing: %s', async (hash) => {
    expect(readForeignHash(hash)).toBe('unknown');
    expect(await verifyPassword('password', hash)).toBe(false);
    expect(await verifyPassword('', hash)).toBe(false);
  });
});
