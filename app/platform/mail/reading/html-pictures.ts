/** A picture in a data: address. */
export interface DataPicture {
  name: string;
  type: string;
  bytes: Buffer;
}

const maxPictures = 20;

/** The pictures that HTML shows. */
export class HtmlPictures {
  /** The ids of the parts that it shows (cid:). */
  readonly contentIds = new Set<string>();
  /** Those that are written into it. */
  readonly pictures: DataPicture[] = [];

  /** Notes where a picture comes from: a part of the mail, or the address itself, which stands in the HTML from `start` to `end`. */
  add(value: string, html: string, start: number, end: number): void {
    const source = value.trim();
    const lower = source.slice(0, 12).toLowerCase();
    if (lower.startsWith('cid:')) this.contentIds.add(decodeCid(source.slice(4)));
    if (!lower.startsWith('data:image/') || this.pictures.length >= maxPictures) return;
    const comma = html.indexOf(',', start);
    if (comma === -1 || comma > end || comma - start > 200) return;
    const [type = '', ...rest] = html.slice(start, comma).trim().slice(5).toLowerCase().split(';');
    const encoding = rest.some((each) => each.trim() === 'base64') ? 'base64' : 'latin1';
    const bytes = Buffer.from(html.slice(comma + 1, end), encoding);
    this.pictures.push({ name: `picture-${this.pictures.length + 1}`, type, bytes });
  }
}

/** What stands for a picture among the words: its text where it is an emoji, its address where it is elsewhere; empty for any other. */
export function wordsOfPicture(attributes: ReadonlyMap<string, string>, isQuoted: boolean): string {
  const alternative = attributes.get('alt')?.trim() ?? '';
  // Some programs send emoji as pictures.
  if (alternative.length <= 8 && /\p{Extended_Pictographic}/u.test(alternative)) return alternative;
  const source = attributes.get('src')?.trim() ?? '';
  // One that nobody sees is there to find out who reads the mail.
  if (isQuoted || !/^https?:\/\//i.test(source) || isTiny(attributes)) return '';
  const name = alternative === '' ? 'picture' : `picture: ${alternative.slice(0, 200)}`;
  return `[${name} <${source.slice(0, 500)}>]`;
}

/** Whether a picture is too small to be seen. */
function isTiny(attributes: ReadonlyMap<string, string>): boolean {
  const sizes = [attributes.get('width'), attributes.get('height')].map((size) =>
    Number.parseInt(size ?? '', 10),
  );
  return (
    sizes.some((size) => size <= 3) ||
    /(?:display:\s?none|(?:width|height):\s?[0-3](?:px|;|$))/i.test(attributes.get('style') ?? '')
  );
}

function decodeCid(text: string): string {
  try {
    return decodeURIComponent(text).trim();
  } catch {
    return text.trim();
  }
}
