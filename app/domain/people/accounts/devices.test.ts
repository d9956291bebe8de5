import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it, vi } from 'vitest';
import { isKnownDevice, readDevice, rememberDevice } from '#app/domain/people/accounts/devices.server.ts';

// What signs is a setting.
beforeAll(() => {
  vi.stubEnv('DATABASE_URL', 'postgresql://no-database-is-needed');
});

it('a browser is known to the accounts it has signed in to, each once, and to no others', () => {
  const device = rememberDevice(null, 'Ada@example.com');
  expect(device.accounts).toHaveLength(1);
  expect(isKnownDevice(device, 'ada@EXAMPLE.com')).toBe(true);
  expect(isKnownDevice(device, 'bob@example.com')).toBe(false);
  expect(isKnownDevice(null, 'ada@example.com')).toBe(false);
  expect(rememberDevice(device, 'ada@example.com')).toEqual(device);
  expect(isKnownDevice({ ...device, id: randomUUID() }, 'ada@example.com'), 'on another browser').toBe(false);
});

it('it is known to the ten latest', () => {
  const emails = Array.from({ length: 11 }, (_, at) => `${at}@example.com`);
  let device = rememberDevice(null, '0@example.com');
  for (const email of emails.slice(0, 10)) device = rememberDevice(device, email);
  const first = device.accounts;
  expect(emails.filter((email) => isKnownDevice(device, email))).toHaveLength(10);
  device = rememberDevice(device, '10@example.com');
  expect(emails.filter((email) => !isKnownDevice(device, email))).toEqual(['0@example.com']);
  expect(device.accounts.slice(1)).toEqual(first.slice(0, 9));
});

it('a cookie that holds anything else is none', () => {
  const device = rememberDevice(null, 'ada@example.com');
  expect(readDevice(device)).toEqual(device);
  for (const value of [null, 'x', {}, { ...device, id: 'x' }, { ...device, accounts: Array(11).fill('x') }])
    expect(readDevice(value)).toBeNull();
});
