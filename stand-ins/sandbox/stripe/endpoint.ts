import { newObject, type SandboxObject, type Store } from '#stand-ins/sandbox/store.ts';
import { ApiError, asRecord, type Params } from '#stand-ins/sandbox/stripe/parameters.ts';

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

/**
 * The object of a kind and id; `param` names the parameter that named it, where it was not the address.
 * @throws {ApiError} where there is none, or it was deleted
 */
export async function find(store: Store, kind: string, id: string, param?: string): Promise<SandboxObject> {
  const object = await store.get(id);
  if (object?.object !== kind || object.deleted)
    throw new ApiError(param ? 400 : 404, 'resource_missing', `No such ${kind}: '${id}'`, param ?? 'id');
  return object;
}

/** Makes an object and stores it. */
export async function create(
  store: Store,
  prefix: string,
  kind: string,
  fields: Params,
): Promise<SandboxObject> {
  const object = newObject(store, prefix, kind, fields);
  await store.put(object);
  return object;
}
