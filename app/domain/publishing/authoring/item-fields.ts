import type { z } from 'zod';
import { readNumber } from '#app/domain/core/values/typed-number.ts';

// An item of a list, such as a slide of a deck or a block of a sales page, as the fields of a form, and back. What its form was not asked to
// change comes back as it was (P294).

/** A cell of a line such as "Wedding dress ideas | 68 | $68". */
interface Cell {
  /** The key in the file; of plain lists of cells none. */
  key?: string;
  isNumber?: boolean;
}

/** One field of an item's form. */
export interface ItemField {
  name: string;
  /** Where its value stands in the item. */
  path: readonly string[];
  label: string;
  hint?: string;
  /**
   * One line of text, a paragraph, Markdown that keeps its lines, a list with a line for each, paragraphs whose first line is one cell and
   * whose others are the other, or a choice; `cells` says what stands between the bars of a line.
   */
  control: 'line' | 'text' | 'markdown' | 'lines' | 'pairs' | 'select' | 'number';
  /** Keys of a line's cells; the last ones may be left out. */
  cells?: readonly Cell[];
  /** Lines of any number of cells; `isOne` where there is one line alone. */
  isTable?: boolean;
  isOne?: boolean;
  options?: readonly string[];
  isOptional?: boolean;
}

export const line = (name: string, label: string, more: Partial<ItemField> = {}): ItemField => ({
  name,
  path: [name],
  label,
  control: 'line',
  ...more,
});
export const lines = (name: string, label: string, hint: string, more: Partial<ItemField> = {}): ItemField =>
  line(name, label, { control: 'lines', hint, ...more });

type Raw = Readonly<Record<string, unknown>>;
/** The fields of an item's form, by their names; a field that is missing is empty. */
type FieldTexts = Readonly<Record<string, string | undefined>>;

const at = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Raw | null | undefined)?.[key], value);
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
/** Between cells; a bar that is part of a text is typed as \|. */
const bar = ' | ';
const escaped = (text: string) => text.replaceAll('|', '\\|');

function lineOf({ cells, isTable }: ItemField, value: unknown): string {
  if (isTable) return (Array.isArray(value) ? value : [value]).map((cell) => escaped(textOf(cell))).join(bar);
  if (!cells) return textOf(value);
  const parts = cells.map(({ key = '' }) => escaped(textOf(at(value, [key]))));
  while (parts.length > 1 && parts.at(-1) === '') parts.pop();
  return parts.join(bar);
}

/** The keys of the first line of each paragraph, and of the lines below it. */
const keysOfPair = ({ cells = [] }: ItemField) => [cells[0]?.key ?? '', cells[1]?.key ?? ''] as const;

function textOfPairs(field: ItemField, value: readonly unknown[]): string {
  const [first, second] = keysOfPair(field);
  return value.map((pair) => `${textOf(at(pair, [first]))}\n${textOf(at(pair, [second]))}`).join('\n\n');
}

function textOfField(field: ItemField, value: unknown): string {
  if (field.control === 'pairs') return Array.isArray(value) ? textOfPairs(field, value) : '';
  if (field.control !== 'lines') return textOf(value);
  if (field.isOne) return lineOf(field, value);
  return Array.isArray(value) ? value.map((one) => lineOf(field, one)).join('\n') : '';
}

/** An item of a file as its form shows it. */
export const fieldsOfItem = (fields: readonly ItemField[], item: Raw): Record<string, string> =>
  Object.fromEntries(fields.map((field) => [field.name, textOfField(field, at(item, field.path))]));

const oneLine = (typed: string | undefined) => (typed ?? '').replace(/\s+/g, ' ').trim();
/** A typed number, or what was typed where that is none: the schema tells. */
const numberOf = (text: string): number | string => readNumber(text, { unit: 'any' }).value ?? text;

const cellsOf = (text: string) => text.split(/(?<!\\)\|/).map((cell) => oneLine(cell).replaceAll('\\|', '|'));

