/** How BM25 weighs: from where on a term that comes again counts for little more, and how much long documents are held back. */
interface Weighing {
  saturation?: number;
  lengthPart?: number;
}

interface Postings {
  documents: Uint16Array;
  /** How much the term says of each of those documents, without its rarity. */
  weights: Float32Array;
  filled: number;
}

/** Documents as they are found by their terms (BM25): made once, asked often. 65,536 at most; documents go by their place in what it is made of. */
export class Bm25 {
  readonly #postings = new Map<string, Postings>();
  readonly #size: number;

  constructor(
    documents: readonly ReadonlyMap<string, number>[],
    { saturation = 1.2, lengthPart = 0.75 }: Weighing = {},
  ) {
    this.#size = documents.length;
    let all = 0;
    const counts = new Map<string, number>();
    const lengths = documents.map((terms) => {
      let length = 0;
      for (const [term, count] of terms) {
        length += count;
        counts.set(term, (counts.get(term) ?? 0) + 1);
      }
      all += length;
      return length;
    });
    const average = all / Math.max(1, this.#size) || 1;
    for (const [document, terms] of documents.entries()) {
      const heldBack = saturation * (1 - lengthPart + (lengthPart * (lengths[document] ?? 0)) / average);
      for (const [term, count] of terms) {
        const postings = this.#postings.get(term) ?? this.#begin(term, counts.get(term) ?? 0);
        postings.documents[postings.filled] = document;
        postings.weights[postings.filled] = (count * (saturation + 1)) / (count + heldBack);
        postings.filled += 1;
      }
    }
  }

  #begin(term: string, count: number): Postings {
    const postings = { documents: new Uint16Array(count), weights: new Float32Array(count), filled: 0 };
    this.#postings.set(term, postings);
    return postings;
  }

  /** The documents that a term stands in. */
  documentsOf(term: string): ArrayLike<number> {
    return this.#postings.get(term)?.documents ?? [];
  }

  /** In how many documents a term stands. */
  countOf(term: string): number {
    return this.#postings.get(term)?.documents.length ?? 0;
  }

  /** All terms that stand in any. */
  terms(): Iterable<string> {
    return this.#postings.keys();
  }

  /** How rare a term is: the natural logarithm of about one in how many documents has it. */
  rarityOf(term: string): number {
    const count = this.countOf(term);
    return Math.log(1 + (this.#size - count + 0.5) / (count + 0.5));
  }

  /** How well each document fits these terms; each term counts once. */
  scores(terms: Iterable<string>): Float64Array {
    const scores = new Float64Array(this.#size);
    for (const term of new Set(terms)) {
      const postings = this.#postings.get(term);
      if (!postings) continue;
      const rarity = this.rarityOf(term);
      for (const [place, document] of postings.documents.entries())
        scores[document] = (scores[document] ?? 0) + rarity * (postings.weights[place] ?? 0);
    }
    return scores;
  }
}
