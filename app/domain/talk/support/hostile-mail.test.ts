import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  connectIsolatedTasks,
  IsolatedTaskError,
  runIsolated,
  stopIsolated,
} from '#app/platform/runtime/workers/isolated-tasks.server.ts';
import { hostileMails } from '#tests/unit/hostile-mails.ts';

beforeAll(() => connectIsolatedTasks('app/program/isolated-tasks.server.ts'));
afterAll(stopIsolated);

/** What reads in proportion to its length takes a second or two of this; anything else takes hours. */
const patience = 120_000;

const texts = ['What does your statement show? '.repeat(2_000)];

const read = (raw: Buffer) =>
  runIsolated(
    'read-mail',
    { raw, ownAddresses: ['reply@academy.example'], names: ['Academy'], texts },
    { lane: 'mail', timeoutMs: patience },
  ).catch((error: unknown) => {
    if (error instanceof IsolatedTaskError) return error.reason;
    throw error;
  });

it.each(hostileMails)(
  'reads a mail of nothing but %s in time and memory in proportion to its length',
  async (_, raw) => {
    expect(await read(raw())).toMatchObject({ from: expect.any(String), contentHash: expect.any(String) });
  },
);
