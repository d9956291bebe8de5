import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, type ClientRequest, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { hashToken, newToken } from '#app/platform/secrets/crypto.server.ts';
import { sessionCookie } from '#app/routes/http/cookies.server.ts';
import { childrenOf } from '#tests/bench/cpu.ts';
import { type Target, table } from '#tests/bench/report.ts';
import { containerSettings, startSite, workOn } from '#tests/bench/site.ts';

// What open event streams cost one process, and how soon all of them are told of a new reply.

const people = 334;
/** As many as one person may have open at a process. */
const streamsEach = 6;
const rounds = 5;
const mostBytes = 10_000;
const longestMs = 500;
/** So many at once are opened, as pages are that are loaded one after the other. */
const opensAtOnce = 16;

/** Makes members with a session each, and a thread that all of them may read. @returns their cookies, and the thread's id. */
async function makeReaders(databaseUrl: string): Promise<{ cookies: string[]; threadId: string }> {
  workOn(databaseUrl);
  const tokens = Array.from({ length: people }, newToken);
  const ids = tokens.map(() => randomUUID());
  const threadId = randomUUID();
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(
    `INSERT INTO users (id, email, name, username, email_verified_at) SELECT id, id || '@example.com', 'A reader', id, now() FROM unnest($1::uuid[]) id`,
    [ids],
  );
  await client.query(
    `INSERT INTO entitlement_grants (id, user_id, entitlement, reason) SELECT gen_random_uuid(), id, 'membership', 'the bench' FROM unnest($1::uuid[]) id`,
    [ids],
  );
  await client.query(
    `INSERT INTO sessions (id, user_id, token_hash, expires_at)
     SELECT gen_random_uuid(), r.id, r.hash, now() + interval '1 day' FROM unnest($1::uuid[], $2::bytea[]) r (id, hash)`,
    [ids, tokens.map(hashToken)],
  );
  await client.query(
    `INSERT INTO community_threads (id, topic, title, author_id, created_at, latest_at) VALUES ($1, 'questions', 'A question', $2, now(), now())`,
    [threadId, ids[0]],
  );
  await client.end();
  return {
    cookies: tokens.map((token) => sessionCookie().serialize(token).split(';', 1)[0] ?? ''),
    threadId,
  };
}

interface Stream {
  end(): void;
  /** Resolves with the time at which it is told of a change after this. */
  change(): Promise<number>;
}

/** Opens a stream, and waits until it says something. */
function openStream(url: string, cookie: string, agent: Agent): Promise<Stream> {
  return new Promise((resolve, reject) => {
    let hear = (_at: number) => {};
    const sent: ClientRequest = request(url, { agent, headers: { cookie } }, (answer) => {
      if (answer.statusCode !== 200) return reject(new Error(`a stream was answered ${answer.statusCode}`));
      answer.setEncoding('utf8');
      answer.on('error', () => undefined);
      answer.on('data', (text: string) => {
        if (text.includes('event: changed')) hear(performance.now());
        if (text.includes('event: unread'))
          resolve({
            end: () => sent.destroy(),
            change: () =>
              new Promise((next) => {
                hear = next;
              }),
          });
      });
    });
    sent.on('error', reject);
    sent.end();
  });
}

/** What a process holds after all that is garbage was collected, in bytes: V8's heap, and what lies beside it. */
async function heldBytes(pid: number, folder: string): Promise<number> {
  process.kill(pid, 'SIGUSR2');
  await pause(2_000);
  return Number(readFileSync(join(folder, String(pid)), 'utf8'));
}

/** Measures streams. @returns a table, and the targets. */
export async function measureStreams(
  undo: (() => Promise<void>)[],
): Promise<{ text: string; targets: Target[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'academy-held-'));
  undo.push(async () => rmSync(folder, { recursive: true, force: true }));
  const { flags, settings } = containerSettings();
  const site = await startSite({
    flags,
    settings: {
      ...settings,
      LOG_LEVEL: 'error',
      NODE_OPTIONS: `--import=${join(import.meta.dirname, 'held-memory.ts')}`,
      HELD_FOLDER: folder,
    },
  });
  undo.push(site.stop);
  await site.untilReady();
  const { cookies, threadId } = await makeReaders(site.databaseUrl);
  const [pid = 0] = childrenOf(site.pid);
  const agent = new Agent({ maxSockets: Infinity });
  const url = `${site.url}/live?on=thread:${threadId}`;
  const open = async (cookiesOfStreams: string[]) => {
    const streams: Stream[] = [];
    const rest = [...cookiesOfStreams];
    const lane = async () => {
      for (let cookie = rest.pop(); cookie; cookie = rest.pop())
        streams.push(await openStream(url, cookie, agent));
    };
    await Promise.all(Array.from({ length: opensAtOnce }, lane));
    return streams;
  };
  // Whatever is made for the first of them is there.
  for (const stream of await open(cookies.slice(0, 200))) stream.end();
  await pause(2_000);

  const before = await heldBytes(pid, folder);
  const all = Array.from({ length: streamsEach }, () => cookies).flat();
  const startedAt = performance.now();
  const streams = await open(all);
  const openedMs = performance.now() - startedAt;
  const bytes = ((await heldBytes(pid, folder)) - before) / streams.length;

  const client = new pg.Client({ connectionString: site.databaseUrl });
  await client.connect();
  const lasts: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const changes = streams.map((stream) => stream.change());
    const at = performance.now();
    await client.query(`SELECT pg_notify('site', $1)`, [JSON.stringify(['', 'live', `thread:${threadId}`])]);
    lasts.push(Math.max(...(await Promise.all(changes))) - at);
    await pause(1_000);
  }
  await client.end();
  for (const stream of streams) stream.end();
  agent.destroy();
  const slowest = Math.max(...lasts);
  const count = streams.length.toLocaleString('en-US');
  return {
    text: table([
      ['Open streams of one process', count],
      ['Opened in', `${(openedMs / 1_000).toFixed(1)} s, ${opensAtOnce} at once`],
      ['Held for each', `${(bytes / 1_000).toFixed(1)} kB`],
      ['The last was told after', lasts.map((ms) => `${ms.toFixed(0)} ms`).join(', ')],
    ]),
    targets: [
      {
        text: `${count} open streams hold less than ${mostBytes / 1_000} kB each: ${(bytes / 1_000).toFixed(1)} kB`,
        isMet: bytes < mostBytes,
        isBinding: false,
      },
      {
        text: `all are told within ${longestMs} ms: ${slowest.toFixed(0)} ms`,
        isMet: slowest <= longestMs,
        isBinding: false,
      },
    ],
  };
}