function valueOfLine({ cells, isTable }: ItemField, text: string): unknown {
  if (isTable) return cellsOf(text);
  if (!cells) return text;
  const parts = cellsOf(text);
  return Object.fromEntries(
    cells.flatMap(({ key = '', isNumber }, index) => {
      const part = index === cells.length - 1 ? parts.slice(index).join(bar) : (parts[index] ?? '');
      return part === '' ? [] : [[key, isNumber ? numberOf(part) : part]];
    }),
  );
}

/** A text as it was typed, without spaces at its ends and more than one empty line in a row. */
const wholeText = (typed: string | undefined) =>
  (typed ?? '')
    .split(/\r?\n/)
    .map((one) => one.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

function valueOfPairs(field: ItemField, typed: string | undefined): unknown {
  const [first, second] = keysOfPair(field);
  const paragraphs = wholeText(typed).split('\n\n').filter(Boolean);
  return paragraphs.map((paragraph) => {
    const [head = '', ...below] = paragraph.split('\n');
    return { [first]: oneLine(head), [second]: below.join('\n').trim() };
  });
}

function valueOfField(field: ItemField, typed: string | undefined): unknown {
  if (field.control === 'pairs') return valueOfPairs(field, typed);
  if (field.control === 'markdown') return wholeText(typed) || undefined;
  if (field.control === 'lines') {
    const filled = (typed ?? '').split('\n').map(oneLine).filter(Boolean);
    return field.isOne ? cellsOf(filled.join(bar)) : filled.map((text) => valueOfLine(field, text));
  }
  const text = oneLine(typed);
  if (text === '') return undefined;
  return field.control === 'number' ? numberOf(text) : text;
}

/** The item that a form describes, as a file has it, with what its form doesn't ask; whether it is one is for its schema to say. */
export function itemOfFields(fields: readonly ItemField[], start: Raw, texts: FieldTexts): Raw {
  const item: Record<string, unknown> = { ...start };
  for (const field of fields) {
    const value = valueOfField(field, texts[field.name]);
    if (value === undefined) continue;
    const [key = '', inner] = field.path;
    if (inner === undefined) item[key] = value;
    else item[key] = { ...(item[key] as Raw | undefined), [inner]: value };
  }
  return item;
}

/** What is wrong with an item, beside the fields of its form. */
export function problemsOfItem(
  fields: readonly ItemField[],
  issues: readonly z.core.$ZodIssue[],
): { field: string; message: string }[] {
  return issues.map((issue) => {
    const path = issue.path.map(String);
    const field =
      fields.find((one) => one.path.every((key, index) => path[index] === key)) ??
      fields.find((one) => one.path[0] === path[0]);
    if (!field) return { field: '', message: issue.message };
    const isList = field.control === 'pairs' || (field.control === 'lines' && !field.isOne);
    const index = isList ? path[field.path.length] : undefined;
    const words = wordsOf(field, issue, index !== undefined);
    const place = field.control === 'pairs' ? 'Question' : 'Line';
    return {
      field: field.name,
      message: index === undefined ? words : `${place} ${Number(index) + 1}: ${words}`,
    };
  });
}

function wordsOf({ control, hint, label }: ItemField, issue: z.core.$ZodIssue, isInLine: boolean): string {
  const isOfText = 'origin' in issue && issue.origin === 'string';
  if (issue.code === 'too_big' && isOfText) return `Use at most ${issue.maximum} characters.`;
  if (issue.code === 'too_small' && isOfText && issue.minimum !== 1)
    return `Use at least ${issue.minimum} characters.`;
  if (issue.code === 'custom') return `${issue.message.charAt(0).toUpperCase()}${issue.message.slice(1)}.`;
  if (control === 'lines' || control === 'pairs' || isInLine) return hint ?? issue.message;
  return `Fill in “${label}”.`;
}
