import type { OpenEffects } from '#app/platform/mail/reading/html-effects.ts';
import { type MailLine, maxLines, maxTextLength } from '#app/platform/mail/reading/mail-line.ts';

/** Makes lines of the words of HTML, as far as the open elements show them. */
export class LineWriter {
  readonly lines: MailLine[] = [];
  /** Whether there are more words than are read. */
  isCut = false;
  private readonly effects: OpenEffects;
  /** What the open line is made of. */
  private pieces: string[] = [];
  private endsInSpace = true;
  private skipsLineBreak = true;
  private length = 0;

  constructor(effects: OpenEffects) {
    this.effects = effects;
  }

  /** Adds text as HTML has it: of white space one blank is left, unless the text is preformatted. */
  add(text: string): void {
    if (this.effects.has('hidden') || this.isCut) return;
    const room = maxTextLength - this.length;
    if (text.length > room || this.lines.length > maxLines) this.isCut = true;
    const words = text.slice(0, Math.max(room, 0));
    if (this.effects.has('pre')) this.addPreformatted(words);
    else this.addFlowing(words);
  }

  private addPreformatted(words: string): void {
    const [first = '', ...rest] = words.split('\n');
    this.put(first);
    for (const line of rest) {
      this.endLine(true);
      this.put(line);
    }
  }

  private addFlowing(words: string): void {
    let start = -1;
    for (let at = 0; at <= words.length; at += 1) {
      const code = at < words.length ? words.charCodeAt(at) : 32;
      const isSpace = code === 32 || (code >= 9 && code <= 13);
      if (!isSpace && start === -1) start = at;
      if (isSpace && start !== -1) {
        this.put(words.slice(start, at));
        start = -1;
      }
      if (isSpace && at < words.length && !this.endsInSpace) {
        this.put(' ');
        this.endsInSpace = true;
      }
    }
  }

  /** Adds text as it is. */
  put(text: string): void {
    if (text === '') return;
    this.pieces.push(text);
    this.length += text.length;
    this.endsInSpace = text === ' ';
    this.skipsLineBreak = false;
  }

  /** Ends the line; a second time makes an empty one where it `isBreak`. */
  endLine(isBreak: boolean): void {
    if (this.effects.has('hidden') || this.isCut) return;
    if (this.pieces.length === 0 && (!isBreak || this.skipsLineBreak)) return;
    const text = this.pieces.join('').replaceAll('\u00a0', ' ').replaceAll('\0', '').trimEnd();
    const mark = this.effects.mark();
    this.lines.push({ text, depth: this.effects.depth(), ...(mark === undefined ? {} : { mark }) });
    this.length += 1;
    this.pieces = [];
    this.endsInSpace = true;
  }

  /** Leaves an empty line, unless one stands there. */
  gap(): void {
    const last = this.lines.at(-1);
    if (last && last.text !== '')
      this.lines.push({ text: '', depth: Math.min(last.depth, this.effects.depth()) });
  }

  /** Where the open line ends so far, for `wordsSince`. */
  position(): number {
    return this.pieces.length;
  }

  wordsSince(position: number): string {
    return this.pieces.slice(position).join('').trim();
  }
}
