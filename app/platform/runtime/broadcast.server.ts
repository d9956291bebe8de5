import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { z } from 'zod';
import { config } from '#app/platform/config.server.ts';
import { databasePool, type Transaction } from '#app/platform/database/client.server.ts';
import { log } from '#app/platform/log.server.ts';

/**
 * What processes of the site announce to each other, whatever machine they run on: that something they may remember has changed.
 * Postgres carries it (LISTEN, NOTIFY). Each topic is declared by who has it, by `declare module`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: whoever announces fills it.
export interface Topics {}

export type Topic = keyof Topics;

/** Is given what has changed; null when announcements may have been missed, so that anything may have. */
type Hearer = (changed: string | null) => void;

const channel = 'site';
/** Announcements of our own are heard at once, and need no echo. */
const processId = randomUUID();
/** Postgres carries 8,000 bytes: an announcement names what has changed, and does not hold it. */
const longestPayload = 7_000;
/** The first attempt to connect anew comes at once, each further one after a longer pause, in milliseconds. */
const pauses = [0, 250, 500, 1_000, 2_000, 5_000];
/**
 * A connection that has died without a word shows by not answering: it is asked every so often and given so long, in milliseconds. More
 * often where replicas are read from, which are believed only while announcements are heard (`hearingSince`).
 */
const pulse = { every: 10_000, everyWithReplicas: 1_000, limit: 5_000 };
/** An answer proves for so long that announcements arrive, in milliseconds. */
const provenMs = 2_000;
/** An announcement to oneself is heard within this time, unless something stands in between. */
const echoLimitMs = 10_000;

const hearers = new Map<string, Set<Hearer>>();
/** Whether any announcement of our own has come back: before that, a pooler may swallow all of them. */
let hasEcho = false;
/** Since when the present connection listens, and when it was last asked something that it has answered; on the process's clock. */
let hearing = { since: 0, provenAt: -Infinity };
let ending: { end(): Promise<void> } | undefined;

/**
 * Announces a change to every process that listens, this one included. With `tx` it is announced when that is committed, and
 * not at all if it is not.
 */
export async function announce(topic: Topic, changed = '', tx?: Transaction): Promise<void> {
  const text = JSON.stringify([processId, topic, changed]);
  if (text.length > longestPayload) throw new Error(`An announcement of ${String(topic)} is too long.`);
  if (tx) {
    tx.notify(channel, text);
    tx.afterCommit(() => tellHearers(topic, changed));
    return;
  }
  await databasePool().query('SELECT pg_notify($1, $2)', [channel, text]);
  tellHearers(topic, changed);
}

/** Has `hear` called with every change of this topic from now on, wherever it is announced. @returns what ends that. */
export function onAnnounced(topic: Topic, hear: Hearer): () => void {
  const all = hearers.get(topic) ?? new Set();
  hearers.set(topic, all.add(hear));
  return () => void all.delete(hear);
}

/**
 * Since when this process has missed no announcement, on the clock of `performance.now()`; undefined where that is not certain at the
 * moment, which may be so while all is well: a connection is asked once a second, and only where there are replicas.
 */
export const hearingSince = (): number | undefined =>
  hasEcho && performance.now() - hearing.provenAt < provenMs ? hearing.since : undefined;

function tellHearers(topic: string, changed: string | null): void {
  for (const hear of hearers.get(topic) ?? []) {
    try {
      hear(changed);
    } catch (error) {
      log().error({ topic, error: String(error) }, 'an announcement was not taken');
    }
  }
}

function tellEverybody(): void {
  for (const topic of hearers.keys()) tellHearers(topic, null);
}

/** Begins to hear what other processes announce, on a connection of its own that is replaced when it breaks. @throws when there is none at first. */
export async function startHearing(): Promise<void> {
  if (ending) return;
  let isEnded = false;
  let line = await openLine();
  const reconnecting = keep();
  ending = {
    async end() {
      isEnded = true;
      await line.close();
      await reconnecting;
    },
  };
  void checkEcho(line);

  async function keep(): Promise<void> {
    for (;;) {
      await line.broken;
      if (isEnded) return;
      log().warn({}, 'what other processes announce is not heard for now');
      for (let attempt = 0; !isEnded; attempt++) {
        await new Promise((next) => setTimeout(next, pauses[attempt] ?? pauses.at(-1)).unref());
        const opened = await openLine().catch(() => undefined);
        if (!opened) continue;
        line = opened;
        if (isEnded) return line.close();
        // What was announced meanwhile is lost.
        tellEverybody();
        break;
      }
      if (isEnded) return;
    }
  }
}

/** Hears no more. */
export async function stopHearing(): Promise<void> {
  const ended = ending?.end();
  ending = undefined;
  await ended;
}

interface Line {
  /** Resolves when the connection has ended, or does not answer any more. */
  broken: Promise<void>;
  /** Resolves once this process's own announcements come back. */
  echo: Promise<void>;
  close(): Promise<void>;
}

/** Who announces, the topic and what has changed; undefined where something else was said on the channel. */
function readPayload(payload: string): readonly [string, string, string] | undefined {
  try {
    return payloadSchema.parse(JSON.parse(payload));
  } catch {
    return undefined;
  }
}

const payloadSchema = z.tuple([z.string(), z.string(), z.string()]);

/** Connects, past any pooler, and listens. */
async function openLine(): Promise<Line> {
  const client = new pg.Client({
    connectionString: config().databaseDirectUrl,
    connectionTimeoutMillis: 5_000,
    query_timeout: pulse.limit,
    keepAlive: true,
  });
  let isHeard = () => {};
  const echo = new Promise<void>((resolve) => {
    isHeard = () => {
      hasEcho = true;
      resolve();
    };
  });
  let isBroken = () => {};
  const broken = new Promise<void>((resolve) => {
    isBroken = resolve;
  });
  client.on('error', () => isBroken());
  client.on('end', () => isBroken());
  client.on('notification', ({ payload = '' }) => {
    const announcement = readPayload(payload);
    if (!announcement) return log().warn({}, 'an announcement that is none of the site was not taken');
    const [from, topic, changed] = announcement;
    if (from === processId) isHeard();
    else tellHearers(topic, changed);
  });
  await client.connect();
  await client.query(`LISTEN ${channel}`);
  const own = { since: performance.now(), provenAt: -Infinity };
  hearing = own;
  const every = config().databaseReplicaUrls.length > 0 ? pulse.everyWithReplicas : pulse.every;
  const beat = setInterval(() => {
    const at = performance.now();
    client.query('SELECT 1').then(() => {
      own.provenAt = at;
    }, isBroken);
  }, every).unref();
  void broken.then(() => {
    clearInterval(beat);
    own.provenAt = -Infinity;
    client.end().catch(() => undefined);
  });
  return {
    broken,
    echo,
    async close() {
      isBroken();
      await client.end().catch(() => undefined);
    },
  };
}

/** A pooler that hands connections round lets nobody hear anything, and says nothing of it. */
async function checkEcho({ echo, broken }: Line): Promise<void> {
  const text = JSON.stringify([processId, '', '']);
  await databasePool()
    .query('SELECT pg_notify($1, $2)', [channel, text])
    .catch(() => undefined);
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<'silent'>((resolve) => {
    timer = setTimeout(() => resolve('silent'), echoLimitMs).unref();
  });
  const result = await Promise.race([echo, broken, limit]);
  clearTimeout(timer);
  if (result === 'silent')
    log().error(
      {},
      'announcements are not heard: where DATABASE_URL leads to a pooler, DATABASE_DIRECT_URL must lead past it',
    );
}
