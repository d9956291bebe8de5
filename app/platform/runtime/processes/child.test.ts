import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';

const serving = pathToFileURL(join(import.meta.dirname, 'child.server.ts')).href;

/** A parent with one process that serves; once that is ready, the parent does `then`. */
const script = (then: string) => `
  import cluster from 'node:cluster';
  if (cluster.isPrimary) {
    const child = cluster.fork();
    child.once('message', () => { ${then} });
  } else {
    const { serveForParent } = await import(${JSON.stringify(serving)});
    const site = { port: 1, notice: [], work: async () => {}, close: async () => {} };
    setInterval(() => {}, 1000);
    await serveForParent(async () => site);
  }`;

it.each([
  [
    'has lost its parent',
    'process.kill(process.pid, "SIGKILL")',
    { msg: 'a process has ended unasked', code: 0 },
  ],
  ['is sent SIGTERM', 'child.process.kill("SIGTERM")', { msg: 'a process ends', reason: 'SIGTERM' }],
])('a process that %s says so before it ends', async (_, then, line) => {
  const folder = mkdtempSync(join(tmpdir(), 'child-'));
  try {
    const file = join(folder, 'site.mjs');
    writeFileSync(file, script(then));
    const env = {
      PATH: process.env.PATH,
      DEMO: 'true',
      LOG_LEVEL: 'info',
      DATABASE_URL: 'postgresql://none',
    };
    const parent = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    const [output] = await Promise.all([text(parent.stdout), once(parent, 'exit')]);
    const lines = output.split('\n').filter((each) => each.startsWith('{'));
    expect(lines.map((each) => JSON.parse(each) as unknown)).toContainEqual(expect.objectContaining(line));
  } finally {
    rmSync(folder, { recursive: true });
  }
});
