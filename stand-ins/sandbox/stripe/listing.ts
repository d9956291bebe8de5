import type { SandboxObject, Store } from '#stand-ins/sandbox/store.ts';
import { ApiError, asRecord, type Params, wholeNumber } from '#stand-ins/sandbox/stripe/parameters.ts';

/** What every list takes besides its own filters. */
export const pageParams = [
  'limit',
  'starting_after',
  'ending_before',
  'created',
  'created.gt',
  'created.gte',
  'created.lt',
  'created.lte',
] as const;

interface Query {
  url: string;
  kind: string;
  params: Params;
  /** Parameters that are compared with the field of their name. */
  by?: readonly string[];
  /** What else must hold: values of fields, or a condition of ours on `data`. */
  where?: Record<string, unknown> | string;
  /** Values that must be within its fields, however deep. */
  within?: Record<string, unknown>;
  among?: { field: string; values: string[] };
}

const comparisons: Readonly<Record<string, string>> = { gt: '>', gte: '>=', lt: '<', lte: '<=' };

/**
 * Times of the asker's clock. An end of "now" means the sandbox's now, however far its clock was turned ahead: the site's clock
 * stays where it is, and what happened since must not be hidden from it.
 */
const byOwnClock = (store: Store, name: string, value: unknown) =>
  wholeNumber(value, `created[${name}]`, 0) + (name.startsWith('l') ? store.ahead : 0);

/** One page of a list, the newest first, as the provider cuts it. @throws {ApiError} */
export async function pageOf(store: Store, query: Query) {
  const { params, kind } = query;
  const limit = params.limit === undefined ? 10 : wholeNumber(params.limit, 'limit', 1);
  if (limit > 100)
    throw new ApiError(400, 'parameter_invalid_integer', 'Invalid integer: limit is at most 100', 'limit');
  const values: unknown[] = [];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const conditions = [`object = ${bind(kind)}`];
  const fields = Object.fromEntries(
    (query.by ?? []).filter((name) => params[name] !== undefined).map((name) => [name, params[name]]),
  );
  conditions.push(`data @> ${bind({ ...fields, ...(typeof query.where === 'object' ? query.where : {}) })}`);
  if (query.within) conditions.push(`data @> ${bind(query.within)}`);
  if (typeof query.where === 'string') conditions.push(query.where);
  if (query.among) conditions.push(`data->>'${query.among.field}' = ANY (${bind(query.among.values)})`);
  const range =
    typeof params.created === 'string' ? { gte: params.created, lte: params.created } : params.created;
  for (const [name, value] of Object.entries(asRecord(range)))
    conditions.push(
      `(data->>'created')::bigint ${comparisons[name]} ${bind(byOwnClock(store, name, value))}`,
    );
  const isBackwards = params.ending_before !== undefined;
  for (const [name, sign] of [
    ['starting_after', '<'],
    ['ending_before', '>'],
  ] as const)
    if (params[name] !== undefined)
      conditions.push(`position ${sign} ${bind(await positionOf(store, kind, params[name], name))}`);
  const { rows } = await store.query<{ data: SandboxObject }>(
    `SELECT data FROM sandbox.objects WHERE ${conditions.join(' AND ')}
     ORDER BY position ${isBackwards ? 'ASC' : 'DESC'} LIMIT ${limit + 1}`,
    values,
  );
  const data = rows.slice(0, limit).map((row) => row.data);
  return {
    object: 'list',
    url: query.url,
    has_more: rows.length > limit,
    data: isBackwards ? data.reverse() : data,
  };
}

async function positionOf(store: Store, kind: string, id: unknown, param: string): Promise<string> {
  const { rows } = await store.query<{ position: string }>(
    'SELECT position FROM sandbox.objects WHERE id = $1 AND object = $2',
    [String(id), kind],
  );
  const [row] = rows;
  if (!row) throw new ApiError(400, 'resource_missing', `No such ${kind}: '${String(id)}'`, param);
  return row.position;
}
