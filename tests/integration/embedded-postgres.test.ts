import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startEmbeddedPostgres } from '#app/platform/postgres/embedded.ts';
import { databasesDir } from '#tests/support/memory.ts';

let dataDir: string;

beforeAll(() => {
  dataDir = mkdtempSync(join(databasesDir, 'embedded-'));
  // Postgres runs as another account when tests are run by root.
  chmodSync(dataDir, 0o755);
});

afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const inData = (path: string) => join(dataDir, 'postgres', path);

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  // A server that is killed also ends connections that are about to close.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** Starts the database in a process of its own, and kills that one as the system would when memory runs out. */
async function startAndKill(alsoServer: boolean): Promise<void> {
  const script = `const { startEmbeddedPostgres } = await import('#app/platform/postgres/embedded.ts');
    await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)} });
    console.log('up');
    setInterval(() => undefined, 60_000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise((resolve) => child.stdout.once('data', resolve));
  const ended = new Promise((resolve) => child.once('exit', resolve));
  if (alsoServer)
    process.kill(Number(readFileSync(inData('postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL');
  child.kill('SIGKILL');
  await ended;
}

describe('the embedded Postgres', () => {
  it('keeps the data between starts, durably and in every script', async () => {
    const first = await startEmbeddedPostgres({ dataDir });
    await query(first.url, `CREATE TABLE kept AS SELECT 'É' AS name`);
    await first.stop();
    const second = await startEmbeddedPostgres({ dataDir });
    const [row] = await query(
      second.url,
      `SELECT lower(name) AS name, current_setting('fsync') AS fsync, current_setting('timezone') AS zone FROM kept`,
    );
    expect(row).toEqual({ name: 'é', fsync: 'on', zone: 'UTC' });
    await second.stop();
  });

  it.each([
    ['is left running by a start that was killed', false],
    ['is killed together with the start', true],
  ])('starts again after the server %s', async (_name, alsoServer) => {
    await startAndKill(alsoServer);
    const again = await startEmbeddedPostgres({ dataDir });
    expect(await query(again.url, 'SELECT count(*)::int AS rows FROM kept')).toEqual([{ rows: 1 }]);
    await again.stop();
  });

  it('is started again at its address when it falls, and not when it is stopped', async () => {
    const said: string[] = [];
    const server = await startEmbeddedPostgres({ dataDir, log: (line) => said.push(line) });
    // Or it would be kept up beside the next try.
    onTestFinished(() => server.stop());
    for (const falls of [1, 2]) {
      const pid = Number(readFileSync(inData('postmaster.pid'), 'utf8').split('\n')[0]);
      process.kill(pid, 'SIGKILL');
      await vi.waitFor(
        async () => {
          expect(said.filter((line) => /started again/.test(line))).toHaveLength(falls);
          // One that falls before that has not fallen once more: its start has failed.
          expect(said.filter((line) => /up again/.test(line))).toHaveLength(falls);
          expect(await query(server.url, 'SELECT count(*)::int AS rows FROM kept')).toEqual([{ rows: 1 }]);
        },
        { timeout: 60_000, interval: 50 },
      );
    }
    await server.stop();
    await expect(query(server.url, 'SELECT 1')).rejects.toThrow();
    expect(said.filter((line) => /started again/.test(line))).toHaveLength(2);
  });

  it('leaves alone a process that has the number of a server long gone', async () => {
    writeFileSync(inData('postmaster.pid'), `${process.pid}\n${inData('')}\n1\n5432\n\n127.0.0.1\n`);
    const again = await startEmbeddedPostgres({ dataDir });
    await again.stop();
  });

  it('says in one line what to do about data of another version', async () => {
    const path = inData('PG_VERSION');
    const version = readFileSync(path, 'utf8');
    writeFileSync(path, '9\n');
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(
      /is of Postgres 9, this is \d+: see docs\/running.md/,
    );
    writeFileSync(path, version);
  });

  it('touches no folder that holds something else', async () => {
    const other = join(dataDir, 'other');
    const file = join(other, 'postgres/precious.txt');
    mkdirSync(join(other, 'postgres'), { recursive: true });
    writeFileSync(file, 'kept');
    await expect(startEmbeddedPostgres({ dataDir: other })).rejects.toThrow(
      /holds something other than a database/,
    );
    expect(readFileSync(file, 'utf8')).toBe('kept');
  });
});
