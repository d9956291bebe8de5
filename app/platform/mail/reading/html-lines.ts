import { Tokenizer } from 'htmlparser2';
import { containers, type Effect, effectOf, newLineTags } from '#app/platform/mail/reading/html-marks.ts';
import {
  hiddenTags,
  isSwallowing,
  looksLikePage,
  withoutAttributes,
  withoutComments,
  withoutTag,
} from '#app/platform/mail/reading/html-repair.ts';
import { type MailLine, maxLines, maxTextLength } from '#app/platform/mail/reading/mail-line.ts';

/** What the HTML of a mail says. */
export interface HtmlText {
  lines: MailLine[];
  /** The ids of the parts that it shows as pictures (cid:). */
  contentIds: Set<string>;
  /** Pictures that are written into it. */
  pictures: DataPicture[];
  /** Whether it has more words than are read. */
  isCut: boolean;
}

/** A picture in a data: address. */
export interface DataPicture {
  name: string;
  type: string;
  bytes: Buffer;
}

interface OpenElement {
  name: string;
  effect: Effect;
  /** Of a link. */
  href: string;
  linkStart: number;
  /** Whether an empty line follows it. */
  hasGap: boolean;
}

/** Attributes are looked at no further than this; the rest of a long one is skipped, pictures aside. */
const maxAttribute = 4_000;
const maxPictures = 20;
/** Broken HTML is read anew from where it breaks; each time costs as much as reading what is left. */
const maxRepairs = 20;

/**
 * The words of HTML, line by line, with what mail programs say of them: quotations, their introductions, signatures. It goes through the
 * HTML token by token, and makes no tree of it: a mail can be nested so deep that whatever does falls over. Where a tag, a comment or a
 * style sheet never ends, what follows is read as words.
 */
export function htmlLines(html: string): HtmlText {
  const reader = new Reader();
  for (let rest: string | null = html; rest !== null; rest = reader.takeRest()) {
    const tokenizer = new Tokenizer({ decodeEntities: true }, reader);
    reader.begin(rest, () => tokenizer.pause());
    tokenizer.write(rest);
    tokenizer.end();
  }
  return reader.finish();
}

class Reader {
  private html = '';
  private stop: () => void = () => {};
  /** What is still to be read, where the HTML is broken before it. */
  private rest: string | null = null;
  private repairs = 0;
  /** Where what a hidden element holds begins. */
  private hiddenStart = 0;
  private readonly lines: MailLine[] = [];
  private readonly contentIds = new Set<string>();
  private readonly pictures: DataPicture[] = [];
  private readonly open: OpenElement[] = [];
  private readonly openCounts = new Map<string, number>();
  private readonly effects = new Map<Effect, number>();
  private pieces: string[] = [];
  private endsInSpace = true;
  private length = 0;
  private lineLength = 0;
  private isCut = false;
  private tag = '';
  /** Up to where the HTML was understood: a tag that never ends is not. */
  private understood = 0;
  private attribute = '';
  private value: string[] = [];
  private valueLength = 0;
  private valueStart = -1;
  private valueEnd = -1;
  private attributes = new Map<string, string>();
  private skipsLineBreak = true;

  begin(html: string, stop: () => void): void {
    this.html = html;
    this.stop = stop;
    this.understood = 0;
    this.tag = '';
  }

  takeRest(): string | null {
    const { rest } = this;
    this.rest = null;
    return rest;
  }

  /** Reads on in the repaired rest instead of what follows here. */
  private repair(rest: string): void {
    this.repairs += 1;
    if (this.repairs > 2 * maxRepairs) this.add(rest);
    else {
      this.rest = rest;
      this.stop();
    }
  }

  private count(effect: Effect): number {
    return this.effects.get(effect) ?? 0;
  }

  private depth(): number {
    return this.count('quote') + this.count('passage');
  }

