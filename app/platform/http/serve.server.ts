import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, Server as NetServer } from 'node:net';
import { isMissingAddress } from '#app/platform/runtime/start/port.ts';

/** The drain ends when nobody has come for this long, or at last after that long. */
const quietMs = 300;
const longestDrainMs = 3_000;

/**
 * A connection that nobody uses is kept for longer than proxies keep theirs (nginx 60 seconds), in milliseconds: who closes one first may
 * close it just as a request comes, which is lost. Those of a process that ends are kept for as long as HAProxy keeps one.
 */
const idleMs = 65_000;
const idleAtEndMs = 5_500;

interface Serving {
  port: number;
  /**
   * Ends the serving so that nobody is cut off: goes on answering, but lets go of each connection with its answer; stops listening
   * when nobody comes any more; resolves when what was asked has been answered.
   */
  drain(): Promise<void>;
  /**
   * Ends the serving where other processes go on listening on the port: takes no connection any more, and lets go of each that it has
   * with its answer. One that asks for nothing goes after some seconds; resolves when the last has gone.
   */
  retire(): Promise<void>;
}

/**
 * Listens on one port of several addresses of this machine; where there are several, an address that the machine has not is left out.
 * Port 0 stands for any that is free.
 */
export async function serve(
  listener: RequestListener,
  port: number,
  hosts: readonly string[],
): Promise<Serving> {
  const servers: Server[] = [];
  let actualPort = port;
  for (const host of hosts) {
    const server = createServer({ keepAliveTimeout: idleMs }, listener);
    try {
      await listen(server, actualPort, host);
    } catch (error) {
      if (hosts.length > 1 && isMissingAddress(error)) continue;
      for (const other of servers) other.close();
      throw error;
    }
    actualPort = (server.address() as AddressInfo).port;
    servers.push(server);
  }
  return { port: actualPort, ...createEndings(servers) };
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function createEndings(servers: readonly Server[]): Pick<Serving, 'drain' | 'retire'> {
  // Each in a place of its own: of a set, what it held before it was arranged anew is kept by the garbage collector's quick rounds, with
  // all that hangs on a response.
  const unanswered: (ServerResponse | undefined)[] = [];
  const free: number[] = [];
  let isDraining = false;
  let lastSeenAt = performance.now();
  for (const server of servers) {
    server.on('connection', () => {
      lastSeenAt = performance.now();
    });
    server.prependListener('request', (_, response: ServerResponse) => {
      lastSeenAt = performance.now();
      if (isDraining) response.shouldKeepAlive = false;
      const place = free.pop() ?? unanswered.length;
      unanswered[place] = response;
      response.once('close', () => {
        unanswered[place] = undefined;
        free.push(place);
      });
    });
  }
  const letGo = () => {
    isDraining = true;
    for (const response of unanswered) if (response) response.shouldKeepAlive = false;
  };
  return {
    async drain() {
      letGo();
      const startedAt = performance.now();
      lastSeenAt = startedAt;
      const isOver = () =>
        performance.now() - lastSeenAt > quietMs || performance.now() - startedAt > longestDrainMs;
      while (!isOver()) await new Promise((next) => setTimeout(next, 25));
      // What has arrived by now is taken up before the door is closed.
      await new Promise((next) => setImmediate(next));
      await Promise.all(servers.map(closeWhenIdle));
    },
    async retire() {
      letGo();
      const doors = Promise.all(servers.map(closeDoor));
      // Each that is idle by then has been for as long: with an answer it would have gone.
      const sweep = setInterval(() => {
        for (const server of servers) server.closeIdleConnections();
      }, idleAtEndMs);
      await doors.finally(() => clearInterval(sweep));
    },
  };
}

/** Stops listening. The way of an HTTP server to do so would also cut off connections on which a request may be on its way. */
async function closeDoor(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    NetServer.prototype.close.call(server, () => resolve());
  });
}

/** Lets requests in flight finish; connections kept alive for more are closed as soon as they fall idle. */
async function closeWhenIdle(server: Server): Promise<void> {
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  clearInterval(sweep);
}
