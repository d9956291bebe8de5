/**
 * Whether an object in a JSON text has a name twice. Parsers differ in which of the two they take, so that a check before this site could
 * see another value than the site does. The text has to be JSON: it is not checked again.
 */
export function hasRepeatedName(json: string): boolean {
  // For each bracket that is open the names so far, or null in an array.
  const open: (Set<string> | null)[] = [];
  let isName = false;
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]/g)) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(null);
    else if (token === '}' || token === ']') open.pop();
    else if (token.startsWith('"') && isName) {
      const names = open.at(-1);
      const name: string = JSON.parse(token);
      if (names?.has(name)) return true;
      names?.add(name);
    }
    isName = token === '{' || (token === ',' && Boolean(open.at(-1)));
  }
  return false;
}
