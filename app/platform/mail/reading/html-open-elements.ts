import type { Effect } from '#app/platform/mail/reading/html-marks.ts';

/** An element that is not closed yet. */
export interface OpenElement {
  name: string;
  effect: Effect;
  /** Of a link. */
  href: string;
  /** Where the words of a link begin in their line. */
  linkStart: number;
  /** Whether an empty line follows it. */
  hasGap: boolean;
}

/** So many elements are looked through for a paragraph or a link. */
const nearest = 20;

/** The elements that are open, the innermost last. */
export class OpenElements {
  private readonly elements: OpenElement[] = [];
  private readonly counts = new Map<string, number>();

  push(element: OpenElement): void {
    this.elements.push(element);
    this.counts.set(element.name, this.count(element.name) + 1);
  }

  pop(): OpenElement | undefined {
    const element = this.elements.pop();
    if (element) this.counts.set(element.name, this.count(element.name) - 1);
    return element;
  }

  get innermost(): OpenElement | undefined {
    return this.elements.at(-1);
  }

  /** Whether an element is open; paragraphs and links end with the block they stand in. */
  has(name: string): boolean {
    if (this.count(name) === 0) return false;
    if (name !== 'p' && name !== 'a') return true;
    const block = this.elements
      .slice(-nearest)
      .findLast((each) => each.name === name || !['p', 'a'].includes(each.name));
    return block?.name === name;
  }

  private count(name: string): number {
    return this.counts.get(name) ?? 0;
  }
}
