import type { IncomingMessage, ServerResponse } from 'node:http';
import sirv from 'sirv';
import { log } from '#app/platform/log.server.ts';

type Answer = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** Answers reads of the files of a folder as it stood at the start; what is none of them goes on to `next`. */
export function staticFiles(folder: string): Answer {
  const files = sirv(folder, {
    etag: true,
    gzip: true,
    brotli: true,
    setHeaders(response, path) {
      // Its list of types has none for icons.
      if (path.endsWith('.ico')) response.setHeader('Content-Type', 'image/x-icon');
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
