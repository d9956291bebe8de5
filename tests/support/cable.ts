import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A way to the database that can be cut, or frozen as a server is that is stopped by SIGSTOP. */
export interface Cable {
  /** The database's address by this way. */
  url: string;
  /** Ends every connection, and takes no other. */
  cut(): void;
  /** Takes connections and what they send, and answers nothing. */
  freeze(): void;
  /** Ends both; what came while it was frozen is passed on, as a server that goes on reads what was sent to it. */
  mend(): void;
  /** How many connections there are. */
  count(): number;
  close(): void;
}

/**
 * Lays a cable to the database of this address.
 * @param listen makes a listener for each connection, which is given what the database sends by it
 */
export async function layCable(databaseUrl: string, listen?: () => (bytes: Buffer) => void): Promise<Cable> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isCut = false;
  let isFrozen = false;
  const server = createServer((near) => {
    if (isCut) {
      near.destroy();
      return;
    }
    const far = connect(Number(target.port), target.hostname);
    if (listen) far.on('data', listen());
    for (const [end, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(end);
      end.on('data', (bytes: Buffer) => other.write(bytes));
      if (isFrozen) end.pause();
      end.on('end', () => other.end());
      end.on('error', () => other.destroy());
      end.on('close', () => {
        sockets.delete(end);
        other.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    cut() {
      isCut = true;
      for (const socket of sockets) socket.destroy();
    },
    freeze() {
      isFrozen = true;
      for (const socket of sockets) socket.pause();
    },
    mend() {
      isCut = false;
      isFrozen = false;
      for (const socket of sockets) socket.resume();
    },
    count: () => sockets.size / 2,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
