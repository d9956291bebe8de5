import type { CellForm } from '#app/domain/templates/sheets.server.ts';

/**
 * What somebody typed into a cell as a spreadsheet counts with it: numbers with or without $, commas and %, days as 2026-11-22;
 * what is none of these stays a text. "25%" is a quarter, and so is "25" in a cell for percentages.
 */
export function cellValue(form: CellForm, typed: string): string | number | Date {
  if (form === 'text') return typed;
  if (form === 'date') {
    const day = /^\d{4}-\d\d-\d\d$/.test(typed) ? new Date(`${typed}T00:00:00Z`) : null;
    // A day that no month has would become another.
    return day && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(typed) ? day : typed;
  }
  const match = /^([+-]?)\s*\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,15})?(\.\d{1,10})?\s*(%?)$/.exec(typed);
  if (!match) return typed;
  const [, sign = '', whole = '', part = '', percent = ''] = match;
  if (whole === '' && part === '') return typed;
  const number = Number(`${sign}${whole.replaceAll(',', '')}${part}`);
  return percent || form === 'percent' ? Number((number / 100).toPrecision(15)) : number;
}
