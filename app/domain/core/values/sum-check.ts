/** The numbers and signs of a sum in words, such as "3 hours x $40": what is no number or sign is left out. */
function tokensOf(text: string): string[] {
  return (
    text
      .replace(/,(?=\d{3})/g, '')
      .replace(/%\s+of\b/g, '% x')
      .match(/\d+(?:\.\d+)?%?|(?<=\s)[x+/-](?=\s)/g) ?? []
  );
}

const numberOf = (token: string) => (token.endsWith('%') ? Number(token.slice(0, -1)) / 100 : Number(token));

/** What a sum comes to, with points before lines; null where it is no sum of numbers and signs in turn. */
export function reckon(text: string): number | null {
  const tokens = tokensOf(text);
  if (tokens.length < 3 || tokens.length % 2 === 0) return null;
  let total = 0;
  let term = numberOf(tokens[0] ?? '');
  let sign = 1;
  for (let at = 1; at < tokens.length; at += 2) {
    const operator = tokens[at] ?? '';
    const value = numberOf(tokens[at + 1] ?? '');
    if (!'x+/-'.includes(operator) || Number.isNaN(value)) return null;
    if (operator === 'x') term *= value;
    else if (operator === '/') term /= value;
    else {
      total += sign * term;
      sign = operator === '+' ? 1 : -1;
      term = value;
    }
  }
  return total + sign * term;
}

/** Whether a line such as "450 clicks x $3.20 = $1,440" is right, as exactly as its result is given. Null where it is no sum. */
export function isCorrectSum(line: string): boolean | null {
  const at = line.lastIndexOf(' = ');
  const sum = reckon(line.slice(0, at));
  const [statedResult] = tokensOf(line.slice(at + 3));
  if (sum === null || statedResult === undefined) return null;
  const unit = statedResult.endsWith('%') ? 0.01 : 1;
  const decimals = /\.(\d+)/.exec(statedResult)?.[1]?.length ?? 0;
  // Half of the last place that is given, and a hair for what a computer cannot hold.
  return Math.abs(sum - numberOf(statedResult)) <= (0.5 * unit) / 10 ** decimals + 1e-9;
}

/** What a sum in figures and + - * / ( ) comes to, such as "(250 + 50) / 2000 * 100". @throws {Error} where it is no sum. */
export function reckonFigures(sum: string): number {
  const tokens = sum.match(/\d+(?:\.\d+)?|[-+*/()]/g) ?? [];
  if (tokens.join('') !== sum.replaceAll(' ', '')) throw new Error(`${sum} is no sum`);
  let at = 0;
  const factor = (): number => {
    const token = tokens[at];
    at += 1;
    if (token === '-') return -factor();
    if (token !== '(') {
      if (token === undefined || !/^\d/.test(token)) throw new Error(`${sum} is no sum`);
      return Number(token);
    }
    const inner = total();
    if (tokens[at] !== ')') throw new Error(`${sum}: a bracket is open`);
    at += 1;
    return inner;
  };
  const term = (): number => {
    let value = factor();
    while (tokens[at] === '*' || tokens[at] === '/') {
      at += 1;
      const next = tokens[at - 1] === '*' ? factor() : 1 / factor();
      value *= next;
    }
    return value;
  };
  const total = (): number => {
    let value = term();
    while (tokens[at] === '+' || tokens[at] === '-') {
      at += 1;
      const sign = tokens[at - 1] === '+' ? 1 : -1;
      value += sign * term();
    }
    return value;
  };
  const result = total();
  if (at < tokens.length) throw new Error(`${sum} is no sum`);
  return result;
}
