import { chmodSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { freePort } from '#app/platform/runtime/free-port.ts';
import type { Node } from '#tests/cluster/database.ts';
import { makeOwnFolder, run, until, type Workshop } from '#tests/cluster/programs.ts';

/** What leads to the two sites, and to the node that leads. */
export interface Balancer {
  /** Where browsers go. */
  port: number;
  /** The node that leads, through PgBouncer in transaction mode. */
  pooledUrl: string;
  /** The node that leads, past PgBouncer. */
  directUrl: string;
  /** All nodes, each by its own address: which of them follow is found out by whoever reads. */
  replicaUrls: string;
  /** Says what HAProxy is to do with a site: no new requests, or as usual. */
  setSite(name: string, state: 'drain' | 'ready'): Promise<void>;
  /** Whether HAProxy sends requests to a site. */
  isUsed(name: string): Promise<boolean>;
}

/** A site by its name in HAProxy. */
interface SiteAddress {
  name: string;
  port: number;
}

const haproxyOf = (ports: Record<string, number>, nodes: Node[], sites: SiteAddress[], socket: string) => `
global
  maxconn 4000
  stats socket ${socket} mode 600 level admin
defaults
  timeout connect 2s
  timeout check 2s
  retries 3
  option redispatch

# Postgres: who leads, as Patroni says it. Connections to who leads no more are ended.
listen primary
  mode tcp
  bind 127.0.0.1:${ports.primary}
  timeout client 30m
  timeout server 30m
  option httpchk GET /primary
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map(({ name, port, apiPort }) => `  server ${name} 127.0.0.1:${port} check port ${apiPort}`).join('\n')}

# The sites: alive is enough, since pages in memory are answered without a database.
listen site
  mode http
  bind 127.0.0.1:${ports.site}
  timeout client 60s
  timeout server 60s
  timeout http-request 10s
  option forwardfor if-none
  option httpchk GET /livez
  default-server inter 1s fall 2 rise 1
${sites.map(({ name, port }) => `  server ${name} 127.0.0.1:${port} check`).join('\n')}
`;

const pgbouncerOf = (port: number, primary: number) => `[databases]
* = host=127.0.0.1 port=${primary} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 30
max_client_conn = 500
server_connect_timeout = 3
server_login_retry = 1
`;

/** Starts HAProxy in front of the sites and of Postgres, and PgBouncer between them. */
export async function startBalancer(
  workshop: Workshop,
  nodes: Node[],
  sites: SiteAddress[],
): Promise<Balancer> {
  const ports = {
    primary: await freePort(),
    site: await freePort(),
    pooler: await freePort(),
  };
  const socket = join(makeOwnFolder(workshop, 'haproxy'), 'admin');
  const write = (name: string, text: string) => {
    const path = join(workshop.folder, name);
    writeFileSync(path, text);
    chmodSync(path, 0o644);
    return path;
  };
  const haproxyFile = write('haproxy.cfg', haproxyOf(ports, nodes, sites, socket));
  run(workshop, 'haproxy', ['-db', '-f', haproxyFile]);
  run(workshop, 'pgbouncer', [write('pgbouncer.ini', pgbouncerOf(ports.pooler, ports.primary))]);
  await until('HAProxy', () => isOpen(ports.site));
  await until('PgBouncer', () => isOpen(ports.pooler));
  const urlOf = (port: number) => `postgresql://postgres:cluster@127.0.0.1:${port}/academy`;
  return {
    port: ports.site,
    pooledUrl: urlOf(ports.pooler),
    directUrl: urlOf(ports.primary),
    replicaUrls: nodes.map(({ port }) => urlOf(port)).join(','),
    async setSite(name, state) {
      const reply = await tell(socket, `set server site/${name} state ${state}`);
      if (reply !== '') throw new Error(reply);
    },
    async isUsed(name) {
      const lines = (await tell(socket, 'show stat')).split('\n');
      return lines.some((line) => line.startsWith(`site,${name},`) && line.includes(',UP,'));
    },
  };
}

const isOpen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });

/** Gives HAProxy a command. @returns what it says. */
function tell(path: string, command: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let reply = '';
    const socket = connect(path, () => socket.write(`${command}\n`));
    socket.on('data', (chunk: Buffer) => {
      reply += String(chunk);
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(reply.trim()));
  });
}