  private add(text: string): void {
    if (this.count('hidden') > 0 || this.isCut) return;
    const room = maxTextLength - this.length;
    if (text.length > room || this.lines.length > maxLines) this.isCut = true;
    const words = text.slice(0, Math.max(room, 0));
    if (this.count('pre') > 0) {
      const [first = '', ...rest] = words.split('\n');
      this.put(first);
      for (const line of rest) {
        this.endLine(true);
        this.put(line);
      }
      return;
    }
    // Of white space one blank is left.
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

  private put(text: string): void {
    if (text === '') return;
    this.pieces.push(text);
    this.length += text.length;
    this.lineLength += text.length;
    this.endsInSpace = text === ' ';
    this.skipsLineBreak = false;
  }

  /** Ends the line; a second time makes an empty one where it `isBreak`. */
  private endLine(isBreak: boolean): void {
    if (this.count('hidden') > 0 || this.isCut) return;
    if (this.pieces.length === 0 && (!isBreak || this.skipsLineBreak)) return;
    const text = this.pieces.join('').replaceAll('\u00a0', ' ').replaceAll('\0', '').trimEnd();
    const depth = this.depth();
    const mark =
      this.count('attribution') > 0
        ? 'attribution'
        : this.count('head') > 0
          ? 'head'
          : this.count('signature') > 0
            ? 'signature'
            : this.count('quote') > 0
              ? 'quote'
              : undefined;
    this.lines.push({ text, depth, ...(mark === undefined ? {} : { mark }) });
    this.length += 1;
    this.pieces = [];
    this.lineLength = 0;
    this.endsInSpace = true;
  }

  private gap(): void {
    const last = this.lines.at(-1);
    if (last && last.text !== '') this.lines.push({ text: '', depth: Math.min(last.depth, this.depth()) });
  }

  ontext(start: number, end: number): void {
    this.understood = end;
    if (this.count('hidden') > 0) return;
    this.add(this.html.slice(start, Math.min(end, start + maxTextLength + 1)));
  }

  ontextentity(codepoint: number, end: number): void {
    this.understood = end;
    if (codepoint > 0) this.add(codepoint === 160 ? ' ' : String.fromCodePoint(codepoint));
  }

  onopentagname(start: number, end: number): void {
    this.understood = start - 1;
    this.tag = this.html.slice(start, Math.min(end, start + 30)).toLowerCase();
    this.attributes = new Map();
  }

  onattribname(start: number, end: number): void {
    this.attribute = this.html.slice(start, Math.min(end, start + 30)).toLowerCase();
    this.value = [];
    this.valueLength = 0;
    this.valueStart = -1;
  }

  onattribdata(start: number, end: number): void {
    if (this.valueStart === -1) this.valueStart = start;
    this.valueEnd = end;
    if (this.valueLength >= maxAttribute) return;
    this.value.push(this.html.slice(start, Math.min(end, start + maxAttribute)));
    this.valueLength += end - start;
  }

  onattribentity(codepoint: number): void {
    if (this.valueLength >= maxAttribute) return;
    this.value.push(String.fromCodePoint(codepoint));
    this.valueLength += 1;
  }

  onattribend(): void {
    if (this.attributes.size < 50 && !this.attributes.has(this.attribute))
      this.attributes.set(this.attribute, this.value.join(''));
    if (this.repairs < maxRepairs && isSwallowing(this.attribute, this.value.join('')))
      this.repair(withoutAttributes(this.html.slice(this.understood)));
    else if (this.attribute === 'src' && this.tag === 'img' && this.valueStart !== -1) this.readSource();
  }

  /** Where a picture comes from: a part of the mail, or the address itself. */
  private readSource(): void {
    const source = this.value.join('').trim();
    const lower = source.slice(0, 12).toLowerCase();
    if (lower.startsWith('cid:')) this.contentIds.add(decodeCid(source.slice(4)));
    if (!lower.startsWith('data:image/') || this.pictures.length >= maxPictures) return;
    const comma = this.html.indexOf(',', this.valueStart);
    if (comma === -1 || comma > this.valueEnd || comma - this.valueStart > 200) return;
    const [type = '', ...rest] = this.html
      .slice(this.valueStart, comma)
      .trim()
      .slice(5)
      .toLowerCase()
      .split(';');
    const data = this.html.slice(comma + 1, this.valueEnd);
    const bytes = rest.some((each) => each.trim() === 'base64')
      ? Buffer.from(data, 'base64')
      : Buffer.from(data, 'latin1');
    this.pictures.push({ name: `picture-${this.pictures.length + 1}`, type, bytes });
  }

  onopentagend(end: number): void {
    if (this.rest !== null) return;
    this.understood = end + 1;
    this.openTag();
    this.tag = '';
  }

  onselfclosingtag(end: number): void {
    if (this.rest !== null) return;
    this.understood = end + 1;
    this.openTag();
    if (containers.has(this.tag) && this.tag !== 'p' && this.tag !== 'div') this.close(this.tag);
    this.tag = '';
  }

  private openTag(): void {
    const name = this.tag;
    if (name === 'br') this.endLine(true);
    if (name === 'img') this.addAlternative();
    if (name === 'input' && this.attributes.get('type') !== 'hidden')
      this.add(this.attributes.get('value') ?? '');
    if (name === 'p' && (this.openCounts.get('p') ?? 0) > 0 && this.open.at(-1)?.name === 'p')
      this.close('p');
    if (newLineTags.has(name)) this.endLine(false);
    if (name === 'td' || name === 'th') this.add(' ');
    if (name === 'li') this.put('- ');
    if (!containers.has(name)) return;
    const effect = effectOf(name, this.attributes);
    if (effect !== null && effect !== 'link' && effect !== 'hidden') this.endLine(false);
    if ((effect === 'quote' || effect === 'passage') && this.depth() === 0) this.gap();
    const [href = '', style = '', className = ''] = ['href', 'style', 'class'].map((each) =>
      this.attributes.get(each),
    );
    const hasGap = name === 'p' && !/margin:\s*0/.test(style) && !className.toLowerCase().includes('mso');
    this.open.push({ name, effect, href, linkStart: this.pieces.length, hasGap });
    this.openCounts.set(name, (this.openCounts.get(name) ?? 0) + 1);
    if (effect !== null) this.effects.set(effect, this.count(effect) + 1);
    if (effect === 'hidden') this.hiddenStart = this.understood;
  }

  /** Some programs send emoji as pictures. A picture that is elsewhere, and is not there to see who reads, is named with its address. */
  private addAlternative(): void {
    const alternative = this.attributes.get('alt')?.trim() ?? '';
    const isEmoji = alternative.length <= 8 && /\p{Extended_Pictographic}/u.test(alternative);
    if (isEmoji) this.add(alternative);
    const source = this.attributes.get('src')?.trim() ?? '';
    if (isEmoji || this.depth() > 0 || !/^https?:\/\//i.test(source) || isTiny(this.attributes)) return;
    const name = alternative === '' ? 'picture' : `picture: ${alternative.slice(0, 200)}`;
    this.put(`[${name} <${source.slice(0, 500)}>]`);
  }

  onclosetag(start: number, end: number): void {
    this.understood = end + 1;
    const name = this.html.slice(start, Math.min(end, start + 30)).toLowerCase();
    if (this.isHidingPage(name, start)) this.repairHidden(name, this.repairs >= maxRepairs);
    else if (name === 'br') this.endLine(true);
    else if (this.isOpen(name)) this.close(name);
    else if (newLineTags.has(name)) this.endLine(false);
  }

  /** Whether an element is open; paragraphs and links end with the block they stand in. */
  private isOpen(name: string): boolean {
    if ((this.openCounts.get(name) ?? 0) === 0) return false;
    if (name !== 'p' && name !== 'a') return true;
    return (
      this.open.slice(-20).findLast((each) => each.name === name || !['p', 'a'].includes(each.name))?.name ===
      name
    );
  }

  /** Closes an element, and what was left open in it. */
  private close(name: string): void {
    for (let last = this.open.pop(); last; last = this.open.pop()) {
      if (newLineTags.has(last.name) || (last.effect !== null && last.effect !== 'link')) this.endLine(false);
      if (last.effect === 'link') this.addAddress(last);
      this.openCounts.set(last.name, (this.openCounts.get(last.name) ?? 1) - 1);
      if (last.effect !== null) this.effects.set(last.effect, this.count(last.effect) - 1);
      const isQuotation = last.effect === 'quote' || last.effect === 'passage';
      if (last.hasGap || (isQuotation && this.depth() === 0)) this.gap();
      if (last.name === name) return;
    }
  }

  /** Where a link leads, unless its words say so. */
  private addAddress({ href, linkStart }: OpenElement): void {
    if (this.count('quote') > 0 || !/^(?:https?:\/\/|mailto:|tel:)/i.test(href) || href.length > 500) return;
    const words = this.pieces.slice(linkStart).join('').trim();
    const bare = href.replace(/^(?:https?:\/\/(?:www\.)?|mailto:|tel:)/i, '').replace(/[/?]$/, '');
    if (words !== '' && words.length < 1_000 && !words.includes(bare)) this.put(` <${href}>`);
  }

  private isHidingPage(name: string, end: number): boolean {
    if (!hiddenTags.has(name) || name === 'script' || !this.isOpen(name)) return false;
    return looksLikePage(this.html.slice(this.hiddenStart, end));
  }

  /** Shows what an element hides whose end tag is missing. */
  private repairHidden(name: string, isLast: boolean): void {
    this.close(name);
    const rest = this.html.slice(this.hiddenStart);
    this.repair(isLast ? withoutTag(rest, name) : rest);
  }

  onend(): void {
    if (this.rest !== null) return;
    const last = this.open.at(-1);
    // What begins like a tag and never ends may be meant as words.
    if (last?.effect === 'hidden') this.repairHidden(last.name, true);
    else if (/^<[/!?a-z]/i.test(this.html.slice(this.understood, this.understood + 2)))
      this.repair(withoutAttributes(this.html.slice(this.understood)));
    else this.endLine(false);
  }

  finish(): HtmlText {
    const { lines, contentIds, pictures, isCut } = this;
    return { lines, contentIds, pictures, isCut };
  }

  oncdata(start: number, end: number, endOffset: number): void {
    this.ontext(start, end - endOffset);
    this.understood = end + 1;
  }
  oncomment(start: number, end: number): void {
    this.understood = end + 1;
    if (end >= this.html.length && start < end) this.repair(withoutComments(this.html.slice(start)));
  }
  ondeclaration(_start: number, end: number): void {
    this.understood = end + 1;
  }
  onprocessinginstruction(): void {}
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
