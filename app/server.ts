import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as build from 'virtual:react-router/server-build';
import { createRequestHandler, RouterContextProvider } from 'react-router';
import { config } from '#app/platform/config.server.ts';
import { disconnectDatabase } from '#app/platform/database/client.server.ts';
import { createListener, type ListenerOptions } from '#app/platform/http/listener.server.ts';
import { requestInfoContext } from '#app/routes/context.server.ts';

/** The whole site as one listener; `clientDir` is left out in development, where Vite serves the assets. */
export function createSite(options: Omit<ListenerOptions, 'handle'>) {
  const respond = createRequestHandler(build, import.meta.env.MODE);
  return createListener({
    ...options,
    handle(request, info) {
      const context = new RouterContextProvider();
      context.set(requestInfoContext, info);
      return respond(request, context);
    },
  });
}

/** Starts everything that runs in one process: HTTP, the worker, and in demo mode the sandbox. */
export async function startServer(): Promise<{ url: string; close(): Promise<void> }> {
  const { host, port } = config();
  const server = createServer(createSite({ clientDir: 'build/client' }));
  await listen(server, port, host);
  const { port: actualPort } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${actualPort}`,
    async close() {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      });
      await disconnectDatabase();
    },
  };
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
