/** Where a sentence ends: its last sign, with the citations after it, and before what begins another. */
const end = /[.!?]["'\u201d\u2019)\]*]*(?:\s*\[\d{1,3}\])*(?=\s+["'\u201c(*_]*[\p{Lu}\p{N}])/u;

/** Ends of words that end no sentence. */
const abbreviated = /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|approx|no|dr|mr|mrs|ms|st)\.$/iu;

/** A sentence, with the sign of a list or quotation that its line begins with, and what stood before it. */
export interface Sentence {
  /** Breaks of lines before it, or a space. */
  before: string;
  /** "- ", "1. ", "> " or nothing. */
  mark: string;
  text: string;
}

/** Cuts a text that comes in pieces into sentences, each as soon as it is whole. */
export class Sentences {
  #rest = '';
  #before = '';
  #mark = '';

  /** The sentences that are whole now. */
  push(piece: string): Sentence[] {
    this.#rest += piece;
    return this.#take(false);
  }

  /** What is left at the end. */
  finish(): Sentence[] {
    return this.#take(true);
  }

  #take(isAll: boolean): Sentence[] {
    const sentences: Sentence[] = [];
    for (;;) {
      const whitespace = /^\s+/.exec(this.#rest)?.[0];
      if (whitespace !== undefined) {
        const lines = whitespace.split('\n').length - 1;
        this.#before += lines > 1 ? '\n\n' : lines === 1 ? '\n' : ' ';
        if (lines > 0) this.#mark = '';
        this.#rest = this.#rest.slice(whitespace.length);
      }
      const isAtStart = this.#before === '' || this.#before.includes('\n');
      if (isAtStart && this.#mark === '') {
        const mark = /^(?:[-*+]|\d{1,3}[.)]|>|#{1,6})\s+/.exec(this.#rest)?.[0];
        if (mark) {
          this.#mark = mark;
          this.#rest = this.#rest.slice(mark.length);
        } else if (!isAll && /^(?:[-*+>]|\d{1,3}[.)]?|#{1,6})\s*$/.test(this.#rest)) return sentences;
      }
      if (this.#rest === '') return sentences;
      const length = this.#nextLength(isAll);
      if (length === null) return sentences;
      const text = this.#rest.slice(0, length).trim();
      if (text !== '') sentences.push({ before: this.#before, mark: this.#mark, text });
      this.#rest = this.#rest.slice(length);
      this.#before = '';
      this.#mark = '';
    }
  }

  /** How long the sentence is that the rest begins with; null where it is not whole yet. */
  #nextLength(isAll: boolean): number | null {
    const line = this.#rest.indexOf('\n');
    const stretch = line === -1 ? this.#rest : this.#rest.slice(0, line);
    let from = 0;
    for (;;) {
      const match = end.exec(stretch.slice(from));
      if (!match) break;
      const length = from + match.index + match[0].length;
      if (!abbreviated.test(stretch.slice(0, from + match.index + 1))) return length;
      from = length;
    }
    if (line !== -1) return line;
    return isAll ? this.#rest.length : null;
  }
}
