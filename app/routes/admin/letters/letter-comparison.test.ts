import { expect, it } from 'vitest';
import { comparedLetter } from '#app/routes/admin/letters/letter-comparison.ts';
import { formFields } from '#app/routes/http/form-fields.ts';

const saved = {
  subject: 'News',
  preheader: '',
  body: 'Hello',
  audience: 'all',
  kind: 'news',
  mayBeSecond: '',
  atMinute: '',
  otherSubject: '',
  testPercent: '20',
  testHours: '4',
};

it('compares all that somebody else can have saved, as the form shows it', () => {
  const typed = {
    ...saved,
    audience: 'b',
    kind: 'offers',
    mayBeSecond: 'on',
    atMinute: '480',
    testPercent: '50',
    testHours: '1',
  };
  const segments = [{ id: 'b', name: 'Buyers' }];
  const compared = (now: typeof saved, form: typeof saved) =>
    comparedLetter(now, formFields('letter', undefined, form), segments)
      .filter((field) => field.now !== field.typed)
      .map((field) => [field.now, field.typed]);
  expect(compared(saved, saved)).toEqual([]);
  expect(compared(saved, typed)).toEqual([
    ['Everyone with a verified address', 'Buyers'],
    ['News', 'Offers'],
    ['No', 'Yes'],
    ['As soon as it’s sent', 'At 08:00 where the reader is'],
    ['20%', '50%'],
    ['4 hours', '1 hour'],
  ]);
});
