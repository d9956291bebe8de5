import { readNumber } from '#app/domain/core/values/typed-number.ts';
import type { CellForm } from '#app/domain/learning/templates/sheets.server.ts';

const unitOf = (form: CellForm) => (form === 'money' || form === 'percent' ? form : 'any');

/** Why a number in a cell has to be written in another way ("1.000"), so that no sum leaves it out; null where it is clear, or a text. */
export function cellProblem(form: CellForm, typed: string): string | null {
  if (form === 'text' || form === 'date') return null;
  const number = readNumber(typed, { unit: unitOf(form) });
  return number.value === null && number.isUnclear ? number.problem : null;
}

/**
 * What somebody typed into a cell as a spreadsheet counts with it: numbers as people write them, days as 2026-11-22;
 * what is none of these stays a text. "25%" is a quarter, and so is "25" in a cell for percentages.
 */
export function cellValue(form: CellForm, typed: string): string | number | Date {
  if (form === 'text') return typed;
  if (form === 'date') {
    const day = /^\d{4}-\d\d-\d\d$/.test(typed) ? new Date(`${typed}T00:00:00Z`) : null;
    // A day that no month has would become another.
    return day && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(typed) ? day : typed;
  }
  const { value, isPercent } = { isPercent: false, ...readNumber(typed, { unit: unitOf(form) }) };
  if (value === null) return typed;
  return isPercent || form === 'percent' ? Number((value / 100).toPrecision(15)) : value;
}
