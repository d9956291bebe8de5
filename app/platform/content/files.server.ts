import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash, type Hash } from 'node:crypto';
import { closeSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { parseYaml } from '#app/platform/content/yaml.server.ts';
import { memoizeByObject } from '#app/platform/runtime/memoize-by-object.server.ts';

/** The folder of everything an owner can edit: words, courses, guides. Read at start, never sent to the browser whole. */
const contentDir = join(process.cwd(), 'content');

/** What stands in place of files: texts by their path inside content/; null where a file counts as not being there. */
export type Overrides = ReadonlyMap<string, string | null>;

/** The content as one moment has it. What is made of it is kept with it, see `perContent`, and goes when the content changes. */
interface Edition {
  overrides: Overrides;
}

let edition: Edition = { overrides: new Map() };

/** What is tried, for whatever runs within the trial. */
const tried = new AsyncLocalStorage<Edition>();

const currentEdition = (): Edition => tried.getStore() ?? edition;

const editions = new WeakMap<Overrides, Edition>();

const sayTheSame = (one: Overrides, other: Overrides): boolean =>
  one.size === other.size && [...one].every(([path, text]) => other.get(path) === text && other.has(path));

/**
 * The same texts are the same edition: what was made of them when they were tried is there when they are set, and reading once more
 * what is published already makes nothing anew.
 */
function editionOf(overrides: Overrides): Edition {
  const matchingEdition = sayTheSame(overrides, edition.overrides)
    ? edition
    : (editions.get(overrides) ?? { overrides });
  editions.set(overrides, matchingEdition);
  return matchingEdition;
}

/** From now on content is the files with these texts over them. What was made of other content is forgotten. */
export function setOverrides(overrides: Overrides): void {
  edition = editionOf(overrides);
}

/** What stands over the files now. */
export const currentOverrides = (): Overrides => currentEdition().overrides;

/**
 * Runs `work` as if these texts stood over the files, for trying what is not published; also where it waits for something. Nothing else
 * that runs meanwhile sees them.
 */
export const withOverrides = <T>(overrides: Overrides, work: () => T): T =>
  tried.run(editionOf(overrides), work);

/** Makes something of the content once, and anew when the content has changed. Nothing is kept when `make` throws. */
export function perContent<T>(make: () => T): () => T {
  const ofEdition = memoizeByObject<Edition, T>(make);
  return () => ofEdition(currentEdition());
}

/** A content file that cannot be used; the message names the file and every problem in it. */
export class ContentError extends Error {}

function check<S extends z.ZodType>(path: string, value: unknown, schema: S): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => `${issue.path.join('.') || 'file'}: ${issue.message}`);
  throw new ContentError(`content/${path}: ${problems.join('; ')}`);
}

/** Files as they were when they were first read: a file that is edited meanwhile is taken up by a restart, not by halves. */
const files = new Map<string, string>();

/** The text of a file without what stands over it; null where there is none. */
export function fileText(path: string): string | null {
  const cachedText = files.get(path);
  if (cachedText !== undefined) return cachedText;
  // A text may name a file beside it, and none outside of the folder.
  if (path.split('/').includes('..')) return null;
  try {
    const text = readFileSync(join(contentDir, path), 'utf8').replaceAll('\r\n', '\n');
    files.set(path, text);
    return text;
  } catch {
    return null;
  }
}

/** The bytes of a file that is no text; null where there is none. They are read anew each time. */
export function fileBytes(path: string): Uint8Array<ArrayBuffer> | null {
  if (path.split('/').includes('..')) return null;
  try {
    return new Uint8Array(readFileSync(join(contentDir, path)));
  } catch {
    return null;
  }
}

/** The text of a piece as it is now, null where there is none. */
export function contentText(path: string): string | null {
  const over = currentEdition().overrides.get(path);
  return over === undefined ? fileText(path) : over;
}

function read(path: string): string {
  const text = contentText(path);
  if (text === null) throw new ContentError(`content/${path} is missing`);
  return text;
}

/** Divides a Markdown file into the YAML of its front matter and its body; null where it has no front matter. */
export function splitMarkdown(text: string): { matter: string; body: string } | null {
  const match = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text);
  return match ? { matter: match[1] ?? '', body: (match[2] ?? '').trim() } : null;
}

/**
 * Divides front matter into the facts of a page, the questions that its piece is found by, which no page shows, and the names of boxes
 * whose lines were reworded.
 */
export function splitMatter(data: unknown): { facts: unknown; questions: unknown; boxes: unknown } {
  if (typeof data !== 'object' || data === null || Array.isArray(data))
    return { facts: data, questions: undefined, boxes: undefined };
  const { questions, boxes, ...facts } = data as Record<string, unknown>;
  return { facts, questions, boxes };
}

