import { expect, it } from 'vitest';
import { isDatabaseOutage } from '#app/platform/runtime/outage.server.ts';

it.each([
  [
    'a server that takes no writes',
    { code: '25006', message: 'cannot execute INSERT in a read-only transaction' },
  ],
  ['a full disk', { code: '53100', message: 'could not extend file' }],
  ['a server out of memory', { code: '53200', message: 'out of memory' }],
  ['a deadlock', { code: '40P01', message: 'deadlock detected' }],
  ['a deadlock below Prisma', { code: 'P2034', message: 'Transaction failed due to a write conflict' }],
  ['a pooler without a server', { code: '08P01', message: 'server login has been failing, try again later' }],
  ['a pooler whose server has gone', { code: '08P01', message: 'server conn crashed?' }],
  ['a pooler that waited too long', { code: '08P01', message: 'query_wait_timeout' }],
  [
    'a pooler with too many clients',
    { code: '08P01', message: 'no more connections allowed (max_client_conn)' },
  ],
  [
    'the same below Prisma',
    { code: 'P2010', meta: { driverAdapterError: { cause: { originalCode: '25006' } } } },
  ],
  [
    'a pooler below Prisma',
    { code: 'P2010', meta: { driverAdapterError: { cause: { originalMessage: 'query_wait_timeout' } } } },
  ],
])('%s is an outage', (_, error) => {
  expect(isDatabaseOutage(error)).toBe(true);
});

it.each([
  ['a duplicate', { code: 'P2002', message: 'Unique constraint failed' }],
  ['a wrong statement', { code: '42601', message: 'syntax error at or near "pg"' }],
])('%s is none', (_, error) => {
  expect(isDatabaseOutage(error)).toBe(false);
});
