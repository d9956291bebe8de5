import { levels, topics } from '#app/domain/learning/courses/catalogue.server.ts';

/** What a list is narrowed to; null is everything. */
export interface PieceFilter {
  topic: string | null;
  level: string | null;
}

/** A topic or level, and how many pieces have it beside the rest of the filter. */
export interface FilterChoice {
  value: string;
  count: number;
}

/** What a page needs to show a filter. */
export interface FilterState extends PieceFilter {
  topics: FilterChoice[];
  levels: FilterChoice[];
  /** How many pieces pass. */
  shown: number;
  /** How many there would be with any topic, and with any level. */
  anyTopic: number;
  anyLevel: number;
}

interface Piece {
  topic: string;
  level: string;
}

/** Reads a filter from an address; what is no topic or level counts as none. */
export function readFilter(query: URLSearchParams): PieceFilter {
  return {
    topic: topics.find((topic) => topic === query.get('topic')) ?? null,
    level: levels.find((level) => level === query.get('level')) ?? null,
  };
}

/** Whether a piece passes a filter. */
export function passes(piece: Piece, { topic, level }: PieceFilter): boolean {
  return (topic === null || piece.topic === topic) && (level === null || piece.level === level);
}

/** A filter with how many of `pieces` each choice leaves; choices that leave none are not offered, but for the chosen one. */
export function describeFilter(pieces: readonly Piece[], filter: PieceFilter): FilterState {
  const count = (change: Partial<PieceFilter>) =>
    pieces.filter((piece) => passes(piece, { ...filter, ...change })).length;
  const choices = (name: keyof PieceFilter, values: readonly string[]) =>
    values
      .map((value) => ({ value, count: count({ [name]: value }) }))
      .filter((choice) => choice.count > 0 || choice.value === filter[name]);
  return {
    ...filter,
    topics: choices('topic', topics),
    levels: choices('level', levels),
    shown: count({}),
    anyTopic: count({ topic: null }),
    anyLevel: count({ level: null }),
  };
}