const boxName = z.string().regex(/^t_[0-9a-f]{16}$/, 'must be the name of a box');

/** Under which names the boxes of reworded lines are kept: see `keysAfterEdit`. */
export const boxKeysSchema = z.record(boxName, boxName).default({});

/** Reads a Markdown file: its front matter but for its questions, checked by `schema`, and its body. @throws {ContentError} */
export function readMarkdown<S extends z.ZodType>(
  path: string,
  schema: S,
): { attributes: z.output<S>; body: string; boxes: z.output<typeof boxKeysSchema> } {
  const parts = splitMarkdown(read(path));
  if (!parts) throw new ContentError(`content/${path} must begin with front matter between --- lines`);
  const { facts, boxes } = splitMatter(dataOf(path, parts.matter));
  return {
    attributes: check(path, facts, schema),
    body: parts.body,
    boxes: check(path, boxes, boxKeysSchema),
  };
}

/**
 * The questions in the front matter of a Markdown file. A text over the file that says nothing of questions, such as one that was
 * published before there were any, has those of the file. @throws {ContentError}
 */
export function readQuestions<S extends z.ZodType<readonly string[]>>(
  path: string,
  schema: S,
): readonly string[] {
  const current = contentText(path);
  const file = fileText(path);
  for (const text of current === file ? [current] : [current, file]) {
    const matter = splitMarkdown(text ?? '')?.matter;
    if (matter === undefined) continue;
    const { questions } = splitMatter(text === current ? dataOf(path, matter) : parseYaml(matter));
    if (questions !== undefined) return check(path, questions, schema);
  }
  return [];
}

/** Reads a YAML file, checked by `schema`. @throws {ContentError} */
export function readYaml<S extends z.ZodType>(path: string, schema: S): z.output<S> {
  return check(path, dataOf(path, read(path)), schema);
}

const parsed = new Map<string, { text: string; value: unknown }>();

/** What a YAML text says. One that has not changed since it was last read is not read again. @throws {ContentError} */
function dataOf(path: string, text: string): unknown {
  const cachedParse = parsed.get(path);
  if (cachedParse?.text === text) return cachedParse.value;
  try {
    const value = parseYaml(text);
    parsed.set(path, { text, value });
    return value;
  } catch (error) {
    throw new ContentError(`content/${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Reads a file as it is, e.g. a figure. @throws {ContentError} */
export function readText(path: string): string {
  return read(path);
}

/** Names in a folder, without what stands over it. */
function fileNames(folder: string): string[] {
  try {
    return readdirSync(join(contentDir, folder));
  } catch {
    return [];
  }
}

/**
 * The names in a content folder that `pattern` matches, sorted; none when the folder is missing. Of folders that stand in it only
 * those are named that hold something.
 */
export function listContent(folder: string, pattern: RegExp): string[] {
  const names = new Set(fileNames(folder));
  const inside = folder === '' ? '' : `${folder}/`;
  for (const [path, text] of currentEdition().overrides) {
    if (!path.startsWith(inside)) continue;
    const [name = '', ...below] = path.slice(inside.length).split('/');
    if (text !== null) names.add(name);
    else if (below.length === 0) names.delete(name);
  }
  return [...names].filter((name) => pattern.test(name)).sort();
}

/** What files are read through that only their hash is made of: a buffer for each would be memory that a process keeps from its start. */
const through = Buffer.alloc(65_536);

function addFile(hash: Hash, path: string): void {
  const file = openSync(path, 'r');
  try {
    for (let size = readSync(file, through); size > 0; size = readSync(file, through))
      hash.update(through.subarray(0, size));
  } finally {
    closeSync(file);
  }
}

function addFolder(hash: Hash, folder: string): void {
  for (const name of readdirSync(folder).sort()) {
    const path = join(folder, name);
    // What a link leads to counts as standing here, as it does when it is read.
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats?.isDirectory()) addFolder(hash, path);
    else if (stats?.isFile()) {
      hash.update(`${path}\0${stats.size}\0`);
      addFile(hash, path);
    }
  }
}

/** The hash of every file of the content as it is on the disk now, whatever this process has read before. */
export function hashOfFiles(folder: string = contentDir): string {
  const hash = createHash('sha256');
  addFolder(hash, folder);
  return hash.digest('hex');
}

/** Whether a file counts as not being there, though it may be. */
export const isTakenAway = (path: string): boolean => currentEdition().overrides.get(path) === null;

/** Whether there is such a piece. */
export const hasContent = (path: string): boolean => contentText(path) !== null;
