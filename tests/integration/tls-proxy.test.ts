import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { freePort } from '#app/platform/runtime/free-port.ts';
import { port, withDemoSite } from '#tests/integration/running-site.ts';

/** Debian's Caddy is installed where that is allowed, as for Chromium. */
function hasCaddy(): boolean {
  if (!existsSync('/usr/bin/caddy') && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get'))
    spawnSync('sh', ['-c', 'apt-get update -qq && apt-get install -y -qq --no-install-recommends caddy'], {
      // With this run level the package's own server is not started.
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
    });
  return existsSync('/usr/bin/caddy');
}

describe.skipIf(!hasCaddy())("the site behind deploy/Caddyfile (needs Caddy, Debian's package)", () => {
  withDemoSite({ TRUST_PROXY: 'true', LOG_LEVEL: 'info' });
  let caddy: ChildProcess | undefined;
  let upstream: Server | undefined;
  let folder = '';
  let securePort: number;
  let said = '';

  /** Starts Caddy in front of a port of this machine, in place of one that was started before. */
  async function startCaddy(upstreamPort: number): Promise<void> {
    await stopCaddy();
    folder = mkdtempSync(join(tmpdir(), 'caddy-'));
    securePort = await freePort();
    // It would add its authority to those that this machine believes.
    const file = join(folder, 'Caddyfile');
    writeFileSync(file, `{\n\tskip_install_trust\n\tadmin off\n}\nimport ${resolve('deploy/Caddyfile')}\n`);
    // A name of this machine gets a certificate of Caddy's own authority.
    caddy = spawn('/usr/bin/caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
      env: {
        PATH: process.env.PATH ?? '',
        HOME: folder,
        XDG_DATA_HOME: folder,
        XDG_CONFIG_HOME: folder,
        SITE_HOST: `https://localhost:${securePort}`,
        SITE_UPSTREAM: `127.0.0.1:${upstreamPort}`,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    caddy.stderr?.on('data', (chunk: Buffer) => {
      said += String(chunk);
    });
    const waiting = { timeout: 30_000, interval: 100 };
    await vi.waitFor(() => expect(said).toContain('serving initial configuration'), waiting);
    await vi.waitFor(async () => expect((await ask('/healthz')).status).toBe(200), waiting);
  }

  async function stopCaddy(): Promise<void> {
    caddy?.kill('SIGTERM');
    if (caddy) await once(caddy, 'exit');
    if (folder) rmSync(folder, { recursive: true, force: true });
    said = '';
  }

  afterAll(async () => {
    await stopCaddy();
    upstream?.close();
  });

  function ask(path: string, headers: Record<string, string> = {}, body?: Buffer) {
    return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; text: string }>(
      (resolve, reject) => {
        const method = body ? 'POST' : 'GET';
        // What is tested is the proxy, not whom its certificate is signed by.
        const options = {
          host: 'localhost',
          port: securePort,
          path,
          method,
          headers,
          rejectUnauthorized: false,
        };
        const sent = request({ ...options, agent: false }, (response) => {
          let text = '';
          response.on('data', (chunk: Buffer) => {
            text += String(chunk);
          });
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
          );
        });
        sent.on('error', reject);
        sent.end(body);
      },
    );
  }

  it('answers by TLS, with an id of the proxy and the site both', async () => {
    await startCaddy(port);
    const answer = await ask('/login', { 'x-request-id': 'forged-by-a-visitor' });
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('</html>');
    expect(answer.headers['x-request-id'] ?? 'from memory').not.toBe('forged-by-a-visitor');
  });

  it('lets 25 MB of email through, and not much more', async () => {
    upstream = createServer((request, response) => {
      buffer(request).then(
        ({ length }) => response.end(`${length} bytes`),
        () => response.destroy(),
      );
    });
    await new Promise<void>((resolve) => upstream?.listen(0, '127.0.0.1', resolve));
    await startCaddy((upstream.address() as AddressInfo).port);
    const largest = await ask('/webhooks/support-mail', {}, Buffer.alloc(25_000_000, 'x'));
    expect(largest).toMatchObject({ status: 200, text: '25000000 bytes' });
    const larger = await ask('/webhooks/support-mail', {}, Buffer.alloc(27_000_000, 'x')).catch(
      () => undefined,
    );
    expect(larger?.status ?? 413).toBeGreaterThanOrEqual(400);
  });
});
