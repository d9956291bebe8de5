import { letterKindName } from '#app/domain/operating/letters/kinds.ts';
import type { LetterForm as Fields } from '#app/domain/operating/letters/schemas.server.ts';
import { describeMinute } from '#app/domain/operating/letters/send-times.ts';
import { comparedFields } from '#app/routes/admin/edit-conflict.tsx';
import type { formFields } from '#app/routes/http/form-fields.ts';

const labels = {
  subject: 'Subject',
  preheader: 'Preview line',
  body: 'Letter',
  audience: 'Who gets it',
  kind: 'Kind of email',
  mayBeSecond: 'Also to people who already got a bulk email that day',
  atMinute: 'When it arrives',
  otherSubject: 'Second subject',
  testPercent: 'Share of recipients in the test',
  testHours: 'Count clicks for',
} as const satisfies Record<Exclude<keyof Fields, 'version'>, string>;

type Name = keyof typeof labels;

/** Writes what the form's lists and boxes send as they show it. */
const shownIn =
  (segments: readonly { id: string; name: string }[]) =>
  (name: Name, value: string): string => {
    if (name === 'audience')
      return value === 'all'
        ? 'Everyone with a verified address'
        : (segments.find(({ id }) => id === value)?.name ?? '');
    if (name === 'kind') return letterKindName(value);
    if (name === 'mayBeSecond') return value === 'on' ? 'Yes' : 'No';
    if (name === 'atMinute')
      return value === ''
        ? 'As soon as it’s sent'
        : `At ${describeMinute(Number(value))} where the reader is`;
    if (name === 'testPercent') return `${value}%`;
    if (name === 'testHours') return value === '1' ? '1 hour' : `${value} hours`;
    return value;
  };

/** All of a letter's form that somebody else can have saved meanwhile: as it is saved, and as it was typed. */
export const comparedLetter = (
  saved: Record<Name, string>,
  form: ReturnType<typeof formFields<Fields>>,
  segments: readonly { id: string; name: string }[],
) => comparedFields(labels, saved, form, shownIn(segments));
