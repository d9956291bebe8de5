import { expect, it } from 'vitest';
import { describeFailure } from '#app/platform/database/describe-failure.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

it('says what to do where the database did not answer in time, and not which line of ours waited', () => {
  const message = '\nInvalid `prisma.auditEntry.createMany()` invocation:\n\nTransaction API error: ...';
  const error = new Prisma.PrismaClientKnownRequestError(message, { code: 'P2028', clientVersion: '7' });
  expect(describeFailure(error)).toMatch(/^The database did not answer in time\./);
});

it('leaves what is said already', () => {
  const refused = Object.assign(new Error('The database of DATABASE_URL does not answer.'), {
    cause: { code: 'ECONNREFUSED' },
  });
  expect(describeFailure(refused)).toBe('The database of DATABASE_URL does not answer.');
  expect(describeFailure('no error')).toBe('no error');
});
