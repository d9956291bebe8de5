/** The end of something that stands in a line, at once followed by the beginning of the next. */
const touching = /<\/(?:a|button|span)>(?=<(?:a|button|span|time|details)\b)/g;

/**
 * Puts a space between links, buttons and words that touch in a page's markup. Flexible boxes keep them apart on a screen and show no
 * such space; text browsers, and whoever copies a text, would read one long word. Not for markup that React goes on with, which has to
 * find what it has written.
 */
export const addInlineSpacing = (html: string): string => html.replaceAll(touching, '$& ');
