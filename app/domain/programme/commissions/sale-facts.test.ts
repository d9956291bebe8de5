import { expect, it } from 'vitest';
import { buyerWords, type SaleFacts, saleTitle } from '#app/domain/programme/commissions/sale-facts.ts';

const sale = (facts: Partial<SaleFacts>): SaleFacts => ({
  number: null,
  isDifference: false,
  source: null,
  ...facts,
});

it.each([
  [sale({}), 'New sale'],
  [sale({ number: 1 }), 'New sale'],
  [sale({ number: 2 }), '1st renewal'],
  [sale({ number: 13 }), '12th renewal'],
  [sale({ isDifference: true }), 'Change of price'],
])('%j is called %s', (facts, title) => {
  expect(saleTitle(facts)).toBe(title);
});

it.each([
  [null, 'a member from one of your links'],
  [{ kind: 'campaign', name: 'newsletter' } as const, 'a member from the “newsletter” campaign'],
  [{ kind: 'link', name: '/r/wfkxsc9' } as const, 'a member from your link /r/wfkxsc9'],
  [{ kind: 'code', name: 'SPRING' } as const, 'a member with your code SPRING'],
  [{ kind: 'page', name: '/' } as const, 'a member from your link to the home page'],
  [{ kind: 'page', name: '/pricing' } as const, 'a member from your link to /pricing'],
])('the buyer of %j is %s', (source, words) => {
  expect(buyerWords(sale({ source }))).toBe(words);
});
