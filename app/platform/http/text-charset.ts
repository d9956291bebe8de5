/** Types of text whose bytes a reader would otherwise have to guess the characters of; JSON is always UTF-8 and has no such parameter. */
const isText = /^(?:text\/|application\/javascript$|[\w.+-]+\/(?:[\w.-]+\+)?xml$)/i;

/** A Content-Type that says the characters are UTF-8, which all text of the site is (ASVS 4.1.1). */
export const withCharset = (type: string): string =>
  type.includes(';') || !isText.test(type) ? type : `${type}; charset=utf-8`;
