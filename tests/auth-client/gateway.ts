import { randomInt } from 'node:crypto';
import { createServer, request } from 'node:http';

/** Changes the header with which a request says who asks. */
type AuthorizationChange = (authorization: string | undefined) => Promise<string | undefined>;

interface Gateway {
  listen(): Promise<void>;
  stop(): void;
}

/**
 * A proxy at a port of this machine before a site. Hundreds of people sign up from the suite within a minute: each request is given
 * another address, as theirs would have.
 * @param prefix what comes before each path at the site
 */
export function makeGateway(
  { port, prefix }: { port: number; prefix: string },
  siteUrl: string,
  changeAuthorization: AuthorizationChange,
): Gateway {
  const { port: sitePort } = new URL(siteUrl);
  const server = createServer(async (incoming, outgoing) => {
    const address = Array.from({ length: 4 }, () => randomInt(1, 224)).join('.');
    const authorization = await changeAuthorization(incoming.headers.authorization);
    const forwarded = request(
      {
        host: '127.0.0.1',
        port: sitePort,
        method: incoming.method,
        path: `${prefix}${incoming.url}`,
        headers: {
          ...incoming.headers,
          'x-forwarded-for': address,
          ...(authorization ? { authorization } : {}),
        },
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
        answer.pipe(outgoing);
      },
    );
    forwarded.once('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  return {
    listen: () =>
      new Promise<void>((done, fail) => {
        server.once('error', fail);
        server.listen(port, '127.0.0.1', done);
      }),
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
