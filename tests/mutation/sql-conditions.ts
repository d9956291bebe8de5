/** What ends a condition at the depth of parentheses it stands at. */
const ends =
  /^(?:AND|OR|THEN|ELSE|END|ORDER|GROUP|LIMIT|RETURNING|FOR|UNION|HAVING|JOIN|LEFT|CROSS|WHERE|ON|SET|WHEN)$/i;

const token = /--[^\n]*|'(?:[^']|'')*'|"[^"]*"|[A-Za-z_]\w*|[(),;]/g;

/** Where a text of SQL says what rows it is about: each condition of a WHERE, and each that is joined by AND. */
export function conditionsOf(sql: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  /** By depth: where the condition begins that has not ended, and whether an AND is the one of a BETWEEN. */
  const open: { start: number | null; isBetween: boolean }[] = [{ start: null, isBetween: false }];
  const close = (at: number) => {
    const level = open.at(-1);
    if (!level || level.start === null) return;
    if (sql.slice(level.start, at).trim() !== '') found.push({ start: level.start, end: at });
    level.start = null;
  };
  for (const { 0: text, index } of sql.matchAll(token)) {
    const level = open.at(-1);
    if (!level || text.startsWith('--') || text.startsWith("'") || text.startsWith('"')) continue;
    const word = text.toUpperCase();
    if (word === '(') open.push({ start: null, isBetween: false });
    else if (word === ')') {
      close(index);
      if (open.length > 1) open.pop();
    } else if (word === 'BETWEEN') level.isBetween = true;
    else if (word === 'AND' && level.isBetween) level.isBetween = false;
    else if (word === ',' || word === ';' || ends.test(word)) {
      close(index);
      if (word === 'AND' || word === 'WHERE') level.start = index + text.length;
    }
  }
  while (open.length > 0) {
    close(sql.length);
    open.pop();
  }
  return found.sort((a, b) => a.start - b.start);
}
