import { Tokenizer } from 'htmlparser2';
import { TagAttributes } from '#app/platform/mail/reading/html-attributes.ts';
import { OpenEffects } from '#app/platform/mail/reading/html-effects.ts';
import { LineWriter } from '#app/platform/mail/reading/html-line-writer.ts';
import { containers, effectOf, newLineTags } from '#app/platform/mail/reading/html-marks.ts';
import { type OpenElement, OpenElements } from '#app/platform/mail/reading/html-open-elements.ts';
import { type DataPicture, HtmlPictures, wordsOfPicture } from '#app/platform/mail/reading/html-pictures.ts';
import {
  hiddenTags,
  isSwallowing,
  looksLikePage,
  withoutAttributes,
  withoutComments,
  withoutTag,
} from '#app/platform/mail/reading/html-repair.ts';
import { type MailLine, maxTextLength } from '#app/platform/mail/reading/mail-line.ts';

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

/** Broken HTML is read anew from where it breaks; each time costs as much as reading what is left. */
const maxRepairs = 20;
/** Names of elements and attributes are looked at no further than this. */
const maxName = 30;

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
  private readonly effects = new OpenEffects();
  private readonly writer = new LineWriter(this.effects);
  private readonly pictures = new HtmlPictures();
  private readonly attributes = new TagAttributes();
  private readonly open = new OpenElements();
  private tag = '';
  /** Up to where the HTML was understood: a tag that never ends is not. */
  private understood = 0;

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
    if (this.repairs > 2 * maxRepairs) this.writer.add(rest);
    else {
      this.rest = rest;
      this.stop();
    }
  }

  ontext(start: number, end: number): void {
    this.understood = end;
    if (this.effects.has('hidden')) return;
    this.writer.add(this.html.slice(start, Math.min(end, start + maxTextLength + 1)));
  }

  ontextentity(codepoint: number, end: number): void {
    this.understood = end;
    if (codepoint > 0) this.writer.add(codepoint === 160 ? ' ' : String.fromCodePoint(codepoint));
  }

  onopentagname(start: number, end: number): void {
    this.understood = start - 1;
    this.tag = this.nameAt(start, end);
    this.attributes.clear();
  }

  private nameAt(start: number, end: number): string {
    return this.html.slice(start, Math.min(end, start + maxName)).toLowerCase();
  }

  onattribname(start: number, end: number): void {
    this.attributes.begin(this.nameAt(start, end));
  }

  onattribdata(start: number, end: number): void {
    this.attributes.add(this.html, start, end);
  }

  onattribentity(codepoint: number): void {
    this.attributes.addEntity(codepoint);
  }

  onattribend(): void {
    const value = this.attributes.finish();
    const { name, start, end } = this.attributes;
    if (this.repairs < maxRepairs && isSwallowing(name, value))
      this.repair(withoutAttributes(this.html.slice(this.understood)));
    else if (name === 'src' && this.tag === 'img' && start !== -1)
      this.pictures.add(value, this.html, start, end);
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
    const { tag: name, writer } = this;
    const { values } = this.attributes;
    if (name === 'br') writer.endLine(true);
    if (name === 'img') writer.put(wordsOfPicture(values, this.effects.depth() > 0));
    if (name === 'input' && values.get('type') !== 'hidden') writer.add(values.get('value') ?? '');
    if (name === 'p' && this.open.innermost?.name === 'p') this.close('p');
    if (newLineTags.has(name)) writer.endLine(false);
    if (name === 'td' || name === 'th') writer.add(' ');
    if (name === 'li') writer.put('- ');
    if (containers.has(name)) this.openContainer(name, values);
  }

  private openContainer(name: string, values: ReadonlyMap<string, string>): void {
    const effect = effectOf(name, values);
    if (effect !== null && effect !== 'link' && effect !== 'hidden') this.writer.endLine(false);
    if ((effect === 'quote' || effect === 'passage') && this.effects.depth() === 0) this.writer.gap();
    const [href = '', style = '', className = ''] = ['href', 'style', 'class'].map((each) =>
      values.get(each),
    );
    const hasGap = name === 'p' && !/margin:\s*0/.test(style) && !className.toLowerCase().includes('mso');
    this.open.push({ name, effect, href, linkStart: this.writer.position(), hasGap });
    this.effects.begin(effect);
    if (effect === 'hidden') this.hiddenStart = this.understood;
  }

  onclosetag(start: number, end: number): void {
    this.understood = end + 1;
    const name = this.nameAt(start, end);
    if (this.isHidingPage(name, start)) this.repairHidden(name, this.repairs >= maxRepairs);
    else if (name === 'br') this.writer.endLine(true);
    else if (this.open.has(name)) this.close(name);
    else if (newLineTags.has(name)) this.writer.endLine(false);
  }

  /** Closes an element, and what was left open in it. */
  private close(name: string): void {
    for (let last = this.open.pop(); last; last = this.open.pop()) {
      const { effect } = last;
      if (newLineTags.has(last.name) || (effect !== null && effect !== 'link')) this.writer.endLine(false);
      if (effect === 'link') this.addAddress(last);
      this.effects.end(effect);
      const isQuotation = effect === 'quote' || effect === 'passage';
      if (last.hasGap || (isQuotation && this.effects.depth() === 0)) this.writer.gap();
      if (last.name === name) return;
    }
  }

  /** Where a link leads, unless its words say so. */
  private addAddress({ href, linkStart }: OpenElement): void {
    if (this.effects.has('quote') || !/^(?:https?:\/\/|mailto:|tel:)/i.test(href) || href.length > 500)
      return;
    const words = this.writer.wordsSince(linkStart);
    const bare = href.replace(/^(?:https?:\/\/(?:www\.)?|mailto:|tel:)/i, '').replace(/[/?]$/, '');
    if (words !== '' && words.length < 1_000 && !words.includes(bare)) this.writer.put(` <${href}>`);
  }

  private isHidingPage(name: string, end: number): boolean {
    if (!hiddenTags.has(name) || name === 'script' || !this.open.has(name)) return false;
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
    const last = this.open.innermost;
    // What begins like a tag and never ends may be meant as words.
    if (last?.effect === 'hidden') this.repairHidden(last.name, true);
    else if (/^<[/!?a-z]/i.test(this.html.slice(this.understood, this.understood + 2)))
      this.repair(withoutAttributes(this.html.slice(this.understood)));
    else this.writer.endLine(false);
  }

  finish(): HtmlText {
    const { lines, isCut } = this.writer;
    const { contentIds, pictures } = this.pictures;
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
