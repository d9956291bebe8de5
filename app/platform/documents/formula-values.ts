// What the formulas of a spreadsheet come to, so that a file shows its figures where nothing calculates: in mail previews,
// on phones, in Excel's protected view. It knows the functions that templates use; spreadsheets calculate for themselves.

/** What a cell holds or a formula comes to; null is an empty cell. Days are their number, as spreadsheets count them. */
export type FormulaValue = string | number | boolean | null;
/** A cell as the sheet has it. */
export type FormulaCell = FormulaValue | { formula: string };

/** What spreadsheets show as #DIV/0!, #VALUE! and the like. */
class FormulaError extends Error {}

type Sheet = (address: string) => FormulaValue;
/** A part of a formula. A range has several values. */
type Node = (sheet: Sheet) => FormulaValue;
type Argument = { node: Node; addresses: string[] | null };

const columnNumber = (name: string) =>
  [...name].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);

/** The name of a column by its number from one: A, B, ... Z, AA. */
export function columnName(number: number): string {
  const rest = (number - 1) % 26;
  const letter = String.fromCharCode(65 + rest);
  return number > 26 ? columnName((number - 1 - rest) / 26) + letter : letter;
}

function addressesIn(range: string): string[] {
  const [, fromColumn = '', fromRow = '', toColumn = '', toRow = ''] =
    /^([A-Z]+)(\d+):([A-Z]+)(\d+)$/.exec(range) ?? [];
  const addresses: string[] = [];
  for (let row = Number(fromRow); row <= Number(toRow); row += 1)
    for (let column = columnNumber(fromColumn); column <= columnNumber(toColumn); column += 1)
      addresses.push(`${columnName(column)}${row}`);
  return addresses;
}

/** A value in a sum; an empty cell is zero, a text that is no number fails. */
function numberOf(value: FormulaValue): number {
  if (value === null) return 0;
  const number = typeof value === 'string' && value.trim() === '' ? Number.NaN : Number(value);
  if (!Number.isFinite(number)) throw new FormulaError('#VALUE!');
  return number;
}

const textOf = (value: FormulaValue): string =>
  value === null ? '' : typeof value === 'boolean' ? (value ? 'TRUE' : 'FALSE') : String(value);

/** Texts are equal whatever their capitals, and an empty cell is an empty text and zero. */
function compare(left: FormulaValue, right: FormulaValue): number {
  if (typeof left === 'string' || typeof right === 'string') {
    // Where their types differ, spreadsheets take any text for more than any number.
    if (typeof left === 'number') return -1;
    if (typeof right === 'number') return 1;
    const [a, b] = [textOf(left).toLowerCase(), textOf(right).toLowerCase()];
    return a === b ? 0 : a < b ? -1 : 1;
  }
  return numberOf(left) - numberOf(right);
}

const finite = (number: number, error: string): number => {
  if (!Number.isFinite(number)) throw new FormulaError(error);
  return number;
};

const operators: Record<string, (left: FormulaValue, right: FormulaValue) => FormulaValue> = {
  '=': (left, right) => compare(left, right) === 0,
  '<>': (left, right) => compare(left, right) !== 0,
  '<': (left, right) => compare(left, right) < 0,
  '<=': (left, right) => compare(left, right) <= 0,
  '>': (left, right) => compare(left, right) > 0,
  '>=': (left, right) => compare(left, right) >= 0,
  '&': (left, right) => textOf(left) + textOf(right),
  '+': (left, right) => numberOf(left) + numberOf(right),
  '-': (left, right) => numberOf(left) - numberOf(right),
  '*': (left, right) => numberOf(left) * numberOf(right),
  '/': (left, right) => finite(numberOf(left) / numberOf(right), '#DIV/0!'),
};

/** The values of arguments; of a range, those of its cells. */
const allValues = (args: Argument[], sheet: Sheet): FormulaValue[] =>
  args.flatMap(({ node, addresses }) => (addresses ? addresses.map(sheet) : [node(sheet)]));
const numbersOf = (args: Argument[], sheet: Sheet) =>
  allValues(args, sheet).filter((value) => typeof value === 'number');
const nth = (args: Argument[], index: number, sheet: Sheet): FormulaValue => args[index]?.node(sheet) ?? null;

const functions: Record<string, (args: Argument[], sheet: Sheet) => FormulaValue> = {
  IF: (args, sheet) => (nth(args, 0, sheet) ? nth(args, 1, sheet) : args[2] ? nth(args, 2, sheet) : false),
  IFERROR: (args, sheet) => {
    try {
      return nth(args, 0, sheet);
    } catch (error) {
      if (error instanceof FormulaError) return nth(args, 1, sheet);
      throw error;
    }
  },
  OR: (args, sheet) => allValues(args, sheet).some(Boolean),
  AND: (args, sheet) => allValues(args, sheet).every(Boolean),
  SUM: (args, sheet) => numbersOf(args, sheet).reduce((sum, value) => sum + value, 0),
  COUNT: (args, sheet) => numbersOf(args, sheet).length,
  COUNTIF: (args, sheet) =>
    allValues(args.slice(0, 1), sheet).filter(
      (value) => value !== null && compare(value, nth(args, 1, sheet)) === 0,
    ).length,
  ABS: (args, sheet) => Math.abs(numberOf(nth(args, 0, sheet))),
  SQRT: (args, sheet) => finite(Math.sqrt(numberOf(nth(args, 0, sheet))), '#NUM!'),
  ISNUMBER: (args, sheet) => {
    try {
      return typeof nth(args, 0, sheet) === 'number';
    } catch (error) {
      if (error instanceof FormulaError) return false;
      throw error;
    }
  },
  FIND: (args, sheet) => {
    const index = textOf(nth(args, 1, sheet)).indexOf(textOf(nth(args, 0, sheet)));
    if (index < 0) throw new FormulaError('#VALUE!');
    return index + 1;
  },
  LOWER: (args, sheet) => textOf(nth(args, 0, sheet)).toLowerCase(),
};

