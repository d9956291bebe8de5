// Reads numbers as people type them. This is the only place that does: calculators (also in the browser), quizzes, settings, refunds,
// adjustments, rates and worksheet cells all use it, so that the same text means the same number everywhere.

/** What a field asks for. `any` takes a plain number, dollars or a percentage and gives the number that was typed. */
export type NumberUnit = 'money' | 'percent' | 'number' | 'any';

export interface NumberFormat {
  unit: NumberUnit;
  /** What a plain number counts, such as "week": "3 weeks" is read, "3 months" is refused. */
  noun?: string | undefined;
}

/**
 * The number, exactly as decimal text too where it has one; or why there is none, for whoever typed it. `isUnclear` where it is a number
 * that has to be written in another way.
 */
type TypedNumber =
  | { value: number; decimal: string | null; isPercent: boolean; problem: null }
  | { value: null; problem: string; isUnclear: boolean };

/** The most characters that are looked at. */
const longestNumber = 60;

/** A number in floating point holds this many digits without rounding them. */
const mostDigits = 15;

/** The zero of each script's decimal digits; nine more follow it. */
const zeros = [
  0x0660, 0x06f0, 0x07c0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66, 0x0e50,
  0x0ed0, 0x0f20, 0x1040, 0x17e0, 0x1810,
];

/** Powers of ten by the words for them, in short scale. */
const magnitudes: Readonly<Record<string, number>> = {
  hundred: 2,
  k: 3,
  thousand: 3,
  thousands: 3,
  m: 6,
  mn: 6,
  mio: 6,
  million: 6,
  millions: 6,
  b: 9,
  bn: 9,
  billion: 9,
  billions: 9,
  tn: 12,
  trillion: 12,
  trillions: 12,
  lakh: 5,
  lakhs: 5,
  crore: 7,
  crores: 7,
};

const percentWords = ['%', 'percent', 'per cent', 'pct'];
const dollarWords = ['$', 'us$', 'usd', 'usd$', 'dollar', 'dollars', 'us dollars'];
const centWords = ['¢', 'c', 'cent', 'cents'];
const otherMoney =
  /^(?:[€£¥₹₩₽₺₪₫₦₱฿₴₿]|(?:ca|a|c|au|nz|hk|s)\$|eur|euros?|gbp|pounds?|cad|aud|nzd|chf|francs?|jpy|yen|cny|rmb|inr|rs|rupees?|sek|nok|dkk|pln|brl|r\$|mxn|zar)$/;

const abbreviations: Readonly<Record<string, readonly string[]>> = {
  minute: ['min', 'mins'],
  hour: ['h', 'hr', 'hrs'],
  day: ['d'],
  week: ['wk', 'wks'],
  month: ['mo', 'mos'],
};

const refuse = (problem: string, isUnclear = false): TypedNumber => ({ value: null, problem, isUnclear });

const quote = (text: string) => `"${text.length > 30 ? `${text.slice(0, 30)}…` : text}"`;

/** Digits, signs and spaces of other scripts and keyboards as plain ones; `٬` becomes an apostrophe, which only ever groups. */
function toPlain(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  if (code < 0x80) return char;
  const zero = zeros.find((start) => code >= start && code < start + 10);
  if (zero !== undefined) return String(code - zero);
  if (code >= 0xff01 && code <= 0xff5e) return toPlain(String.fromCodePoint(code - 0xfee0));
  if (/\s/.test(char)) return ' ';
  if ('\u2010\u2011\u2012\u2013\u2212\ufe63'.includes(char)) return '-';
  if ('\u2018\u2019\u02bc\u066c'.includes(char)) return "'";
  if (char === '\u066a' || char === '\ufe6a') return '%';
  if (char === '\ufe69') return '$';
  if (char === '\uffe0') return '¢';
  // "½" becomes " 1/2". A superscript or a circled digit stays as it is, and is refused.
  const fraction = /^(\d{1,2})\u2044(\d{1,2})$/.exec(char.normalize('NFKC'));
  if (fraction) return ` ${fraction[1]}/${fraction[2]}`;
  return char === '\u2044' ? '/' : char;
}

const plainText = (input: string) =>
  Array.from(input.replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, ''), toPlain)
    .join('')
    .replace(/\s+/g, ' ')
    .trim();

/** A sign of money or percent and a minus, in either order, before the number; the words after it. */
const parts =
  /^(?<lead>[^\d.,\u066b]*)(?<figure>[\d.,\u066b][\d.,'\u066b/ ]*(?:e[-+]?\d{1,3}(?!\d))?)(?<tail>(?:[^\d.,'\u066b/ ]\D*)?)$/i;

