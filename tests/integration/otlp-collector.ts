import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';

// A collector that takes OTLP over HTTP as JSON, and nothing else: https://opentelemetry.io/docs/specs/otlp/#otlphttp

const hex = (bytes: number) => z.string().regex(new RegExp(`^(?!0+$)[0-9a-f]{${bytes * 2}}$`));
/** 64 bits, as a decimal text. */
const nanoseconds = z.union([z.string().regex(/^[1-9]\d{17,19}$/), z.number().positive()]);
const attribute = z.strictObject({
  key: z.string().min(1),
  value: z.union([
    z.strictObject({ stringValue: z.string() }),
    z.strictObject({ intValue: z.union([z.number().int(), z.string().regex(/^-?\d+$/)]) }),
    z.strictObject({ doubleValue: z.number() }),
    z.strictObject({ boolValue: z.boolean() }),
  ]),
});
const attributes = z
  .array(attribute)
  .refine((all) => new Set(all.map(({ key }) => key)).size === all.length, 'a key twice');

const span = z.strictObject({
  traceId: hex(16),
  spanId: hex(8),
  parentSpanId: hex(8).optional(),
  traceState: z.string().optional(),
  flags: z.number().int().optional(),
  name: z.string().min(1),
  kind: z.number().int().min(1).max(5),
  startTimeUnixNano: nanoseconds,
  endTimeUnixNano: nanoseconds,
  attributes,
  droppedAttributesCount: z.literal(0),
  events: z.array(z.never()),
  droppedEventsCount: z.literal(0),
  links: z.array(z.never()),
  droppedLinksCount: z.literal(0),
  status: z.strictObject({ code: z.number().int().min(0).max(2), message: z.string().optional() }),
});

const requestSchema = z.strictObject({
  resourceSpans: z.array(
    z.strictObject({
      resource: z.strictObject({ attributes, droppedAttributesCount: z.literal(0) }),
      schemaUrl: z.string().optional(),
      scopeSpans: z.array(
        z.strictObject({
          scope: z.strictObject({ name: z.string(), version: z.string().optional() }),
          spans: z.array(span).min(1),
          schemaUrl: z.string().optional(),
        }),
      ),
    }),
  ),
});

type Attributes = Record<string, unknown>;

export interface CollectedSpan {
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  name: string;
  kind: number;
  attributes: Attributes;
  hasFailed: boolean;
  resource: Attributes;
}

const valuesOf = (list: z.output<typeof attributes>): Attributes =>
  Object.fromEntries(list.map(({ key, value }) => [key, Object.values(value)[0]]));

export interface Collector {
  endpoint: string;
  spans: CollectedSpan[];
  /** Everything that was received, as it came. */
  bodies: string[];
  /** What it has against what it was sent. */
  problems: string[];
  close(): void;
}

/** Starts a collector on this machine that wants this header with each request. */
export async function startCollector(header: [name: string, value: string]): Promise<Collector> {
  const collector: Collector = { endpoint: '', spans: [], bodies: [], problems: [], close: () => undefined };
  const server: Server = createServer((request, response) => {
    void (async () => {
      const sent = Buffer.concat(await request.toArray());
      const body = String(request.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent);
      collector.bodies.push(body);
      const refuse = (problem: string) => collector.problems.push(problem);
      if (request.method !== 'POST' || request.url !== '/v1/traces')
        refuse(`${request.method} ${request.url}`);
      if (request.headers['content-type'] !== 'application/json') refuse('no JSON');
      if (request.headers[header[0]] !== header[1]) refuse(`${header[0]} is missing`);
      const parsed = requestSchema.safeParse(JSON.parse(body));
      if (!parsed.success) refuse(z.prettifyError(parsed.error));
      for (const { resource, scopeSpans } of parsed.data?.resourceSpans ?? [])
        for (const each of scopeSpans.flatMap(({ spans }) => spans))
          collector.spans.push({
            ...each,
            parentSpanId: each.parentSpanId,
            attributes: valuesOf(each.attributes),
            hasFailed: each.status.code === 2,
            resource: valuesOf(resource.attributes),
          });
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"partialSuccess":{}}');
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  collector.endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  collector.close = () => {
    server.close();
    server.closeAllConnections();
  };
  return collector;
}
