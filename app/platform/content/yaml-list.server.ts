import { isDeepStrictEqual } from 'node:util';
import { isMap, isSeq, parse, stringify } from 'yaml';
import { parseYaml, parseYamlDocument, yamlOptions } from '#app/platform/content/yaml.server.ts';

// Changes one list of a YAML file and leaves the rest of it, comments and line breaks included, as its author wrote it: a diff of two
// versions then shows what was changed and nothing else.

/** An item of the changed list: one of the items there were, by its place from 0, or another value. */
export type ListItem = { from: number } | { value: unknown };

/** Where long texts are wrapped, as in the files of content/. */
const lineWidth = 120;

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};

/** The items of a list in a file; none where there is no such list. @throws {Error} in words for an author, for what is no YAML */
export function listIn(text: string, key: string): unknown[] {
  const list = recordOf(parseYaml(text))[key];
  return Array.isArray(list) ? list : [];
}

/** The lines of a value as an item of a list below `key`. */
const linesOfItem = (key: string, value: unknown): string =>
  stringify({ [key]: [value] }, { lineWidth }).slice(key.length + 2);

/** Where the lines of each item of a list begin, and where those of the last end; null where they do not each begin a line. */
function linesOfItems(text: string, key: string): number[] | null {
  const { contents, errors } = parseYamlDocument(text);
  const list = errors.length === 0 && isMap(contents) ? contents.get(key, true) : undefined;
  if (!isSeq(list) || list.flow || !list.range || list.items.length === 0) return null;
  const starts = list.items.map((item) => {
    const at = (item as { range?: [number, number, number] }).range?.[0] ?? -1;
    const start = text.lastIndexOf('\n', at - 1) + 1;
    return at >= 0 && /^ {2}- +$/.test(text.slice(start, at)) ? start : -1;
  });
  return starts.includes(-1) ? null : [...starts, list.range[2]];
}

function splice(text: string, key: string, items: readonly ListItem[]): string | null {
  const starts = linesOfItems(text, key);
  if (!starts) return null;
  const chunks = starts.slice(1).map((end, index) => {
    const lines = text.slice(starts[index], end);
    return lines.endsWith('\n') ? lines : `${lines}\n`;
  });
  const lines = items.map((item) => ('from' in item ? chunks[item.from] : linesOfItem(key, item.value)));
  return `${text.slice(0, starts[0])}${lines.join('')}${text.slice(starts.at(-1))}`;
}

function rewrite(text: string, key: string, values: readonly unknown[]): string {
  const document = parseYamlDocument(text);
  if (document.errors.length > 0 || !isMap(document.contents))
    document.contents = document.createNode({}) as never;
  document.set(key, document.createNode(values));
  return document.toString({ lineWidth });
}

/** A file with these items as its list. @throws {Error} in words for an author, for what is no YAML */
export function withItems(text: string, key: string, items: readonly ListItem[]): string {
  const before = recordOf(parseYaml(text));
  const list = listIn(text, key);
  const values = items.map((item) => ('from' in item ? list[item.from] : item.value));
  if (isDeepStrictEqual(before[key], values)) return text;
  const spliced = splice(text, key, items);
  try {
    // A way of writing that the lines do not show, such as an item that begins on another line, is written anew.
    if (spliced !== null && isDeepStrictEqual(parse(spliced, yamlOptions), { ...before, [key]: values }))
      return spliced;
  } catch {
    // As above.
  }
  return rewrite(text, key, values);
}

/** A file with some of its values in place of what it says of them; undefined takes one away. */
export function withValues(text: string, values: Readonly<Record<string, unknown>>): string {
  const before = recordOf(parseYaml(text));
  const changed = Object.entries(values).filter(([key, value]) => !isDeepStrictEqual(before[key], value));
  if (changed.length === 0) return text;
  const after = Object.fromEntries(
    Object.entries({ ...before, ...values }).filter(([, value]) => value !== undefined),
  );
  let lines = text;
  for (const [key] of changed) lines = lines.replace(new RegExp(`^${key}:.*\\n(?:[ \\t]+.*\\n)*`, 'm'), '');
  const added = Object.fromEntries(changed.filter(([, value]) => value !== undefined));
  if (Object.keys(added).length > 0) lines = `${stringify(added, { lineWidth })}${lines}`;
  try {
    if (isDeepStrictEqual(parse(lines, yamlOptions), after)) return lines;
  } catch {
    // Written anew, as below.
  }
  const document = parseYamlDocument(text);
  if (document.errors.length > 0 || !isMap(document.contents))
    document.contents = document.createNode({}) as never;
  for (const [key, value] of changed)
    if (value === undefined) document.delete(key);
    else document.set(key, document.createNode(value));
  return document.toString({ lineWidth });
}
