import { strFromU8, unzipSync } from 'fflate';

// Opens a spreadsheet (XLSX) without what has made it: reads its XML, and works its formulas out.

type Value = string | number | boolean;

const plain = (xml: string) =>
  xml
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');

const columnNumber = (name: string) =>
  [...name].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);

/** The addresses of a range such as E2:F13. */
function within(range: string): string[] {
  const [, fromColumn = '', fromRow = '', toColumn = '', toRow = ''] =
    /^([A-Z])(\d+):([A-Z])(\d+)$/.exec(range) ?? [];
  const found: string[] = [];
  for (let row = Number(fromRow); row <= Number(toRow); row += 1)
    for (let column = columnNumber(fromColumn); column <= columnNumber(toColumn); column += 1)
      found.push(`${String.fromCharCode(64 + column)}${row}`);
  return found;
}

const numbers = (values: Value[]) => values.filter((value) => typeof value === 'number');

/** What formulas of ours call; a failure is NaN, as a division by nothing is. */
const functions = {
  IFERROR: (value: Value, otherwise: Value) =>
    typeof value === 'number' && !Number.isFinite(value) ? otherwise : value,
  IF: (condition: Value, yes: Value, no: Value) => (condition ? yes : no),
  OR: (...values: Value[]) => values.some(Boolean),
  COUNT: (...values: Value[]) => numbers(values).length,
  COUNTIF: (...values: Value[]) => values.slice(0, -1).filter((value) => value === values.at(-1)).length,
  SUM: (...values: Value[]) => numbers(values).reduce((sum, value) => sum + value, 0),
  SQRT: (value: Value) => (value === '' ? Number.NaN : Math.sqrt(Number(value))),
  ABS: (value: Value) => Math.abs(Number(value)),
  ISNUMBER: (value: Value) => typeof value === 'number' && Number.isFinite(value),
  FIND: (what: Value, where: Value) => {
    const at = String(where).indexOf(String(what));
    return at < 0 ? Number.NaN : at + 1;
  },
  LOWER: (value: Value) => String(value).toLowerCase(),
};

/** A formula as a function of JavaScript; what it does not know fails. */
function compile(formula: string): (cell: (address: string) => Value) => Value {
  const tokens =
    formula.match(
      /"(?:[^"]|"")*"|\$?[A-Z]\$?\d+(?::[A-Z]\d+)?|[A-Z]+(?=\()|\d+(?:\.\d+)?|>=|[-+*/(),&=>]/g,
    ) ?? [];
  if (tokens.join('') !== formula) throw new Error(`Cannot read ${formula}`);
  const source = tokens.map((token) => {
    if (token.startsWith('"')) return JSON.stringify(token.slice(1, -1).replaceAll('""', '"'));
    if (/^[A-Z]+$/.test(token)) {
      if (!Object.hasOwn(functions, token)) throw new Error(`Unknown function ${token}`);
      return `functions.${token}`;
    }
    if (/:/.test(token)) return `...within(${JSON.stringify(token)}).map(cell)`;
    if (/^\$?[A-Z]\$?\d+$/.test(token)) return `cell(${JSON.stringify(token.replaceAll('$', ''))})`;
    return token === '&' ? '+' : token === '=' ? '===' : token;
  });
  const run = new Function('functions', 'within', 'cell', `return ${source.join(' ')};`);
  return (cell) => run(functions, within, cell);
}

/** The nth sheet of a spreadsheet: its texts and formulas by their cells, and what a cell comes to. */
export function openSheet(bytes: Uint8Array, nth: number) {
  const files = unzipSync(bytes);
  const read = (name: string) => strFromU8(files[name] ?? new Uint8Array());
  const shared = [...read('xl/sharedStrings.xml').matchAll(/<si>([\s\S]*?)<\/si>/g)].map(([, item = '']) =>
    plain([...item.matchAll(/<t[^>]*>([\s\S]*?)<\/t>/g)].map(([, text = '']) => text).join('')),
  );
  const name = [...read('xl/workbook.xml').matchAll(/<sheet [^>]*name="([^"]*)"/g)][nth - 1]?.[1] ?? '';
  const texts = new Map<string, string>();
  const formulas = new Map<string, string>();
  const values = new Map<string, number>();
  /** What a formula is stored with: what previews show that do not calculate. */
  const stored = new Map<string, Value>();
  for (const [, attributes = '', inner = ''] of read(`xl/worksheets/sheet${nth}.xml`).matchAll(
    /<c ([^>]*?)(?:\/>|>([\s\S]*?)<\/c>)/g,
  )) {
    const address = /r="([A-Z]+\d+)"/.exec(attributes)?.[1] ?? '';
    const value = /<v>([^<]*)<\/v>/.exec(inner)?.[1];
    const formula = /<f>([\s\S]*?)<\/f>/.exec(inner)?.[1];
    if (formula !== undefined) {
      formulas.set(address, plain(formula));
      if (value !== undefined) stored.set(address, /t="str"/.test(attributes) ? plain(value) : Number(value));
    } else if (value !== undefined && /t="s"/.test(attributes))
      texts.set(address, shared[Number(value)] ?? '');
    else if (value !== undefined) values.set(address, Number(value));
  }
  const comesTo = (address: string): Value => {
    const formula = formulas.get(address);
    return formula ? compile(formula)(comesTo) : (values.get(address) ?? texts.get(address) ?? '');
  };
  return { name, texts, formulas, stored, comesTo };
}
