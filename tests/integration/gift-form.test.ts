import { describe, expect, it } from 'vitest';
import { giftSchema } from '#app/domain/selling/gifts/gift-schema.server.ts';
import { InvalidForm } from '#app/routes/http/form.server.ts';
import { parseForm } from '#app/routes/http/form-action.server.ts';

const today = new Date().toISOString().slice(0, 10);

function parsed(fields: Record<string, string>) {
  const form = new FormData();
  const given = {
    option: 'membership_gift_1',
    delivery: 'card',
    giverName: 'Ada',
    startsOn: today,
    ...fields,
  };
  for (const [name, value] of Object.entries(given)) form.set(name, value);
  return parseForm(form, giftSchema);
}

/** The names of the fields that are refused. */
function refusedFields(fields: Record<string, string>): string[] {
  try {
    parsed(fields);
    return [];
  } catch (error) {
    if (!(error instanceof InvalidForm)) throw error;
    return Object.keys(error.submission.reply().error ?? {});
  }
}

describe('the form of a gift', () => {
  it('takes a card without an address and without a message', () => {
    expect(parsed({ message: '', recipientEmail: '' })).toMatchObject({ message: '', delivery: 'card' });
  });

  it.each([
    ['Ada@München.example', 'ada@xn--mnchen-3ya.example'],
    ['ada@пример.рф', 'ada@xn--e1afmkfd.xn--p1ai'],
  ])('emails to a domain in any script: %s', (recipientEmail, address) => {
    expect(parsed({ delivery: 'email', recipientEmail })).toMatchObject({ recipientEmail: address });
  });

  it.each([
    [{ delivery: 'email', recipientEmail: 'jürgen@example.com' }, ['recipientEmail']],
    [{ delivery: 'email', recipientEmail: '', giverName: '' }, ['giverName', 'recipientEmail']],
    [{ delivery: 'email', recipientEmail: 'nobody' }, ['recipientEmail']],
    [{ message: 'x'.repeat(501) }, ['message']],
    [{ startsOn: '2026-02-30' }, ['startsOn']],
    [{ startsOn: '2020-01-01' }, ['startsOn']],
  ])('refuses %j beside its fields', (fields, names) => {
    expect(refusedFields(fields as Record<string, string>).toSorted()).toEqual(names);
  });
});
