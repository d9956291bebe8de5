/** Attributes are looked at no further than this; the rest of a long one is skipped, pictures aside. */
const maxAttribute = 4_000;
const maxAttributes = 50;

/** The attributes of the tag that is read just now. */
export class TagAttributes {
  values = new Map<string, string>();
  /** The latest one. */
  name = '';
  /** Where its value stands in the HTML, as it was written; -1 where it has none. */
  start = -1;
  end = -1;
  private pieces: string[] = [];
  private length = 0;

  /** A tag begins. */
  clear(): void {
    this.values = new Map();
  }

  begin(name: string): void {
    this.name = name;
    this.pieces = [];
    this.length = 0;
    this.start = -1;
  }

  add(html: string, start: number, end: number): void {
    if (this.start === -1) this.start = start;
    this.end = end;
    if (this.length >= maxAttribute) return;
    this.pieces.push(html.slice(start, Math.min(end, start + maxAttribute)));
    this.length += end - start;
  }

  addEntity(codepoint: number): void {
    if (this.length >= maxAttribute) return;
    this.pieces.push(String.fromCodePoint(codepoint));
    this.length += 1;
  }

  /** Ends the latest one, and returns its value. */
  finish(): string {
    const value = this.pieces.join('');
    if (this.values.size < maxAttributes && !this.values.has(this.name)) this.values.set(this.name, value);
    return value;
  }
}
