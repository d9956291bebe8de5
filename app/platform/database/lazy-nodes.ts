/** Reads what stands one after another. */
interface NodeReader {
  place(): number;
  moveTo(place: number): void;
  /** The edges of the node that begins where it stands; it then stands where the next begins. */
  read(): object;
}

class LateNode {
  readonly #reader: NodeReader;
  readonly #begins: number;
  #kept: object | undefined;

  constructor(reader: NodeReader, begins: number) {
    this.#reader = reader;
    this.#begins = begins;
  }

  get edges(): object {
    if (!this.#kept) {
      this.#reader.moveTo(this.#begins);
      this.#kept = this.#reader.read();
    }
    return this.#kept;
  }
}

/**
 * The nodes of the graph by which Prisma finds what in a query is a value. The edges of each are read when they are first asked for,
 * and then kept.
 */
export function lateNodes(count: number, reader: NodeReader): { readonly edges: object }[] {
  return Array.from({ length: count }, () => {
    const node = new LateNode(reader, reader.place());
    // Where the next begins is known when this one is read.
    reader.read();
    return node;
  });
}
