import { z } from 'zod';
import {
  pageSchemaOf,
  partialOf,
  problemSchema,
  type SyncResource,
  syncQuerySchema,
  syncResources,
} from '#app/domain/operating/devops/sync-schemas.ts';
import {
  addedEndpoint,
  endpointList,
  eventSchemas,
  wantedEndpoint,
} from '#app/domain/operating/devops/webhooks/api-schemas.ts';

/** What each resource is, in a sentence. */
const summaries: Record<SyncResource, string> = {
  users: 'Users, by the order in which they changed',
  revenue: 'Payments, by the order in which they changed',
  commissions: 'Rows of the ledger of commissions, by the order in which they were written',
};

/** A schema as JSON Schema 2020-12, as OpenAPI 3.1 has it. */
function jsonSchema(schema: z.ZodType, io: 'input' | 'output' = 'output'): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { target: 'draft-2020-12', io });
  return rest;
}

const nameOf = (resource: string) => `${resource[0]?.toUpperCase()}${resource.slice(1)}`;

const problems: Record<string, string> = {
  '400': 'A parameter is wrong',
  '401': 'No key that is taken',
  '403': 'The key may not read this',
  '429': 'The key asks too often: Retry-After says when to ask again',
};

const headers = {
  'RateLimit-Limit': { description: 'Calls a minute', schema: { type: 'integer' } },
  'RateLimit-Remaining': { description: 'Calls left', schema: { type: 'integer' } },
  'RateLimit-Reset': { description: 'Seconds until all are left again', schema: { type: 'integer' } },
};

function operationOf(resource: SyncResource) {
  const query = jsonSchema(syncQuerySchema, 'input') as {
    properties: Record<string, Record<string, unknown>>;
  };
  return {
    operationId: `sync${nameOf(resource)}`,
    summary: summaries[resource],
    description: `Needs a key with the permission ${resource}:read.`,
    security: [{ key: [] }],
    parameters: Object.entries(query.properties).map(([name, { description, ...schema }]) => ({
      name,
      in: 'query',
      required: false,
      description,
      schema,
    })),
    responses: {
      '200': {
        description: 'A page, or with `format=ndjson` everything',
        headers: { ...headers, ETag: { description: 'For If-None-Match', schema: { type: 'string' } } },
        content: {
          'application/json': { schema: { $ref: `#/components/schemas/${nameOf(resource)}Page` } },
          'application/x-ndjson': { schema: { $ref: `#/components/schemas/${nameOf(resource)}Record` } },
        },
      },
      '304': { description: 'Nothing has changed since the ETag of If-None-Match' },
      ...Object.fromEntries(
        Object.entries(problems).map(([status, description]) => [
          status,
          {
            description,
            content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
          },
        ]),
      ),
    },
  };
}

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (name: string) => ({ 'application/json': { schema: ref(name) } });
const problemAnswers = (statuses: readonly string[], words: Record<string, string>) =>
  Object.fromEntries(
    statuses.map((status) => [
      status,
      {
        description: words[status] ?? problems[status] ?? '',
        content: { 'application/problem+json': { schema: ref('Problem') } },
      },
    ]),
  );

const refusals: Record<string, string> = {
  '400': 'The body or the address is not taken: the detail says why',
  '403': 'The key does not have the permission webhooks:write, or may not read what it asks for',
  '404': 'This key has added no such endpoint',
  '409': 'This key has added this address already, or there are twenty endpoints',
};

/** By which programs have themselves told what happens. */
const endpointPaths = {
  '/api/devops/webhook-endpoints': {
    get: {
      operationId: 'listWebhookEndpoints',
      summary: 'Webhook endpoints that were added with this key',
      description: 'Needs a key with the permission webhooks:write.',
      security: [{ key: [] }],
      responses: {
        '200': { description: 'All of them', headers, content: json('WebhookEndpointList') },
        ...problemAnswers(['401', '403', '429'], refusals),
      },
    },
    post: {
      operationId: 'addWebhookEndpoint',
      summary: 'Adds a webhook endpoint',
      description: 'Needs a key with the permission webhooks:write, and those to read what it is told of.',
      security: [{ key: [] }],
      requestBody: { required: true, content: json('WantedWebhookEndpoint') },
      responses: {
        '201': {
          description: 'The endpoint, and its secret this once',
          headers,
          content: json('AddedWebhookEndpoint'),
        },
        ...problemAnswers(['400', '401', '403', '409', '429'], refusals),
      },
    },
  },
  '/api/devops/webhook-endpoints/{id}': {
    delete: {
      operationId: 'deleteWebhookEndpoint',
      summary: 'Deletes a webhook endpoint that was added with this key',
      description: 'Needs a key with the permission webhooks:write.',
      security: [{ key: [] }],
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }],
      responses: {
        '204': { description: 'It is deleted' },
        ...problemAnswers(['401', '403', '404', '429'], refusals),
      },
    },
  },
};

/** What is posted to endpoints, by family of events. */
const eventNames = Object.keys(eventSchemas).map((family) => ({ family, name: `${nameOf(family)}Event` }));

const webhooks = Object.fromEntries(
  eventNames.map(({ family, name }) => [
    family,
    {
      post: {
        summary: `What happens to a ${family}`,
        description: 'Signed as Standard Webhooks: webhook-id, webhook-timestamp, webhook-signature.',
        requestBody: { required: true, content: json(name) },
        responses: { '2XX': { description: 'It is taken: anything else is tried again for three days' } },
      },
    },
  ]),
);

/** The description of the sync API, written from the schemas that check its answers. */
export function openApiDocument({ siteName, origin }: { siteName: string; origin: string }) {
  return {
    openapi: '3.1.0',
    info: {
      title: `${siteName}: DevOps integration`,
      version: '1',
      description:
        'Reads users, payments and commissions, and has programs told what happens. Ids never change, money is integer cents, times are UTC. Keep `next_cursor`: with it the next call tells what has changed since. What changed within a transaction that still runs is told once it has ended.',
    },
    servers: [{ url: origin }],
    paths: {
      ...(Object.fromEntries(
        syncResources.map((resource) => [`/api/devops/sync/${resource}`, { get: operationOf(resource) }]),
      ) as Record<`/api/devops/sync/${SyncResource}`, { get: ReturnType<typeof operationOf> }>),
      ...endpointPaths,
    },
    webhooks,
    components: {
      securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'x-api-key' } },
      schemas: {
        ...Object.fromEntries(
          syncResources.flatMap((resource) => [
            [`${nameOf(resource)}Record`, jsonSchema(partialOf(resource))],
            [`${nameOf(resource)}Page`, jsonSchema(pageSchemaOf(resource))],
          ]),
        ),
        Problem: jsonSchema(problemSchema),
        WebhookEndpointList: jsonSchema(endpointList),
        WantedWebhookEndpoint: jsonSchema(wantedEndpoint, 'input'),
        AddedWebhookEndpoint: jsonSchema(addedEndpoint),
        ...Object.fromEntries(
          eventNames.map(({ family, name }) => [name, jsonSchema(eventSchemas[family] as z.ZodType)]),
        ),
      },
    },
  };
}