/** Thousands in groups of three by spaces or apostrophes; commas group as in the US or in India, points only where there are several. */
const groupings = [
  /^[1-9]\d{0,2}(?: \d{3})+(?:[.\u066b]\d*)?$/,
  /^[1-9]\d{0,2}(?:'\d{3})+(?:[.\u066b]\d*)?$/,
  /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/,
  /^[1-9]\d?(?:,\d\d)+,\d{3}(?:\.\d*)?$/,
];

/** The figures as decimal text ("1234.5"), or how to write them so that they are clear: in no way where they are no number. */
function readFigure(figure: string): { decimal: string } | { instead: string[] } {
  if (/^[1-9]\d{0,2}(?:\.\d{3}){2,}$/.test(figure)) return { decimal: figure.replaceAll('.', '') };
  if (/^[1-9]\d{0,2}\.\d{3}$/.test(figure)) {
    const short = figure.replace(/(?<!0)0+$/, '').replace(/\.$/, '');
    const asDecimal = short === figure ? `${figure}0` : short;
    return { instead: [figure.replace('.', ''), asDecimal] };
  }
  if (/^\d*,\d+$/.test(figure) && !groupings.some((grouping) => grouping.test(figure)))
    return { instead: [figure.replace(',', '.').replace(/^\./, '0.')] };
  if (/^[1-9]\d{0,2}(?:(?:\.\d{3})+|(?: \d{3})+|(?:'\d{3})+),\d+$/.test(figure))
    return { instead: [figure.replace(/[. ']/g, '').replace(',', '.')] };
  const isNumber = /^(?:\d+(?:[.\u066b]\d*)?|[.\u066b]\d+)$/.test(figure);
  if (!isNumber && !groupings.some((grouping) => grouping.test(figure))) return { instead: [] };
  return { decimal: figure.replace(/[, ']/g, '').replace('\u066b', '.') };
}

/** "1/2", "2 1/2" */
function readFraction(figure: string): number | null {
  const [, whole = '0', top = '', bottom = ''] =
    /^(?:(\d{1,9}) )?(\d{1,9}) ?\/ ?(\d{1,9})$/.exec(figure) ?? [];
  return Number(bottom) > 0 ? Number(whole) + Number(top) / Number(bottom) : null;
}

interface Words {
  /** How many powers of ten the words add. */
  exponent: number;
  kind: 'money' | 'percent' | 'noun' | null;
  problem: string | null;
}

const nounForms = (noun: string | undefined): readonly string[] => {
  if (!noun) return [];
  const one = noun.toLowerCase().replace(/s$/, '');
  return [noun.toLowerCase(), one, `${one}s`, `${one}es`, ...(abbreviations[one] ?? [])];
};

/** What the words after a number say: a magnitude, then what it counts. */
function readWords(text: string, noun: string | undefined): Words {
  const words: Words = { exponent: 0, kind: null, problem: null };
  const [first = ''] = text.split(' ');
  const nouns = nounForms(noun);
  let rest = text;
  if (first === 'm' && /^m/i.test(noun ?? ''))
    return { ...words, problem: `write "million" in full, or leave the "m" out.` };
  if (Object.hasOwn(magnitudes, first) && !nouns.includes(first)) {
    words.exponent = magnitudes[first] ?? 0;
    rest = text.slice(first.length).trim();
  }
  if (rest === '') return words;
  if (nouns.includes(rest)) return { ...words, kind: 'noun' };
  if (percentWords.includes(rest)) return { ...words, kind: 'percent' };
  if (dollarWords.includes(rest)) return { ...words, kind: 'money' };
  if (centWords.includes(rest)) return { exponent: words.exponent - 2, kind: 'money', problem: null };
  if (otherMoney.test(rest)) return { ...words, problem: 'this is in US dollars: convert the amount.' };
  return { ...words, problem: `leave out ${quote(rest)}, or convert it to what is asked for.` };
}

const expectedUnit: Readonly<Record<Exclude<NumberUnit, 'any'>, string>> = {
  money: 'this asks for US dollars.',
  percent: 'this asks for a percentage.',
  number: 'this asks for a plain number.',
};

/** Why something of this kind does not belong in a field; null where it does. */
function mismatch(kinds: readonly Words['kind'][], { unit }: NumberFormat): string | null {
  const [one, other] = kinds.filter((kind) => kind !== null);
  if (one && other && one !== other) return 'it names two units.';
  if (!one || one === 'noun' || unit === 'any') return null;
  return one === unit ? null : expectedUnit[unit];
}

/** A sign and a unit before the number. */
function readLead(lead: string, noun: string | undefined): (Words & { isNegative: boolean }) | null {
  const text = lead.trim().toLowerCase();
  const signs = text.match(/[-+]/g) ?? [];
  const unit = text.replace(/^[-+]|[-+]$/, '').trim();
  // A hyphen within words, or two signs, are no minus.
  if (signs.length > 1 || /[-+]/.test(unit)) return null;
  const words = readWords(unit, noun);
  if (words.exponent !== 0 || words.kind === 'noun') return null;
  return { ...words, isNegative: signs[0] === '-' };
}

/**
 * The number somebody typed, or why it is none. Understood are signs of money and percent, words for thousands and millions, thousands in
 * groups, fractions, and digits and minus signs of other scripts. Where a text can mean two numbers ("1.000"), or has a comma for the
 * decimal point ("1,5"), the problem says how to write it; nothing is ever cut off or guessed. Problems name what was typed.
 */
export function readNumber(input: string, format: NumberFormat): TypedNumber {
  const trimmed = input.trim();
  if (trimmed === '') return refuse('Type a number.');
  const cannotRead = refuse(
    `${quote(trimmed)} can't be read as a number. Write it in digits, such as 1200 or 2.5.`,
  );
  if (trimmed.length > longestNumber) return refuse(`${quote(trimmed)} is too long for a number.`);
  const { lead = '', figure = '', tail = '' } = parts.exec(plainText(trimmed))?.groups ?? {};
  const sign = readLead(lead, format.noun);
  const words = readWords(tail.trim().toLowerCase(), format.noun);
  const [, digits = '', power = '0'] = /^([^e]*?) ?(?:e(.+))?$/i.exec(figure.trim()) ?? [];
  if (!sign || !/\d/.test(digits)) return cannotRead;
  const fraction = readFraction(digits);
  const number = fraction === null ? readFigure(digits) : { decimal: String(fraction) };
  if ('instead' in number) {
    const clear = number.instead.map((text) => `${lead}${text}${/^[a-z]{2}/i.test(tail) ? ' ' : ''}${tail}`);
    if (clear.length === 0) return cannotRead;
    const choice = clear.length > 1 ? ', whichever you mean' : '';
    return refuse(
      `${quote(trimmed)} is not clear. With a point for decimals, write ${clear.join(' or ')}${choice}.`,
      true,
    );
  }
  const problem = sign.problem ?? words.problem ?? mismatch([sign.kind, words.kind], format);
  if (problem) return refuse(`${quote(trimmed)} can't be used: ${problem}`);
  if (number.decimal.replace('.', '').replace(/^0+/, '').length > mostDigits && fraction === null)
    return refuse(`${quote(trimmed)} has too many digits. Use ${mostDigits} at most.`);
  const exponent = Number(power) + words.exponent;
  const minus = sign.isNegative ? '-' : '';
  const decimal = `${minus}${number.decimal}e${exponent}`;
  const value = fraction === null ? Number(decimal) : (sign.isNegative ? -1 : 1) * fraction * 10 ** exponent;
  if (!Number.isFinite(value)) return refuse(`${quote(trimmed)} is too large.`);
  const isPercent = sign.kind === 'percent' || words.kind === 'percent';
  return {
    value: value === 0 ? 0 : value,
    decimal: fraction === null ? decimal : null,
    isPercent,
    problem: null,
  };
}

/** An amount of US dollars in integer cents; refused where it has fractions of a cent. */
export function readCents(
  input: string,
): { cents: number; problem: null } | { cents: null; problem: string } {
  const amount = readNumber(input, { unit: 'money' });
  if (amount.problem !== null) return { cents: null, problem: amount.problem };
  // Two more powers of ten in the text: multiplying would add what binary fractions cannot hold.
  const cents =
    amount.decimal === null
      ? amount.value * 100
      : Number(amount.decimal.replace(/e(-?\d+)$/, (_, power: string) => `e${Number(power) + 2}`));
  if (!Number.isSafeInteger(cents))
    return {
      cents: null,
      problem: `${quote(input.trim())} has fractions of a cent. Use at most two decimals.`,
    };
  return { cents: cents === 0 ? 0 : cents, problem: null };
}

/** What is wrong with a number that has to be whole; null where nothing is. */
export const notWhole = (input: string, value: number): string | null =>
  Number.isInteger(value) ? null : `${quote(input.trim())} is not a whole number.`;
