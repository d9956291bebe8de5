import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname } from 'node:path';
import sirv from 'sirv';
import { withCharset } from '#app/platform/http/text-charset.ts';
import { log } from '#app/platform/log.server.ts';

type Answer = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** What the list of types of sirv has not (icons), or names without a charset. */
const types: Readonly<Record<string, string>> = {
  '.ico': 'image/x-icon',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
};

/** Answers reads of the files of a folder as it stood at the start; what is none of them goes on to `next`. */
export function staticFiles(folder: string): Answer {
  const files = sirv(folder, {
    etag: true,
    gzip: true,
    brotli: true,
    setHeaders(response, path) {
      const type = types[extname(path)];
      if (type) response.setHeader('Content-Type', withCharset(type));
      const forever = path.startsWith('/assets/');
      response.setHeader(
        'Cache-Control',
        forever ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      );
    },
  });
  return (request, response, next) => {
    // None of them is large enough to be asked for in parts, and a part that ends before it begins would be thrown out of here.
    request.headers.range = undefined;
    // A file that has gone since the start breaks off its answer, not the process.
    const guard = (source: NodeJS.ReadableStream) =>
      source.once('error', (error) => {
        log().error({ error: String(error) }, 'a file of the build cannot be read');
        response.destroy();
      });
    response.once('pipe', guard);
    files(request, response, () => {
      response.off('pipe', guard);
      next();
    });
  };
}
