import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';

/** Where a bucket of an S3-compatible store is, and the key that writes to it. */
export interface ObjectStoreSettings {
  /** The address of the bucket, without a trailing slash: with its name in the host or in the path. */
  bucketUrl: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** The store did not do what it was asked: `message` is for the log. */
export class ObjectStoreError extends Error {}

/** How long one call may take, in milliseconds. */
const limitMs = 15_000;

/** Keeps files under their names, in a store that speaks S3. */
export interface ObjectStore {
  /** Keeps bytes; the same once more is fine. @throws {ObjectStoreError} */
  put(name: string, bytes: Uint8Array<ArrayBuffer>, mediaType: string): Promise<void>;
  /** What is kept under a name; null for nothing. @throws {ObjectStoreError} */
  get(name: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Forgets a name; one that is not there is fine. @throws {ObjectStoreError} */
  remove(name: string): Promise<void>;
}

/** The store of some settings. Names are letters, digits, hyphens and dots. */
export function openObjectStore({ bucketUrl, region, ...key }: ObjectStoreSettings): ObjectStore {
  const client = new AwsClient({ ...key, region, service: 's3', retries: 2, initRetryMs: 200 });

  async function call(method: string, name: string, more: RequestInit = {}): Promise<Response> {
    const body = (more.body ?? '') as Uint8Array | string;
    const headers = new Headers(more.headers);
    // Signed with what is sent, so that nothing else is kept on the way.
    headers.set('X-Amz-Content-Sha256', createHash('sha256').update(body).digest('hex'));
    try {
      return await client.fetch(`${bucketUrl}/${name}`, {
        ...more,
        method,
        headers,
        redirect: 'manual',
        signal: AbortSignal.timeout(limitMs),
      });
    } catch (error) {
      throw new ObjectStoreError(`${method} ${name}: ${error instanceof Error ? error.message : error}`);
    }
  }

  /** Whether there is nothing of this name; @throws {ObjectStoreError} for whatever else it did not do, also where there is no bucket */
  async function isMissing(method: string, name: string, answer: Response): Promise<boolean> {
    if (answer.ok) return false;
    const errorBody = await answer.text().catch(() => '');
    const code = /<Code>([^<]{1,100})<\/Code>/.exec(errorBody)?.[1] ?? '';
    if (answer.status === 404 && method !== 'PUT' && code !== 'NoSuchBucket') return true;
    throw new ObjectStoreError(`${method} ${name}: ${answer.status} ${code}`.trim());
  }

  return {
    async put(name, bytes, mediaType) {
      const answer = await call('PUT', name, {
        body: bytes,
        headers: { 'Content-Type': mediaType, 'Cache-Control': 'public, max-age=31536000, immutable' },
      });
      await isMissing('PUT', name, answer);
    },
    async get(name) {
      const answer = await call('GET', name);
      if (await isMissing('GET', name, answer)) return null;
      try {
        return new Uint8Array(await answer.arrayBuffer());
      } catch (error) {
        throw new ObjectStoreError(`GET ${name}: ${error instanceof Error ? error.message : error}`);
      }
    },
    async remove(name) {
      const answer = await call('DELETE', name);
      await isMissing('DELETE', name, answer);
    },
  };
}
