import { splitMarkdown } from '#app/platform/content/files.server.ts';
import { parseYaml } from '#app/platform/content/yaml.server.ts';

// What the files of a course say, without their Markdown, which takes far longer to read.

/** What a file says before its text, or as a whole under `file`; nothing where it cannot be read. */
export function factsIn(path: string, text: string | null): Record<string, unknown> {
  if (text === null) return {};
  try {
    const isYaml = path.endsWith('.yaml');
    const data = parseYaml(isYaml ? text : (splitMarkdown(text)?.matter ?? ''));
    if (isYaml) return { file: data };
    return typeof data === 'object' && data !== null ? { ...data } : {};
  } catch {
    return {};
  }
}

/** How many questions a quiz has, or slides a deck; 0 where its file cannot be read. */
export function countItems(path: string, text: string | null, list: 'questions' | 'slides'): number {
  const { file } = factsIn(path, text) as { file?: Record<string, unknown> | null };
  const items = file?.[list];
  return Array.isArray(items) ? items.length : 0;
}

/** How many lines of a lesson begin with a box to tick. */
export const countBoxes = (text: string | null): number =>
  text?.match(/^[ \t]*[-*+] \[[ xX]\] \S/gm)?.length ?? 0;
