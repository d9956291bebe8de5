import { describe, expect, it } from 'vitest';
import {
  pathWithoutQuery,
  promotionCodesIn,
  readTypedParameters,
  shortCodesIn,
  usernamesIn,
} from '#app/domain/programme/affiliates/referral-name.ts';

const name = 'jane-doe-x7k2';

/** The names that an address of the site can mean. */
function namesOf(address: string): string[] {
  const { ref } = readTypedParameters(new URL(address, 'https://site.example'));
  return ref === null ? [] : usernamesIn(ref);
}

describe('a referral link as people type it', () => {
  it.each([
    `/?ref=${name}`,
    `/?ref=${name}/`,
    `/?ref=${name}.`,
    `/?ref=${name},`,
    `/?ref=${name})`,
    `/?ref=${name}).`,
    `/?ref=${name}”`,
    `/?ref=${name}'`,
    `/?ref=${name}"`,
    `/?ref=${name}…`,
    `/?ref=${name}!`,
    `/?ref=${name}:`,
    `/?ref=${name};`,
    `/?ref=${name}>`,
    `/?ref=${name}*`,
    `/?ref=${name}-`,
    `/?ref=${name}%20`,
    `/?ref=%20${name}`,
    `/?ref=+${name}+`,
    `/?ref=${name}%0A`,
    `/?ref=${name}%E2%80%8B`,
    `/?ref=${name}%2F`,
    `/?ref=${name}/index.html`,
    `/?ref=${name}/?fbclid=abc`,
    `/?ref=@${name}`,
    `/?ref=%40${name}`,
    `/?ref=%2540${name}`,
    `/?ref=<${name}>`,
    `/?ref={${name}}`,
    `/?ref=“${name}”`,
    `/?ref=Jane-Doe-X7K2`,
    `/?ref=JANE-DOE-X7K2`,
    `/?REF=${name}`,
    `/?Ref=${name}`,
    `/?rEf=${name}`,
    `/? ref=${name}`,
    `/?ref[]=${name}`,
    `/?ref%5B%5D=${name}`,
    `/?ref[0]=${name}`,
    `/?ref=${name}?utm_source=fb`,
    `/?ref=${name}%3Futm_source=fb`,
    `/?utm_source=x?ref=${name}`,
    `/?utm_source=x%3Fref=${name}`,
    `/??ref=${name}`,
    `/?&ref=${name}`,
    `/?a=1&amp;ref=${name}`,
    `/?a=1&amp;amp;ref=${name}`,
    `/?a=1%26ref=${name}`,
    `/?ref=${name}&amp;utm_source=fb`,
    `/?ref=https://site.example/?ref=${name}`,
    `/?ref=https%3A%2F%2Fsite.example%2F%3Fref%3D${name}`,
    `/?ref=ref=${name}`,
    `/?ref=ｊａｎｅ-doe-x7k2`,
    `/?ref=jane–doe‑x7k2`,
    `/?ref=&ref=${name}`,
    `/?ref=${name}&ref=other`,
    `/?ｒｅｆ=${name}`,
    `/？ref＝${name}`,
    `/?a=1＆ref=${name}`,
    `/?a=1;ref=${name}`,
    `/?a=1%2526ref=${name}`,
    `/?ref%3D${name}`,
    `/?ref==${name}`,
    `/?ref=${name}%`,
    `/?ref=%22${name}%`,
    `/?ref=${name}%5D`,
    `/?ref=**${name}**`,
    `/?ref=_${name}_`,
    `/?ref=${name}...`,
    `/?ref=${name}’s`,
    `/?ref=/${name}`,
    `/?ref=${name}#top`,
    `/?ref=${name}%23top`,
    `/?ref[]=${name}&ref[]=other`,
    `/?REF=&Ref=${name}`,
    `/?ref=https://site.example/&ref=${name}`,
    `/?ref=site.example/?ref=${name}`,
    `/&ref=${name}`,
    `/pricing&ref=${name}`,
    `/pricing%3Fref=${name}`,
    `/pricing？ref=${name}`,
    `/pricing&ref=${name}?utm_source=fb`,
    `/?ref:${name}`,
    `/?ref-${name}`,
    `/?a=1&ref:${name}`,
    `/?"ref=${name}"`,
    `/?(ref=${name})`,
    `/?ref%253D${name}`,
    `/?ref=jane%20doe%20x7k2`,
    `/?ref=jane.doe.x7k2`,
    `/?ref=Jane_Doe_X7K2.`,
    `/?ref=jane--doe-x7k2`,
    `/?ref=site.example/${name}`,
    `/?ref=https://site.example/r/${name}/`,
  ])('%s', (address) => {
    expect(namesOf(address)).toContain(name);
  });

  it('is looked for exactly as typed first', () => {
    expect(usernamesIn('Some.Body@example.com')[0]).toBe('some.body@example.com');
    expect(usernamesIn('ada-x_y-_')).toEqual(['ada-x_y-_', 'ada-x_y', 'ada-x-y']);
    expect(usernamesIn('@ada_b').slice(1)).toEqual(['ada_b', 'ada-b']);
    expect(usernamesIn('@ada doe').slice(1)).toEqual(['ada-doe', 'ada']);
  });

  it.each([
    '/',
    '/?a=b',
    '/?prefer=jane',
    '/?ref',
    '/?ref=',
    '/?ref=%20',
    '/?href=jane',
    '/?xref[]=jane',
    '/?reference-jane',
    '/?ref.jane',
    '/ref=jane',
    '/login?redirectTo=%2Fpricing%3Fref%3Djane',
  ])('and %s is none', (address) => {
    expect(namesOf(address)).toEqual([]);
  });

  it.each(['/?ref=%00', '/?ref=…', '/?ref=%', '/?ref=%E0%A4%A'])('nor does %s fail', (address) => {
    expect(namesOf(address).length).toBeLessThanOrEqual(3);
  });

  it('is read no further than a name can go', () => {
    expect(namesOf(`/?ref=${'a'.repeat(5_000)}`).every((each) => each.length <= 200)).toBe(true);
  });
});

