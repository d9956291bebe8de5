import { expect, it } from 'vitest';
import { ticketNumberField } from '#app/domain/talk/support/ticket-form.server.ts';

it.each(['1001', ' #1001 ', '＃１００１', '1,001', '١٠٠١'])('reads the number of a ticket: %s', (typed) => {
  expect(ticketNumberField.parse(typed)).toBe(1001);
});

it.each(['1.001', '10o1', '1001.5', 'the last one'])('names what it cannot read: %s', (typed) => {
  expect(ticketNumberField.safeParse(typed).error?.issues[0]?.message).toContain(`"${typed}"`);
});

it.each([null, '', ' ', '0', '-1', '1e12'])(
  'asks for a number where none is typed, or none that a ticket has: %s',
  (typed) => {
    expect(ticketNumberField.safeParse(typed).error?.issues[0]?.message).toMatch(
      /^Enter the number of a ticket/,
    );
  },
);
