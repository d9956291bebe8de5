/** What a letter can say of its reader, as `{{ first_name | there }}`. */
export const mergeFields = {
  first_name: 'First name',
  name: 'Full name',
  company: 'Company',
  username: 'Username',
} as const;

type MergeField = keyof typeof mergeFields;

/** A place that a reader's own words take; the fallback is for readers who have none. */
export interface Merge {
  field: MergeField;
  fallback: string;
}

/** What is known of a reader. */
export type Reader = Readonly<Record<'name' | 'company' | 'username', string>>;

/** What is wrong with a text's merge fields, for whoever typed it; null where nothing is. */
export function mergeProblem(text: string): string | null {
  for (const [, raw = ''] of text.matchAll(placeForm)) {
    const name = raw.trim();
    if (!Object.hasOwn(mergeFields, name))
      return `There is no field "${name}". Use ${Object.keys(mergeFields).join(', ')}.`;
  }
  return /\{\{|\}\}/.test(text.replace(placeForm, ''))
    ? 'Write a field as {{ first_name | there }}: this one is not closed.'
    : null;
}

const placeForm = /\{\{([^{}|]*)(?:\|([^{}|]*))?\}\}/g;

/** Signs of Unicode's private use, which stand for nothing in what anybody types. */
const [opening, closing] = ['\uE000', '\uE001'];

/** Puts a mark in the place of each merge field; what it stands for is added to `merges`, by the mark's name. */
export function markMerges(text: string, merges: Map<string, Merge>): string {
  return text.replace(/[\uE000-\uF8FF]/g, '').replace(placeForm, (_, raw: string, fallback = '') => {
    const merge = { field: raw.trim() as MergeField, fallback: String(fallback).trim() };
    const name = `m${merges.size}`;
    merges.set(name, merge);
    return mark(name);
  });
}

/** The mark of a value that is filled in for each reader. */
export const mark = (name: string): string => `${opening}${name}${closing}`;

function mergeValue({ field, fallback }: Merge, { name, company, username }: Reader): string {
  const values: Record<MergeField, string> = {
    first_name: name.trim().split(/\s+/)[0] ?? '',
    name: name.trim(),
    company: company.trim(),
    username,
  };
  return values[field] || fallback;
}

/** What the marks say for one reader. */
export const mergeValues = (merges: ReadonlyMap<string, Merge>, reader: Reader): Record<string, string> =>
  Object.fromEntries([...merges].map(([name, merge]) => [name, mergeValue(merge, reader)]));
