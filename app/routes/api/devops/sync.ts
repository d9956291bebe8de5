import { createHash } from 'node:crypto';
import { type DevopsCallMade, recordCall } from '#app/domain/operating/devops/calls.server.ts';
import type { KnownDevopsKey } from '#app/domain/operating/devops/keys.server.ts';
import { readSyncPage, walkSync } from '#app/domain/operating/devops/sync.server.ts';
import {
  type SyncQuery,
  type SyncResource,
  syncQuerySchema,
  syncResources,
} from '#app/domain/operating/devops/sync-schemas.ts';
import { log } from '#app/platform/log.server.ts';
import { keyFor, limitHeaders, problem, problemOf } from '#app/routes/api/devops/key.server.ts';
import type { Route } from './+types/sync';

type Measured = Pick<DevopsCallMade, 'keyId' | 'resource'> & { startedAt: number };

/** Keeps what a call came to; a call that was answered is not spoiled where that fails. */
async function measure(
  { startedAt, ...call }: Measured,
  came: Pick<DevopsCallMade, 'status' | 'rows' | 'hasMore'>,
): Promise<void> {
  const durationMs = Math.round(performance.now() - startedAt);
  await recordCall({ ...call, ...came, durationMs }).catch((error: unknown) =>
    log().warn({ error: String(error) }, 'a call of the sync API was not counted'),
  );
}

/** What changed of a resource: a page, or with `format=ndjson` all of it. */
export async function loader({ request, url, params, context }: Route.LoaderArgs) {
  const startedAt = performance.now();
  const resource = syncResources.find((name) => name === params.resource);
  if (!resource) return problem(404, `There are: ${syncResources.join(', ')}.`);
  try {
    const key = await keyFor(request, context, `${resource}:read`);
    if (key instanceof Response) return key;
    const call = { keyId: key.id, resource, startedAt };
    const query = syncQuerySchema.safeParse(Object.fromEntries(url.searchParams));
    if (!query.success) {
      await measure(call, { status: 400, rows: 0, hasMore: false });
      const [issue] = query.error.issues;
      return problem(400, `${issue?.path.join('.')}: ${issue?.message}`, limitHeaders(key));
    }
    try {
      return query.data.format === 'ndjson'
        ? everything(request, resource, query.data, key, call)
        : await page(request, resource, query.data, key, call);
    } catch (error) {
      const answer = problemOf(error, context);
      await measure(call, { status: answer.status, rows: 0, hasMore: false });
      for (const [name, value] of Object.entries(limitHeaders(key))) answer.headers.set(name, value);
      return answer;
    }
  } catch (error) {
    return problemOf(error, context);
  }
}

const isKnown = (request: Request, etag: string): boolean =>
  (request.headers.get('If-None-Match') ?? '').split(',').some(
    (tag) =>
      tag
        .trim()
        .replace(/^W\//, '')
        .replace(/-gzip"$/, '"') === etag,
  );

async function page(
  request: Request,
  resource: SyncResource,
  query: SyncQuery,
  key: KnownDevopsKey,
  call: Measured,
): Promise<Response> {
  const found = await readSyncPage(resource, query);
  const body = JSON.stringify(found);
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
  const headers = {
    ...limitHeaders(key),
    ETag: etag,
    'Cache-Control': 'private, no-cache',
    Vary: 'x-api-key',
  };
  const isSame = isKnown(request, etag);
  await measure(call, {
    status: isSame ? 304 : 200,
    rows: isSame ? 0 : found.data.length,
    hasMore: found.has_more,
  });
  if (isSame) return new Response(null, { status: 304, headers });
  return new Response(body, { headers: { ...headers, 'Content-Type': 'application/json' } });
}

/** All of it, a record a line, sent as it is read: however much, it takes the memory of one batch. */
function everything(
  request: Request,
  resource: SyncResource,
  query: SyncQuery,
  key: KnownDevopsKey,
  call: Measured,
): Response {
  const batches = walkSync(resource, query);
  const encoder = new TextEncoder();
  let rows = 0;
  const lines = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      try {
        const { done, value } = await batches.next();
        if (!done) {
          rows += value.length;
          controller.enqueue(encoder.encode(value.map((record) => `${JSON.stringify(record)}\n`).join('')));
          return;
        }
        controller.close();
        await measure(call, { status: 200, rows, hasMore: false });
      } catch (error) {
        // What was sent is no whole answer: the connection is ended without its end.
        await measure(call, { status: 500, rows, hasMore: false });
        controller.error(error);
      }
    },
    async cancel() {
      await batches.return(undefined);
    },
  });
  const isGzip = /\bgzip\b/i.test(request.headers.get('Accept-Encoding') ?? '');
  return new Response(isGzip ? lines.pipeThrough(new CompressionStream('gzip')) : lines, {
    headers: {
      ...limitHeaders(key),
      'Content-Type': 'application/x-ndjson; charset=utf-8',
      'Cache-Control': 'private, no-store',
      Vary: 'Accept-Encoding',
      ...(isGzip ? { 'Content-Encoding': 'gzip' } : {}),
    },
  });
}
