import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { z } from 'zod';

/** The folder of everything an owner can edit: words, courses, guides. Read at start, never sent to the browser whole. */
const contentDir = join(process.cwd(), 'content');

/** A content file that cannot be used; the message names the file and every problem in it. */
export class ContentError extends Error {}

function check<S extends z.ZodType>(path: string, value: unknown, schema: S): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => `${issue.path.join('.') || 'file'}: ${issue.message}`);
  throw new ContentError(`content/${path}: ${problems.join('; ')}`);
}

function read(path: string): string {
  try {
    return readFileSync(join(contentDir, path), 'utf8').replaceAll('\r\n', '\n');
  } catch {
    throw new ContentError(`content/${path} is missing`);
  }
}

/** Reads a Markdown file: its front matter, checked by `schema`, and its body. @throws {ContentError} */
export function readMarkdown<S extends z.ZodType>(
  path: string,
  schema: S,
): { attributes: z.output<S>; body: string } {
  const match = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(read(path));
  if (!match) throw new ContentError(`content/${path} must begin with front matter between --- lines`);
  const [, matter = '', body = ''] = match;
  return { attributes: check(path, parseYaml(path, matter), schema), body: body.trim() };
}

/** Reads a YAML file, checked by `schema`. @throws {ContentError} */
export function readYaml<S extends z.ZodType>(path: string, schema: S): z.output<S> {
  return check(path, parseYaml(path, read(path)), schema);
}

function parseYaml(path: string, text: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    throw new ContentError(`content/${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Reads a file as it is, e.g. a figure. @throws {ContentError} */
export function readText(path: string): string {
  return read(path);
}

/** The names in a content folder that `pattern` matches, sorted; none when the folder is missing. */
export function listContent(folder: string, pattern: RegExp): string[] {
  const path = join(contentDir, folder);
  return existsSync(path)
    ? readdirSync(path)
        .filter((name) => pattern.test(name))
        .sort()
    : [];
}

/** Whether there is such a file. */
export const hasContent = (path: string): boolean => existsSync(join(contentDir, path));
