import { newObject, type SandboxObject } from '#stand-ins/sandbox/store.ts';
import { asMetadata, type Endpoint, find } from '#stand-ins/sandbox/stripe/endpoint.ts';
import { apiVersion } from '#stand-ins/sandbox/stripe/events.ts';
import { pageOf, pageParams } from '#stand-ins/sandbox/stripe/listing.ts';
import { ApiError, flag, required } from '#stand-ins/sandbox/stripe/parameters.ts';

/** The endpoint that the sandbox sends its events to: the site's own. */
const own = (publicBase: string) => ({
  id: 'we_sandbox',
  object: 'webhook_endpoint',
  api_version: apiVersion,
  application: null,
  created: 0,
  description: null,
  enabled_events: ['*'],
  livemode: false,
  metadata: {},
  status: 'enabled',
  url: `${publicBase}/webhooks/stripe`,
});

/** @throws {ApiError} for a list of none */
function eventsIn(value: unknown): string[] {
  if (!Array.isArray(value) || value.length === 0)
    throw new ApiError(400, 'parameter_missing', 'Missing required param: enabled_events.', 'enabled_events');
  return value.map(String);
}

/** Endpoints of webhooks. Nothing is sent to those that are made here: they are there to be looked at. */
export const endpointCalls: readonly Endpoint[] = [
  {
    method: 'GET',
    path: /^\/v1\/webhook_endpoints$/,
    takes: [...pageParams],
    async run({ store, params, publicBase }) {
      const page = await pageOf(store, { url: '/v1/webhook_endpoints', kind: 'webhook_endpoint', params });
      return page.has_more ? page : { ...page, data: [...page.data, own(publicBase)] };
    },
  },
  {
    method: 'POST',
    path: /^\/v1\/webhook_endpoints$/,
    takes: ['url', 'enabled_events', 'api_version', 'description', 'metadata.*'],
    async run({ store, params }) {
      const url = required(params, 'url');
      if (!URL.canParse(url)) throw new ApiError(400, 'url_invalid', 'Invalid URL.', 'url');
      const endpoint: SandboxObject = newObject(store, 'we', 'webhook_endpoint', {
        api_version: params.api_version ?? null,
        application: null,
        description: params.description ?? null,
        enabled_events: eventsIn(params.enabled_events),
        livemode: false,
        metadata: asMetadata(params.metadata),
        status: 'enabled',
        url,
      });
      await store.put(endpoint);
      return { ...endpoint, secret: 'whsec_of_the_sandbox' };
    },
  },
  {
    method: 'POST',
    path: /^\/v1\/webhook_endpoints\/(\w+)$/,
    takes: ['url', 'enabled_events', 'disabled'],
    async run({ store, id, params }) {
      const endpoint = await find(store, 'webhook_endpoint', id);
      if (params.url !== undefined) endpoint.url = required(params, 'url');
      if (params.enabled_events !== undefined) endpoint.enabled_events = eventsIn(params.enabled_events);
      if (params.disabled !== undefined)
        endpoint.status = flag(params.disabled, 'disabled') ? 'disabled' : 'enabled';
      await store.put(endpoint);
      return endpoint;
    },
  },
];
