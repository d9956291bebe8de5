import { Refusal } from '#app/domain/core/values/errors.ts';
import type { FormReply } from '#app/routes/http/form.server.ts';
import { rowFieldPrefix } from '#app/ui/row-fields.ts';

/** Which rows of a list a bulk form is about: those that were ticked, by their keys, or all that match its filter, with how many those were when it was sent. */
export type BulkScope = { keys: string[] } | { matching: number };

/** The keys of the rows whose boxes are ticked in a form. */
export const keysIn = (names: Iterable<string>): string[] =>
  [...names]
    .filter((name) => name.startsWith(rowFieldPrefix))
    .map((name) => name.slice(rowFieldPrefix.length));

/** Which rows a bulk form (bulk-bar.tsx) is about, or the address it leads to. @throws {Refusal} invalid where none was ticked */
export function readBulkScope(form: FormData | URLSearchParams): BulkScope {
  if (form.get('all') === 'yes') return { matching: Number(form.get('matching')) };
  const keys = keysIn(form.keys());
  if (keys.length === 0) throw new Refusal('invalid', 'Select at least one row first.');
  return { keys };
}

/**
 * Refuses to act on all that match where there are more of them now than who pressed has seen.
 * @throws {Refusal} conflict
 */
export function refuseMore({ matching }: { matching: number }, { count }: { count: number }): void {
  if (count > matching || !Number.isSafeInteger(matching))
    throw new Refusal(
      'conflict',
      'More rows match the filter now than when you looked. Check the list, then try again.',
    );
}

/** The rows that were ticked in a form that was refused. */
export const tickedIn = (reply: FormReply | undefined): ReadonlySet<string> =>
  new Set(keysIn(Object.keys(reply?.lastResult.initialValue ?? {})));

/** Whether all that match stay chosen in a form that was refused: where one of its fields is, not where the form as a whole is. */
export const isAllIn = (reply: FormReply | undefined): boolean =>
  reply?.lastResult.initialValue?.all === 'yes' && !reply.lastResult.error?.[''];

/** How a row with a UUID is known in a bulk form, and back; what is none stays as it is. */
export const keyOfId = (id: string): string => id.replaceAll('-', '');
export const idOfKey = (key: string): string =>
  key.replace(/^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/, '$1-$2-$3-$4-$5');
