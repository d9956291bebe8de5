import { Refused } from '#stand-ins/sandbox/paypal/requests.ts';
import type { SandboxObject, Store } from '#stand-ins/sandbox/store.ts';

const path = '/v1/notifications/webhooks-events';

const knownParameters = [
  'page_size',
  'start_time',
  'end_time',
  'event_type',
  'transaction_id',
  'move_to',
  'index_time',
  'index_id',
];

/** PayPal shows the events of so many days. */
const shownSeconds = 30 * 24 * 3600;

/** A time asked for, in seconds. @throws {Refused} */
function secondsOf(value: string | null, fallback: number): number {
  if (value === null) return fallback;
  const at = Date.parse(value);
  if (!/^\d{4}-\d\d-\d\dT/.test(value) || Number.isNaN(at))
    throw new Refused(400, 'INVALID_PARAMETER_SYNTAX');
  return at / 1000;
}

/**
 * One page of the events, the newest first; `next` among the links leads on. The end asked for is of the asker's clock: it is moved
 * on as far as the sandbox's was turned ahead.
 */
export async function listEvents(store: Store, query: URLSearchParams, apiBase: string) {
  if ([...query.keys()].some((name) => !knownParameters.includes(name)))
    throw new Refused(400, 'INVALID_PARAMETER');
  const size = Number(query.get('page_size') ?? 10);
  if (!Number.isInteger(size) || size < 1 || size > 300) throw new Refused(400, 'INVALID_PARAMETER_VALUE');
  const from = Math.max(secondsOf(query.get('start_time'), 0), store.now - shownSeconds);
  const to = secondsOf(query.get('end_time'), store.now - store.ahead) + store.ahead;
  const before = query.get('index_id');
  if (before !== null && !/^\d{1,18}$/.test(before)) throw new Refused(400, 'INVALID_PARAMETER_VALUE');
  const { rows } = await store.query<{ data: SandboxObject; position: string }>(
    `SELECT data, position FROM sandbox.objects WHERE object = 'paypal_event'
     AND (data->>'created')::bigint BETWEEN floor($1::numeric) AND ceil($2::numeric)
     AND ($3::text IS NULL OR data->'event'->>'event_type' = $3)
     AND ($4::text IS NULL OR data->'event'->'resource'->>'id' = $4)
     AND ($5::bigint IS NULL OR position < $5) ORDER BY position DESC LIMIT $6`,
    [from, to, query.get('event_type'), query.get('transaction_id'), before, size + 1],
  );
  const pageRows = rows.slice(0, size);
  const link = (rel: string, params: URLSearchParams) => ({
    rel,
    method: 'GET',
    href: `${apiBase}${path}?${params}`,
  });
  const next = new URLSearchParams(query);
  next.set('move_to', 'next');
  next.set('index_id', String(pageRows.at(-1)?.position));
  return {
    events: pageRows.map(({ data }) => data.event),
    count: pageRows.length,
    links: [link('self', query), ...(rows.length > size ? [link('next', next)] : [])],
  };
}
