import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AuthClient } from '@supabase/auth-js';
import { afterAll, beforeAll } from 'vitest';
import { createListener } from '#app/platform/http/listener.server.ts';
import { answerAuthApi } from '#app/routes/auth-api/door.server.ts';
import { newAddress } from '#tests/integration/joining.ts';
import { mailsTo } from '#tests/integration/people.ts';
import { doQueued, withJobQueue } from '#tests/integration/queued-jobs.ts';

let server: Server | undefined;
let port = 0;

/** The address that the API takes the next requests to come from. */
let address = newAddress();

/** Has what follows come from an address nobody else in the tests has, or from a given one. */
export function comeFrom(next = newAddress()): string {
  address = next;
  return next;
}

/** Serves the auth API over HTTP for a file's tests. */
export function withAuthApi(): void {
  withJobQueue();
  beforeAll(async () => {
    server = createServer(
      createListener({
        handle: (request, info) => answerAuthApi(request, { ...info, clientAddress: address }),
      }),
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => {
    server?.close();
    server?.closeAllConnections();
  });
}

export const apiUrl = () => `http://127.0.0.1:${port}/auth/v1`;

/** An app: the official client, with a storage of its own. */
export function newApp(
  flowType: 'implicit' | 'pkce' = 'implicit',
  headers: Record<string, string> = {},
  options: Partial<ConstructorParameters<typeof AuthClient>[0]> = {},
): InstanceType<typeof AuthClient> {
  const kept = new Map<string, string>();
  return new AuthClient({
    url: apiUrl(),
    flowType,
    headers,
    autoRefreshToken: false,
    persistSession: true,
    storage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    },
    ...options,
  });
}

/** Sends a request to the API by hand; a body is sent as JSON, text as it is. */
export async function call(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; json: Record<string, unknown>; headers: Headers; text: string }> {
  const answer = await fetch(`${apiUrl()}${path}`, {
    method,
    redirect: 'manual',
    headers: { 'Content-Type': 'application/json', 'X-Supabase-Api-Version': '2024-01-01', ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  let json = {};
  try {
    json = JSON.parse(text);
  } catch {
    // An answer without JSON is looked at by its text.
  }
  return { status: answer.status, json, headers: answer.headers, text };
}

/** Does the jobs that mail what the API was asked for. */
export async function doMailJobs(): Promise<void> {
  for (const job of [
    'mail-registered',
    'mail-sign-in-link',
    'mail-reset-link',
    'mail-verification-code',
  ] as const)
    await doQueued(job);
}

/** The newest code and link that were mailed to an address for an app; the link leads to this test's server. */
export async function mailedTo(email: string): Promise<{ code: string; link: string; token: string }> {
  await doMailJobs();
  for (const { text } of await mailsTo(email)) {
    const code = /code: (\d{6})\b/.exec(text)?.[1];
    if (!code) continue;
    const link = /https?:\/\/\S+\/auth\/v1(\/verify\S*)/.exec(text)?.[1] ?? '';
    const token = new URLSearchParams(link.split('?')[1]).get('token') ?? '';
    return { code, link, token };
  }
  throw new Error('no code was mailed');
}
