import { expect, it, vi } from 'vitest';
import { prisma } from '#app/platform/database/client.server.ts';
import { register } from '#tests/integration/joining.ts';
import { newEmail } from '#tests/integration/people.ts';

/** The numbers that chance gives out, before it is left to itself. */
const numbers = vi.hoisted((): number[] => []);

vi.mock('node:crypto', async (importOriginal) => {
  const original = await importOriginal<typeof import('node:crypto')>();
  const randomInt = (...limits: [max: number] | [min: number, max: number]) =>
    limits.length === 1 ? (numbers.shift() ?? original.randomInt(...limits)) : original.randomInt(...limits);
  return { ...original, randomInt };
});

it('an account whose handle is taken gets another', async () => {
  const email = newEmail();
  const base = String(email.split('@')[0]);
  numbers.push(7, 7, 8);
  await register(email);
  await register(`${base}@example.net`);
  const users = await prisma().user.findMany({
    where: { email: { startsWith: base } },
    orderBy: { createdAt: 'asc' },
  });
  expect(users.map(({ username }) => username.slice(-5))).toEqual(['-0007', '-0008']);
});
