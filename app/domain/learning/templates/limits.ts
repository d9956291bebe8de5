/** Characters a copy has at most, and a cell of one. */
export const longestCopy = 10_000;
export const longestCell = 500;

/** Rows of records, such as links, are too wide to stand side by side. */
export const isOfRecords = ({ head }: { head: readonly string[] }): boolean => head.length > 7;
