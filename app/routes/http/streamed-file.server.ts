import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { Busboy } from '@fastify/busboy';
import { data } from 'react-router';

const unreadable = () => data('That form could not be read. Please go back and try again.', { status: 400 });

/** A file that is being sent. */
export interface StreamedFile {
  /** As the browser calls it; empty where none was chosen. */
  name: string;
  chunks: AsyncIterable<Uint8Array>;
}

/**
 * Reads the one file of a form while it is being sent, so that it is never held whole in memory. The form has no other field. `take` reads
 * the chunks to their end, or throws, which ends the reading.
 * @returns what `take` gave; null where the form has no such file
 * @throws 400 for what is no form with a file
 */
export async function readStreamedFile<T>(
  request: Request,
  field: string,
  take: (file: StreamedFile) => Promise<T>,
): Promise<T | null> {
  const type = request.headers.get('Content-Type') ?? '';
  if (!/^multipart\/form-data\b/i.test(type) || !request.body) throw unreadable();
  let parser: InstanceType<typeof Busboy>;
  try {
    parser = new Busboy({
      headers: { 'content-type': type },
      limits: { files: 1, fields: 5, fieldSize: 1_000 },
    });
  } catch {
    throw unreadable();
  }
  let result: Promise<T> | null = null;
  let refusal: unknown;
  let file: Readable | undefined;
  parser.on('file', (name, stream, fileName) => {
    // One that is cut off before anybody reads it must not end the process; whoever reads it later is told all the same.
    stream.on('error', () => undefined);
    if (name !== field || result) {
      stream.resume();
      return;
    }
    file = stream;
    result = take({ name: fileName ?? '', chunks: stream });
    result.catch((error: unknown) => {
      refusal = error;
      // Nobody reads the rest.
      parser.destroy();
    });
  });
  try {
    await pipeline(Readable.fromWeb(request.body as NodeReadableStream<Uint8Array>), parser);
  } catch {
    if (refusal !== undefined) throw refusal;
    // Whoever takes the file waits for more of it, which does not come where the connection was lost.
    file?.destroy(new Error('the file was cut off'));
    await Promise.resolve(result).catch(() => undefined);
    throw unreadable();
  }
  return result;
}
