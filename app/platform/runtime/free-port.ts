import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below those that systems hand out for outgoing connections. */
const [firstPort, pastLast] = [12_000, 32_000];
const tries = 100;

/**
 * A port of this machine that nobody listens on, of those that no outgoing connection is given: between this and the start of what is to
 * listen there, any connection may take one of theirs. @throws what kept it from listening, where that is so wherever it tries
 */
export async function freePort(): Promise<number> {
  for (let tried = 1; ; tried += 1) {
    const port = randomInt(firstPort, pastLast);
    const server = createServer().listen(port, '127.0.0.1');
    try {
      await once(server, 'listening');
    } catch (error) {
      if (tried < tries) continue;
      throw error;
    }
    server.close();
    await once(server, 'close');
    return port;
  }
}
