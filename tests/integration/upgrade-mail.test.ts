import { expect, it } from 'vitest';
import { newEbookSale, newSale } from '#tests/integration/facts.ts';
import { mailsTo, newUser } from '#tests/integration/people.ts';
import { tell } from '#tests/integration/sellers.ts';

it('who has bought the ebook and becomes a member is told that they have upgraded, and that the book stays theirs', async () => {
  const user = await newUser();
  const sale = newSale(user.id);
  await tell(newEbookSale(user.id).completed, sale.created, sale.activated, sale.paid);
  const [mail, ...others] = (await mailsTo(user.email)).filter(({ subject }) => /membership/.test(subject));
  expect(others).toEqual([]);
  expect(mail?.subject).toBe('You have upgraded: your membership is active');
  expect(mail?.text).toContain('You had “Digital Marketing Domination”');
  expect(mail?.text).toContain('R-');
});

it('who has had their money for it back is welcomed', async () => {
  const user = await newUser();
  const book = newEbookSale(user.id);
  const sale = newSale(user.id);
  await tell(book.completed, book.refunded(700), sale.created, sale.activated);
  const subjects = (await mailsTo(user.email)).map(({ subject }) => subject);
  expect(subjects).toContain('Welcome: your membership is active');
});
