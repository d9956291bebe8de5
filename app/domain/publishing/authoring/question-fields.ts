import type { z } from 'zod';
import { readNumber } from '#app/domain/core/values/typed-number.ts';
import { mostOffers } from '#app/domain/learning/quizzes/quiz.ts';

// A question of a quiz as the fields of a form, and back. What its form was not asked to change comes back as it was (P291).

/** The kinds of questions, in the order in which authors are offered them. */
export const questionKinds = ['choice', 'multiple', 'order', 'mistake', 'number'] as const;
export type QuestionKind = (typeof questionKinds)[number];

/** The fields of a question's form, by their names; a field that is missing is empty. */
type QuestionFields = Readonly<Record<string, string | undefined>>;

/** What is offered to choose from or to put in order, by the kind of question. */
const offersKey = { choice: 'options', multiple: 'options', order: 'steps', mistake: 'lines' } as const;

export const offerField = (at: number) => `offer${at + 1}`;
/** The box that says that an option is right, where several can be. */
export const rightField = (at: number) => `right${at + 1}`;
export const offerFields = Array.from({ length: mostOffers }, (_, at) => offerField(at));

/** A question as a file has it: whatever its author has written. */
type Raw = Readonly<Record<string, unknown>>;

export const isQuestionKind = (kind: unknown): kind is QuestionKind =>
  (questionKinds as readonly unknown[]).includes(kind);

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** "click 8, leave 10": one set of figures in a line. */
const lineOfFigures = (set: unknown): string =>
  Object.entries((set ?? {}) as Record<string, unknown>)
    .map(([name, value]) => `${name} ${asText(value)}`)
    .join(', ');

/** A question of a file as its form shows it. */
export function fieldsOfQuestion(question: Raw): Record<string, string> {
  const fields: Record<string, string> = {
    ask: asText(question.ask),
    why: asText(question.why),
    passage: asText(question.passage),
    right: asText(question.right),
  };
  if (question.kind === 'number') {
    fields.tolerance = asText(question.tolerance);
    fields.unit = asText(question.unit);
    fields.sum = asText(question.sum);
    fields.figures = asList(question.figures).map(lineOfFigures).join('\n');
  } else if (isQuestionKind(question.kind)) {
    for (const [at, offer] of asList(question[offersKey[question.kind as keyof typeof offersKey]]).entries())
      fields[offerField(at)] = asText(offer);
    for (const place of question.kind === 'multiple' ? asList(question.right) : [])
      fields[rightField(Number(place) - 1)] = '1';
  }
  return fields;
}

/** A text of one paragraph: line breaks of a form are spaces in the file. */
const lineOf = (typed: string | undefined): string => (typed ?? '').replace(/\s+/g, ' ').trim();

/** A typed number, or what was typed where that is none: the schema tells. */
const numberOf = (typed: string | undefined): number | string => {
  const text = lineOf(typed);
  return readNumber(text, { unit: 'any' }).value ?? text;
};

/** What is filled in of the places of a form, with the place of each. */
const filledOffers = (fields: QuestionFields): { at: number; text: string }[] =>
  offerFields.flatMap((name, at) => {
    const text = lineOf(fields[name]);
    return text === '' ? [] : [{ at, text }];
  });

function figuresOf(typed: string | undefined): unknown[] {
  return (typed ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) =>
      Object.fromEntries(
        line.split(/[,;] /).map((pair) => {
          const text = lineOf(pair);
          const end = text.search(/[\d\s:=-]/);
          const name = end < 0 ? text : text.slice(0, end);
          return [name, numberOf(text.slice(name.length).replace(/^[\s:=]+/, ''))];
        }),
      ),
    );
}

const withoutEmpty = (values: Raw): Raw =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== ''));

/** The question that a form of this kind describes, as a file has it; whether it is one is for the schema to say. */
export function questionOfFields(kind: QuestionKind, fields: QuestionFields): Raw {
  const [ask, why, passage] = [lineOf(fields.ask), lineOf(fields.why), lineOf(fields.passage)];
  if (kind === 'number') {
    const tolerance = lineOf(fields.tolerance);
    const figures = figuresOf(fields.figures);
    return withoutEmpty({
      kind,
      ask,
      right: numberOf(fields.right),
      tolerance: tolerance === '' ? undefined : numberOf(tolerance),
      unit: lineOf(fields.unit),
      sum: lineOf(fields.sum),
      figures: figures.length > 0 ? figures : undefined,
      why,
      passage,
    });
  }
  const offers = filledOffers(fields);
  const question = { kind, ask, [offersKey[kind]]: offers.map(({ text }) => text) };
  if (kind === 'order') return withoutEmpty({ ...question, why, passage });
  if (kind === 'multiple') {
    const right = offers.flatMap(({ at }, index) => (fields[rightField(at)] ? index + 1 : []));
    return withoutEmpty({ ...question, right: right.length > 0 ? right : undefined, why, passage });
  }
  // Counted without places that were left empty.
  const chosen = offers.findIndex(({ at }) => String(at + 1) === fields.right);
  return withoutEmpty({ ...question, right: chosen < 0 ? undefined : chosen + 1, why, passage });
}

/** What one of them is called. */
const offerNames: Record<string, string> = { options: 'option', steps: 'step', lines: 'line' };

/** What is wrong with a question, beside the fields of its form. */
export function problemsOfFields(
  kind: QuestionKind,
  fields: QuestionFields,
  issues: readonly z.core.$ZodIssue[],
): { field: string; message: string }[] {
  return issues.map((issue) => {
    const [key = '', index] = issue.path.map(String);
    const one = offerNames[key];
    if (one === undefined) return { field: key, message: wordsOf(kind, key, issue) };
    const filled = filledOffers(fields);
    if (index === undefined)
      return {
        field: offerField(issue.code === 'too_small' ? filled.length : 0),
        message:
          issue.code === 'too_small'
            ? `Give at least ${issue.minimum} ${one}s.`
            : issue.code === 'too_big'
              ? `Give at most ${issue.maximum} ${one}s.`
              : issue.message,
      };
    return { field: offerField(filled[Number(index)]?.at ?? 0), message: wordsOf(kind, key, issue) };
  });
}

const missing: Record<string, string> = {
  ask: 'Type the question.',
  why: 'Explain why the right answer is right.',
  passage: 'Choose where the lesson teaches this.',
  sum: 'Type how one gets to the number, such as 40 - 20 - 5.',
};

function wordsOf(kind: QuestionKind, key: string, issue: z.core.$ZodIssue): string {
  if (key === 'right' && kind === 'multiple') return 'Choose every option that is right.';
  if (key === 'right' && kind !== 'number')
    return kind === 'mistake' ? 'Choose which line is wrong.' : 'Choose which one is right.';
  if (key === 'right' || key === 'tolerance') return 'Type a number, such as 1200 or 2.5.';
  if (key === 'figures')
    return 'Type two to six lines, each with the same names in small letters and a number after each, such as: click 8, leave 10';
  if (key === 'passage') return 'Choose where the lesson teaches this.';
  if (key === 'sum' && issue.code === 'invalid_format')
    return 'Use numbers and + - * / ( ) only, and names in braces for figures.';
  if (issue.code === 'too_big') return `Use at most ${issue.maximum} characters.`;
  if (issue.code === 'too_small' && issue.minimum !== 1) return `Use at least ${issue.minimum} characters.`;
  return missing[key] ?? issue.message;
}
