import { need, type Store } from '#app/sandbox/store.ts';
import { afterSaleCalls } from '#app/sandbox/stripe/after-sale-calls.ts';
import { catalogueCalls } from '#app/sandbox/stripe/catalogue-calls.ts';
import { ApiError, asRecord, type Params, refuseUnknown } from '#app/sandbox/stripe/parameters.ts';
import { paymentCalls } from '#app/sandbox/stripe/payment-calls.ts';
import { sessionList } from '#app/sandbox/stripe/session-list.ts';
import { subscriptionCalls } from '#app/sandbox/stripe/subscription-calls.ts';

const endpoints = [...catalogueCalls, ...subscriptionCalls, ...paymentCalls, ...afterSaleCalls, sessionList];

/** Puts objects in the place of ids that the caller asked to have expanded. */
async function expand(store: Store, result: unknown, paths: unknown): Promise<unknown> {
  if (!Array.isArray(paths)) return result;
  const copy = structuredClone(result) as Params;
  for (const path of paths as string[]) {
    let place = copy;
    for (const name of path.split('.')) {
      if (name === 'confirmation_secret') {
        const intent = await need(store, place.sandbox_intent);
        place.confirmation_secret = { type: 'payment_intent', client_secret: intent.client_secret };
      } else if (typeof place[name] === 'string') {
        const found = await store.get(place[name]);
        if (!found)
          throw new ApiError(
            400,
            'parameter_invalid',
            `This property cannot be expanded (${path}).`,
            'expand',
          );
        place[name] = structuredClone(found);
      }
      place = asRecord(place[name]);
    }
  }
  return copy;
}

/** Answers one call of the API. @throws {ApiError} */
export async function answerCall(
  store: Store,
  method: string,
  path: string,
  params: Params,
  publicBase: string,
): Promise<unknown> {
  const endpoint = endpoints.find((candidate) => candidate.method === method && candidate.path.test(path));
  if (!endpoint) throw new ApiError(404, 'url_invalid', `Unrecognized request URL (${method}: ${path}).`);
  const { expand: paths, ...given } = params;
  refuseUnknown(given, endpoint.takes);
  const id = endpoint.path.exec(path)?.[1] ?? '';
  return expand(store, await endpoint.run({ store, id, params: given, publicBase }), paths);
}