it.each([
  'abc2345',
  'ABC2345',
  'abc2345.',
  'abc2345)',
  'Abc2345,',
  '@abc2345',
  'abc2345”',
  'abc2345%20',
  'ａｂｃ2345',
  ' abc2345 ',
  'abc2345&utm_source=x',
  'abc2345?utm_source=x',
  'abc2345/',
  'abc2345-',
  'abc2345_',
  'abc2345…',
  '%22abc2345%22',
  '"abc2345"',
  'abc2345%',
])('a short link as people type it: %j', (typed) => expect(shortCodesIn(typed)).toContain('abc2345'));

it.each(['SAVE10', 'save10', 'save10.', ' Save10 ', 'SAVE10)', '“SAVE10”', 'ＳＡＶＥ10'])(
  'a promotion code as people type it: %j',
  (typed) => expect(promotionCodesIn(typed)).toContain('SAVE10'),
);

it.each([
  '/?ref=jane?utm_source=fb&utm_medium=post&utm_campaign=May',
  '/?utm_source=fb?ref=jane&amp;utm_medium=post&amp;UTM_Campaign=May',
  '/?ref=jane%3Futm_source=fb%26utm_medium=post&utm_campaign=May',
  '/?utm_source=fb&utm_source=x&utm_medium=post&utm_campaign=+May+&ref=jane',
  '/pricing&ref=jane&utm_source=fb&utm_medium=post&utm_campaign=May',
])('%s keeps its campaign', (address) => {
  const { ref, ...campaign } = readTypedParameters(new URL(address, 'https://site.example'));
  expect(usernamesIn(ref ?? '')).toContain('jane');
  expect(campaign).toEqual({ code: null, utm_source: 'fb', utm_medium: 'post', utm_campaign: 'May' });
});

it('a path is stored without the query that became part of it', () => {
  expect(pathWithoutQuery('/pricing&ref=jane')).toBe('/pricing');
  expect(pathWithoutQuery('/%3Fref=jane')).toBe('/');
  expect(pathWithoutQuery('/pricing')).toBe('/pricing');
});

describe('parameters of other systems (P232)', () => {
  const refOf = (address: string, aliases = ['via', 'fpr', 'ref_id']) =>
    readTypedParameters(new URL(address, 'https://site.example'), aliases).ref;

  it.each([
    '/?via=jane',
    '/pricing?FPR=jane',
    '/?utm_source=fb&amp;ref_id=jane',
    '/?utm_source=fb%26via=jane',
    '/?ref=&via=jane',
  ])('mean the same as ref: %s', (address) => expect(refOf(address)).toBe('jane'));

  it('count only where there is no ref, and only those that are set', () => {
    expect(refOf('/?via=old&ref=new')).toBe('new');
    expect(refOf('/?aff=jane')).toBe(null);
    expect(refOf('/?via=jane', [])).toBe(null);
  });
});