const token =
  /\s*("(?:[^"]|"")*"|\$?[A-Z]+\$?\d+(?::\$?[A-Z]+\$?\d+)?|[A-Z]+(?=\()|\d+(?:\.\d+)?|<>|<=|>=|[-+*/(),&=<>])/y;
/** From the weakest to the strongest. */
const levels = [['=', '<>', '<', '<=', '>', '>='], ['&'], ['+', '-'], ['*', '/']];

function tokensOf(formula: string): string[] {
  const tokens: string[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < formula.length) {
    const at = token.lastIndex;
    const match = token.exec(formula);
    if (!match?.[1]) throw new SyntaxError(`Cannot read the formula ${formula} from character ${at + 1} on`);
    tokens.push(match[1]);
  }
  return tokens;
}

/** Reads a formula without its "=". @throws {SyntaxError} for what it does not know */
function parse(formula: string): Node {
  const tokens = tokensOf(formula);
  let at = 0;
  const take = (expected: string) => {
    if (tokens[at] !== expected) throw new SyntaxError(`${formula} needs a ${expected}`);
    at += 1;
  };
  function argument(): Argument {
    const range = tokens[at];
    if (range && /^\$?[A-Z]+\$?\d+/.test(range) && /^[,)]$/.test(tokens[at + 1] ?? '')) {
      at += 1;
      const name = range.replaceAll('$', '');
      const addresses = name.includes(':') ? addressesIn(name) : [name];
      return { addresses, node: (sheet) => sheet(addresses[0] ?? '') };
    }
    return { addresses: null, node: expression(0) };
  }
  function primary(): Node {
    const read = tokens[at] ?? '';
    at += 1;
    if (read === '-') {
      const node = primary();
      return (sheet) => -numberOf(node(sheet));
    }
    if (read === '(') {
      const node = expression(0);
      take(')');
      return node;
    }
    if (read.startsWith('"')) return () => read.slice(1, -1).replaceAll('""', '"');
    if (/^\d/.test(read)) return () => Number(read);
    if (/^\$?[A-Z]+\$?\d+$/.test(read)) return (sheet) => sheet(read.replaceAll('$', ''));
    const call = Object.hasOwn(functions, read) ? functions[read] : undefined;
    if (!call) throw new SyntaxError(`${formula} has ${read || 'an end'} where a value is needed`);
    take('(');
    const args: Argument[] = [];
    while (tokens[at] !== ')') {
      args.push(argument());
      if (tokens[at] !== ')') take(',');
    }
    take(')');
    return (sheet) => call(args, sheet);
  }
  function expression(level: number): Node {
    const signs = levels[level];
    if (!signs) return primary();
    let left = expression(level + 1);
    while (signs.includes(tokens[at] ?? '')) {
      const operate = operators[tokens[at] ?? ''];
      at += 1;
      const [first, second] = [left, expression(level + 1)];
      if (operate) left = (sheet) => operate(first(sheet), second(sheet));
    }
    return left;
  }
  const whole = expression(0);
  if (at < tokens.length) throw new SyntaxError(`${formula} goes on after its end`);
  return whole;
}

/** A formula with something unknown in it is left to the spreadsheet. */
function parseOrFail(formula: string): Node {
  try {
    return parse(formula);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return () => {
      throw new FormulaError('#NAME?');
    };
  }
}

/**
 * What each formula of a sheet comes to, by its address ("B9"); null for one that fails, is part of a circle, or has
 * something in it that is not known here.
 */
export function formulaValues(cells: ReadonlyMap<string, FormulaCell>): Map<string, FormulaValue> {
  const values = new Map<string, FormulaValue>();
  const underWay = new Set<string>();
  const nodes = new Map<string, Node>();
  for (const [address, cell] of cells)
    if (typeof cell === 'object' && cell !== null) nodes.set(address, parseOrFail(cell.formula));
  function valueAt(address: string): FormulaValue {
    const node = nodes.get(address);
    if (!node) return (cells.get(address) ?? null) as FormulaValue;
    const value = values.get(address);
    if (value !== undefined) return value;
    if (underWay.has(address)) throw new FormulaError('#REF!');
    underWay.add(address);
    const result = node(valueAt);
    underWay.delete(address);
    values.set(address, result);
    return result;
  }
  const results = new Map<string, FormulaValue>();
  for (const address of nodes.keys()) {
    try {
      results.set(address, valueAt(address));
    } catch (error) {
      if (!(error instanceof FormulaError)) throw error;
      results.set(address, null);
      underWay.clear();
    }
  }
  return results;
}
