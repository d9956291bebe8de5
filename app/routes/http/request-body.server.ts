import { MIMEType } from 'node:util';
import { data } from 'react-router';
import { joinedBytes } from '#app/platform/joined-bytes.ts';
import { requestScope } from '#app/platform/runtime/request-scope.server.ts';

/** No form of the site comes near this many bytes; what brings files reads its body in another way. */
const maxFormBytes = 50_000;
const usualMaxFields = 50;
/** The largest of the sheets to fill in has 16 columns and 12 rows. */
export const mostFields = 260;
const fieldName = /^[A-Za-z][A-Za-z0-9_]{0,39}$/;

const tooLong = () =>
  data('That form is longer than this site accepts. Please go back and shorten it.', { status: 413 });
const unreadable = () => data('That form could not be read. Please go back and try again.', { status: 400 });

/**
 * The bytes of a body, counted as they come, whatever the request says of its length.
 * @throws 413 past `maxBytes`, 400 where the sender breaks off.
 */
export async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get('Content-Length') ?? 0) > maxBytes) throw tooLong();
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of request.body ?? []) {
      length += chunk.byteLength;
      if (length > maxBytes) break;
      chunks.push(chunk);
    }
  } catch {
    throw unreadable();
  }
  if (length > maxBytes) throw tooLong();
  return joinedBytes(chunks, new ArrayBuffer(length));
}

/** @throws 400 for what is no type, or names nothing that stands between the parts */
function multipartType(type: string): { boundary: string; type: string } {
  try {
    const read = new MIMEType(type);
    const boundary = read.params.get('boundary');
    // Written anew, so that the parser cannot read it in another way.
    if (boundary) return { boundary, type: String(read) };
  } catch {
    // What is no type is told below.
  }
  throw unreadable();
}

/** Whether what stands before each part, and at the end, comes more often than so many parts have it. */
function hasMoreParts(bytes: Uint8Array<ArrayBuffer>, boundary: string, most: number): boolean {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const line = Buffer.from(`--${boundary}`);
  let count = 0;
  for (let at = all.indexOf(line); at >= 0 && count <= most + 1; at = all.indexOf(line, at + line.length))
    count += 1;
  return count > most + 1;
}

async function parseMultipart(
  bytes: Uint8Array<ArrayBuffer>,
  sentType: string,
  maxParts: number,
): Promise<FormData> {
  const { boundary, type } = multipartType(sentType);
  // Counted before it is parsed, as below: 16 MB of empty parts would take more than a second.
  if (hasMoreParts(bytes, boundary, maxParts)) throw unreadable();
  return new Response(bytes, { headers: { 'Content-Type': type } }).formData().catch(() => {
    throw unreadable();
  });
}

function parseUrlEncoded(text: string, maxFields: number): FormData {
  // Counted before it is parsed: parsing costs by the field.
  if (text.split('&', maxFields + 1).length > maxFields) throw unreadable();
  const form = new FormData();
  for (const [name, value] of new URLSearchParams(text)) form.append(name, value);
  return form;
}

/** Each field is named as forms of this site name theirs, comes once, and holds text that a keyboard can type. */
function isPlain(form: FormData, maxFields: number): boolean {
  const names = [...form.keys()];
  return (
    names.length <= maxFields &&
    new Set(names).size === names.length &&
    names.every((name) => fieldName.test(name)) &&
    // No keyboard types NUL, and Postgres stores none.
    [...form.values()].every((value) => typeof value === 'string' && !value.includes('\0'))
  );
}

/**
 * The posted form; `maxFields` where one of the site's has more than fifty. Whatever parses a form takes it from here: parsers that turn names such as `email[9]` into lists, or
 * walk over thousands of fields, would hold up everybody else's requests.
 * @throws 413 for a body past 50 kB; 400 for one that is no form, for names no form of this site has, and for a name that comes twice.
 */
export async function readForm(request: Request, maxFields = usualMaxFields): Promise<FormData> {
  const type = request.headers.get('Content-Type') ?? '';
  const isMultipart = /^multipart\/form-data\b/i.test(type);
  if (!isMultipart && !/^application\/x-www-form-urlencoded\b/i.test(type)) throw unreadable();
  const bytes = await readBytes(request, maxFormBytes);
  const form = isMultipart
    ? await parseMultipart(bytes, type, maxFields)
    : parseUrlEncoded(new TextDecoder().decode(bytes), maxFields);
  if (!isPlain(form, maxFields)) throw unreadable();
  noteSent(form);
  return form;
}

/** Keeps the form with its request, so that it can be given back where it cannot be saved (P226). */
function noteSent(form: FormData, fileNames?: string[]): void {
  const scope = requestScope();
  if (scope) scope.sentForm = { form, files: fileNames ? [{ name: filesField, fileNames }] : [] };
}

/** A file of a form, with the name it was sent under. */
interface FormFile {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** A form, and the files that came with it. */
export interface FilledForm {
  form: FormData;
  files: FormFile[];
}

/** The field that files are sent in, in every form that takes them. */
const filesField = 'files';

/** So many bytes a form with files may have: the listener lets no more through either. */
const maxFilesBytes = 16_000_000;

/**
 * The posted form, and the files of its field "files", fifty at most; a field that was left empty brings none. The rest is as of
 * `readForm`.
 * @throws 413 past `maxBytes` (16 MB), or 50 kB without files; 400 as `readForm`
 */
export async function readFormWithFiles(
  request: Request,
  maxFields = usualMaxFields,
  maxBytes = maxFilesBytes,
): Promise<FilledForm> {
  const type = request.headers.get('Content-Type') ?? '';
  if (!/^multipart\/form-data\b/i.test(type)) return { form: await readForm(request, maxFields), files: [] };
  const sent = await parseMultipart(await readBytes(request, maxBytes), type, maxFields + usualMaxFields);
  const takesFiles = sent.has(filesField);
  const files = sent
    .getAll(filesField)
    .filter((file) => file instanceof File)
    .filter(({ name, size }) => size > 0 || name !== '');
  sent.delete(filesField);
  const texts = [...sent.values()].map((value) => (typeof value === 'string' ? value.length : 0));
  if (texts.reduce((sum, length) => sum + length, 0) > maxFormBytes) throw tooLong();
  if (files.length > usualMaxFields || !isPlain(sent, maxFields)) throw unreadable();
  noteSent(sent, takesFiles ? files.map(({ name }) => name) : undefined);
  return {
    form: sent,
    files: await Promise.all(files.map(async (file) => ({ name: file.name, bytes: await file.bytes() }))),
  };
}
