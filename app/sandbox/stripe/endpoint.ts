import { ApiError, asRecord, type Params } from '#app/sandbox/stripe/parameters.ts';
import { newObject, type Store, type StripeObject } from '#app/sandbox/stripe/store.ts';

/** One call of the API. */
export interface Call {
  store: Store;
  /** Ids in the path. */
  id: string;
  params: Params;
  /** Where the hosted pages are, e.g. http://localhost:3000. */
  publicBase: string;
}

/** What answers the calls of one address. */
export interface Endpoint {
  method: string;
  path: RegExp;
  /** Parameters it takes, besides expand (see `refuseUnknown`). Anything else is refused. */
  takes: readonly string[];
  run(call: Call): Promise<unknown>;
}

export const asMetadata = (value: unknown) => asRecord(value) as Record<string, string>;
export const list = (url: string, data: unknown[]) => ({ object: 'list', url, has_more: false, data });

/** The object of a kind and id. @throws {ApiError} */
export async function find(store: Store, kind: string, id: string, param = 'id'): Promise<StripeObject> {
  const found = await store.get(id);
  if (found?.object !== kind) throw new ApiError(404, 'resource_missing', `No such ${kind}: '${id}'`, param);
  return found;
}

/** Makes an object and stores it. */
export async function create(
  store: Store,
  prefix: string,
  kind: string,
  fields: Params,
): Promise<StripeObject> {
  const made = newObject(prefix, kind, fields);
  await store.put(made);
  return made;
}
