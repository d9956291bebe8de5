const form = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?$/;

/** The moment that a field for a day and a time has sent, taken as UTC; null for what is none, such as February 30. */
export function parseMoment(typed: string): Date | null {
  const text = typed.trim();
  if (!form.test(text)) return null;
  const moment = new Date(`${text}Z`);
  return Number.isNaN(moment.getTime()) || !moment.toISOString().startsWith(text) ? null : moment;
}
