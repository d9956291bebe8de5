import { describe, expect, it } from 'vitest';
import { errorSummary } from '#app/platform/database/error-summary.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

const dump = 'Invalid `prisma.payment.create()` invocation:\n\n{ data: { email: "ada@example.org" } }';

describe('errorSummary', () => {
  it('says by which code the database failed, and nothing of what was to be written', () => {
    const meta = { modelName: 'Payment', driverAdapterError: { cause: { originalCode: '23505' } } };
    const known = new Prisma.PrismaClientKnownRequestError(dump, { code: 'P2002', clientVersion: '7', meta });
    expect(errorSummary(known)).toBe('Database error: PrismaClientKnownRequestError P2002 23505 Payment');
    const invalid = new Prisma.PrismaClientValidationError(dump, { clientVersion: '7' });
    expect(errorSummary(invalid)).toBe('Database error: PrismaClientValidationError');
    const postgres = Object.assign(new Error('invalid input syntax: "ada@example.org"'), {
      ...{ severity: 'ERROR', code: '22P02', constraint: undefined },
    });
    expect(errorSummary(postgres)).toBe('Database error: Error 22P02');
  });

  it('keeps the first line of any other error, at most 300 characters of it', () => {
    expect(errorSummary(new Error('oops'))).toBe('oops');
    expect(errorSummary(new Error(`first\n${dump}`))).toBe('first');
    expect(errorSummary(new Error('x'.repeat(1000)))).toHaveLength(300);
    expect(errorSummary(new RangeError(''))).toBe('RangeError');
    expect(errorSummary('cut off')).toBe('cut off');
  });
});
