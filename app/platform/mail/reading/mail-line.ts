/** A line of a mail's words. */
export interface MailLine {
  text: string;
  /** How deep it is quoted, by `>` or by the blockquotes of HTML; 0 for the writer's own words. */
  depth: number;
  /**
   * What the mail program that wrote the HTML says of it: a line that introduces a quotation, the header of a quoted mail, or a signature.
   * `quote` is a quotation that the program has marked as one.
   */
  mark?: 'attribution' | 'head' | 'signature' | 'quote';
}

/** More lines, and longer ones, are cut. */
export const maxLines = 20_000;
export const maxTextLength = 200_000;

/** A line as it is shown: what is quoted has its `>`. */
export const shownLine = ({ text, depth }: MailLine): string =>
  depth === 0 ? text : `${'>'.repeat(Math.min(depth, 10))} ${text}`.trimEnd();
