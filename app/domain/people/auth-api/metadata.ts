import { validationFailed } from '#app/domain/people/auth-api/errors.ts';

/**
 * What an app may keep with an account, and what a program may, each, in bytes of JSON. Both are part of each access token, and with
 * more of them the header it is sent in would be longer than Node takes (16 KB): its owner could not even change them back.
 */
const mostBytes = 4_000;

/** Metadata as it is after a change: names that are set to null are removed. @throws {AuthApiError} validation_failed when it is too long */
export function mergeMetadata(
  present: Record<string, unknown> | null,
  change: Record<string, unknown>,
): Record<string, unknown> {
  const merged = Object.fromEntries(
    [...Object.entries(present ?? {}), ...Object.entries(change)].filter(
      ([name]) => !(Object.hasOwn(change, name) && change[name] === null),
    ),
  );
  if (Buffer.byteLength(JSON.stringify(merged)) > mostBytes)
    throw validationFailed(`Metadata can have at most ${mostBytes} bytes`, 422);
  return merged;
}

const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

/** The name that an app has sent with a sign-up, by the names that apps use for it; empty parts where it has sent none. */
export function nameIn(data: Record<string, unknown>): { firstName: string; lastName: string } {
  const firstName = text(data.first_name) || text(data.firstName);
  const lastName = text(data.last_name) || text(data.lastName);
  if (firstName !== '' || lastName !== '') return { firstName, lastName };
  const whole = text(data.full_name) || text(data.name);
  const [first = '', ...others] = whole.split(/\s+/);
  return { firstName: first, lastName: others.join(' ') };
}
