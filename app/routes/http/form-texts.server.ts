import { mostFields, readFormWithFiles } from '#app/routes/http/request-body.server.ts';

/** Names, addresses and the like are typed again in a moment. */
const minLength = 20;

/** A form with larger files is not read: whoever sends it may be nobody. In bytes. */
export const mostOfNobody = 1_000_000;

/** No form shows a password again. */
const isWords = (name: string, value: FormDataEntryValue): value is string =>
  typeof value === 'string' && !/password/i.test(name) && value.length >= minLength && /\S\s+\S/.test(value);

/** The texts of a form that somebody took time to write, each once, without its files. */
export function textsOf(form: FormData): string[] {
  const texts = [...form].flatMap(([name, value]) => (isWords(name, value) ? [value.trim()] : []));
  return [...new Set(texts)];
}

/** The same of a form that nobody has read yet; none where it cannot be read, or is of more than 1 MB. */
export async function writtenIn(request: Request): Promise<string[]> {
  try {
    const { form } = await readFormWithFiles(request, mostFields, mostOfNobody);
    return textsOf(form);
  } catch {
    return [];
  }
}
