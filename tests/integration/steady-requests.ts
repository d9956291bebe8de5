import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, vi } from 'vitest';

/** Only what hangs takes this long. */
export const patience = { timeout: 240_000, interval: 50 };

/** Has twelve ask a site again and again while something happens, and for a while after that: none of their requests is lost. */
export async function askThroughout(port: number, change: () => Promise<unknown>): Promise<void> {
  let isDone = false;
  const statuses: number[] = [];
  const asking = Array.from({ length: 12 }, () => keepAsking(port, () => isDone, statuses));
  await Promise.race([change(), Promise.all(asking)]);
  const soFar = statuses.length;
  await vi.waitFor(() => expect(statuses.length).toBeGreaterThan(soFar + 24), patience);
  isDone = true;
  await Promise.all(asking);
  // On a busy machine no database connection may be had in time, which is an answer too.
  for (const status of statuses) expect([303, 503]).toContain(status);
}

/**
 * Asks a site again and again on one connection as long as that is kept, else on the next, and puts down each answer's status.
 * @throws an Error when a request is lost.
 */
async function keepAsking(port: number, until: () => boolean, statuses: number[]): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  while (!until()) {
    statuses.push(await askOn(port, agent));
    await pause(50);
  }
  agent.destroy();
}

const askOn = (port: number, agent: Agent) =>
  new Promise<number>((resolve, reject) => {
    const body = 'redirectTo=%2F';
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': body.length };
    const sent = request(
      { host: '127.0.0.1', port, path: '/logout', method: 'POST', agent, headers },
      (answer) => {
        answer.resume();
        answer.on('error', reject);
        answer.on('end', () => resolve(answer.statusCode ?? 0));
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
