/** A longer text tells no more. */
const mostCharacters = 2_000;

/** Texts, also of several kinds of quotes, and numbers that are no parameter's and no part of a name. */
const literals = /'(?:[^']|'')*'|\$(\w*)\$[\s\S]*?\$\1\$|(?<![\w$."])\d+(?:\.\d+)?\b/g;

/** A statement as a trace may show it: on one line, cut, and without the values that are written into it; parameters are never in it. */
export const statementText = (text: string): string =>
  text.replaceAll(literals, '?').replaceAll(/\s+/g, ' ').trim().slice(0, mostCharacters);

/** What a statement does and to which table, to name it by: `SELECT users`. */
export function summarizeStatement(text: string): string {
  const [, verb = 'SQL'] = /^\W*(\w+)/.exec(text) ?? [];
  const [, table] = /\b(?:FROM|INTO|UPDATE|JOIN)\s+(?:ONLY\s+)?(?:"?\w+"?\.)?"?(\w+)"?/i.exec(text) ?? [];
  return table === undefined ? verb.toUpperCase() : `${verb.toUpperCase()} ${table}`;
}
