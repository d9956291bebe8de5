import { request as ask, createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A call that the stand-in has taken. */
export interface TakenCall {
  method: string;
  path: string;
  idempotencyKey: string | undefined;
}

/**
 * Stands between the site and a provider: takes calls of a path and does not answer them until it is told to, whereupon the provider does
 * what it was asked for, whether or not the caller still listens. Everything else is passed on.
 */
export async function startUnresponsive(providerPort: number, held: (call: TakenCall) => boolean) {
  const calls: TakenCall[] = [];
  let isHolding = true;
  let waiting: (() => Promise<void>)[] = [];
  let heard: (() => void) | undefined;
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const call = {
        method: String(request.method),
        path: String(request.url),
        idempotencyKey: request.headers['idempotency-key'] as string | undefined,
      };
      const pass = () =>
        new Promise<void>((resolve) => {
          const { method, url: path, headers } = request;
          const passed = ask({ host: '127.0.0.1', port: providerPort, method, path, headers }, (answer) => {
            response.writeHead(answer.statusCode ?? 502, answer.headers);
            answer.pipe(response);
            answer.on('end', resolve);
          });
          passed.on('error', () => resolve());
          passed.end(Buffer.concat(chunks));
        });
      if (!held(call)) return void pass();
      calls.push(call);
      if (!isHolding) return void pass();
      waiting.push(pass);
      heard?.();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    /** The calls that were held, the first first. */
    calls,
    /** Resolves once a call is held. */
    untilHeld: () =>
      waiting.length > 0
        ? Promise.resolve()
        : new Promise<void>((resolve) => {
            heard = resolve;
          }),
    /** The provider does what it was asked for, and answers from now on. */
    async answer(): Promise<void> {
      isHolding = false;
      const late = waiting;
      waiting = [];
      for (const pass of late) await pass();
    },
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
