import { type ChildProcess, execFile, execFileSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from '#app/platform/runtime/free-port.ts';
import { end, makeOwnFolder, run, until, type Workshop } from '#tests/cluster/programs.ts';
import { ensureDebianPostgres } from '#tests/support/debian-postgres.ts';

/** The shortest lease that Patroni allows, in seconds: for so long a leader that is gone is still believed to lead. */
export const leaseSeconds = 20;

/**
 * So long a node is given to follow again by itself, in milliseconds: it recovers from its crash, is rewound to where the new leader's
 * history begins, and starts. On a busy machine that takes most of a minute, and being copied anew would undo it.
 */
const rejoinLimitMs = 120_000;

/** So long a node may then take to be copied anew from the leader, in milliseconds. */
const copyLimitMs = 120_000;

/** One machine of the database: Patroni, and the Postgres that it starts. */
export interface Node {
  name: string;
  port: number;
  /** Patroni's own address, which says what the node is. */
  apiPort: number;
  data: string;
  config: string;
  patroni: ChildProcess | undefined;
}

export interface Database {
  nodes: Node[];
  leader(): Promise<Node>;
  /** The one that has every commit before it is acknowledged. */
  synchronousReplica(): Promise<Node>;
  /** Resolves once there is a leader, a synchronous replica, and as many nodes that follow as there should be. */
  whenHealthy(replicas: number): Promise<void>;
  /** What is done to a whole machine: Patroni and every process of Postgres. */
  signal(node: Node, signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void;
  startNode(node: Node): void;
  /** Has another take over in good order, by `patronictl switchover`. */
  switchOver(): Promise<void>;
  stop(): Promise<void>;
}

const yamlOf = (node: Node, etcdPort: number, bin: string, folder: string) => `scope: academy
name: ${node.name}
restapi: {listen: '127.0.0.1:${node.apiPort}', connect_address: '127.0.0.1:${node.apiPort}'}
# Not etcd3: by that API Patroni 3.0 writes the leader's key whoever has it by then, so a leader that was frozen takes it back.
etcd: {host: '127.0.0.1:${etcdPort}'}
bootstrap:
  dcs:
    ttl: ${leaseSeconds}
    loop_wait: 5
    retry_timeout: 5
    synchronous_mode: true
    postgresql:
      use_pg_rewind: true
      parameters: {max_connections: 150, wal_log_hints: 'on', shared_buffers: 64MB, max_wal_senders: 10}
  initdb: [{encoding: UTF8}, {locale: C.UTF-8}, {auth: trust}]
postgresql:
  listen: 127.0.0.1:${node.port}
  connect_address: 127.0.0.1:${node.port}
  data_dir: ${node.data}
  bin_dir: ${bin}
  pgpass: ${join(folder, `${node.name}.pgpass`)}
  authentication:
    superuser: {username: postgres, password: cluster}
    replication: {username: replicator, password: cluster}
    rewind: {username: rewinder, password: cluster}
  # Otherwise a copy begins with the end of a checkpoint that takes its time: five minutes, as Postgres comes.
  basebackup: [{checkpoint: fast}]
  pg_hba: ['host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust']
  parameters: {unix_socket_directories: ''}
`;

/** Starts etcd and so many machines with Patroni, one of which leads and one of which has every commit before it is acknowledged. */
export async function startDatabase(workshop: Workshop, count: number): Promise<Database> {
  const bin = ensureDebianPostgres();
  const etcdPort = await freePort();
  const etcdPeers = await freePort();
  const client = `http://127.0.0.1:${etcdPort}`;
  const peer = `http://127.0.0.1:${etcdPeers}`;
  const etcd = run(workshop, 'etcd', [
    ...['--data-dir', makeOwnFolder(workshop, 'etcd')],
    ...['--listen-client-urls', client, '--advertise-client-urls', client],
    ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer],
    ...['--initial-cluster', `default=${peer}`],
    '--enable-v2',
  ]);
  await until('etcd', async () => (await fetch(`${client}/health`)).ok);
  const nodes: Node[] = [];
  for (let index = 1; index <= count; index += 1) {
    const name = `db${index}`;
    const node: Node = {
      name,
      port: await freePort(),
      apiPort: await freePort(),
      data: join(makeOwnFolder(workshop, name), 'data'),
      config: join(workshop.folder, `${name}.yaml`),
      patroni: undefined,
    };
    writeFileSync(node.config, yamlOf(node, etcdPort, bin, join(workshop.folder, name)));
    chmodSync(node.config, 0o644);
    nodes.push(node);
  }
  const database: Database = {
    nodes,
    async leader() {
      for (const node of nodes) if (await is(node, 'primary')) return node;
      throw new Error('No node leads.');
    },
    async synchronousReplica() {
      for (const node of nodes) if (await is(node, 'synchronous')) return node;
      throw new Error('No node follows synchronously.');
    },
    async whenHealthy(replicas) {
      try {
        await until('the nodes to follow', () => isWhole(nodes, replicas), rejoinLimitMs);
      } catch {
        // A history that has parted from the leader's cannot be mended each time: such a node is copied anew, as by `patronictl reinit`.
        await reinitialize(nodes);
        await until('the database to be whole', () => isWhole(nodes, replicas), copyLimitMs);
      }
    },
    signal(node, signal) {
      // Patroni first: it would start Postgres again.
      const pids = [node.patroni?.pid, ...processesOf(node)];
      for (const pid of pids) {
        try {
          if (pid) process.kill(pid, signal);
        } catch {
          // It has ended with its parent.
        }
      }
    },
    startNode(node) {
      node.patroni = run(workshop, 'patroni', [node.config], node.name);
    },
    async switchOver() {
      const leader = await database.leader();
      const args = ['-c', leader.config, 'switchover', 'academy', '--leader', leader.name, '--force'];
      await promisify(execFile)('/usr/bin/patronictl', args);
      await until('another node to lead', async () => !(await is(leader, 'primary')));
    },
    async stop() {
      // Leaving in good order would take as long as three elections.
      for (const node of nodes) database.signal(node, 'SIGKILL');
      await end(etcd, 'SIGKILL');
    },
  };
  const [first, ...others] = nodes;
  if (first) database.startNode(first);
  await until('the first node to lead', async () => Boolean(await database.leader()));
  for (const node of others) database.startNode(node);
  await database.whenHealthy(count - 1);
  return database;
}

/** Whether one leads, one follows synchronously, and so many follow in all. */
async function isWhole(nodes: Node[], replicas: number): Promise<boolean> {
  const roles = await Promise.all(
    nodes.map(async (node) => ({
      leads: await is(node, 'primary'),
      follows: await is(node, 'replica'),
      isSynchronous: await is(node, 'synchronous'),
    })),
  );
  return (
    roles.filter(({ leads }) => leads).length === 1 &&
    roles.filter(({ follows }) => follows).length === replicas &&
    roles.some(({ isSynchronous }) => isSynchronous)
  );
}

async function reinitialize(nodes: Node[]): Promise<void> {
  for (const node of nodes) {
    if ((await is(node, 'primary')) || (await is(node, 'replica'))) continue;
    console.log(`           ${node.name} cannot follow and is copied anew`);
    await fetch(`http://127.0.0.1:${node.apiPort}/reinitialize`, {
      method: 'POST',
      body: JSON.stringify({ force: true }),
      signal: AbortSignal.timeout(5_000),
    }).catch(() => undefined);
  }
}

/** Whether Patroni says that its node is this. */
async function is({ apiPort }: Node, role: 'primary' | 'replica' | 'synchronous'): Promise<boolean> {
  try {
    const answer = await fetch(`http://127.0.0.1:${apiPort}/${role}`, { signal: AbortSignal.timeout(1_500) });
    return answer.status === 200;
  } catch {
    return false;
  }
}

/** The processes of a node's Postgres. */
function processesOf(node: Node): number[] {
  try {
    const [pid = ''] = readFileSync(join(node.data, 'postmaster.pid'), 'utf8').split('\n', 1);
    const children = execFileSync('ps', ['-o', 'pid=', '--ppid', pid], { encoding: 'utf8' });
    return [Number(pid), ...children.split('\n').filter(Boolean).map(Number)];
  } catch {
    return [];
  }
}

/** Asks the node that leads. */
export async function query<Row extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}
