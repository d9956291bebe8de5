import { z } from 'zod';

// What an owner has not shown to be true is marked `sample: true` in content and shown in the demo alone (P46).

/** The mark of a claim that waits for a real figure. */
export const sampleMark = z.literal(true).optional();

const isMarked = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'sample' in value && value.sample === true;

/** The data of a file without everything in it that is marked as sample. */
export function withoutSamples(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => !isMarked(item)).map(withoutSamples);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => (isMarked(inner) ? [] : [[key, withoutSamples(inner)]])),
  );
}

/** Everything in a file's data that is marked as sample: where it stands, as keys joined by dots, and its texts. */
export function samplesIn(
  value: unknown,
  place: readonly string[] = [],
): { place: string; texts: string[] }[] {
  if (typeof value !== 'object' || value === null) return [];
  if (isMarked(value))
    return [
      { place: place.join('.'), texts: Object.values(value).filter((inner) => typeof inner === 'string') },
    ];
  return Object.entries(value).flatMap(([key, inner]) => samplesIn(inner, [...place, key]));
}
