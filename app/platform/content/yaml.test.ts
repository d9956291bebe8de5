import { describe, expect, it } from 'vitest';
import { parseYaml, parseYamlDocument } from '#app/platform/content/yaml.server.ts';
import { relativeCost } from '#tests/unit/cost.ts';

const length = 30_000;
const filled = (unit: string) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
const numbered = (line: (index: number) => string) => {
  let text = '';
  for (let index = 0; text.length < length; index += 1) text += line(index);
  return text;
};
const plain = 'title: A title\nlines:\n'.concat(
  '  - some plain words in a row, one after the other\n'.repeat(570),
);

/** Closed, and valid by the standard: keys of keys of keys. */
const keysOfKeys = `${'? '.repeat(400)}a`;
const hostile: [string, string][] = [
  ...[
    '[',
    '[a,',
    '{',
    '{a: ',
    '- ',
    '? ',
    '- ? ',
    '&a ',
    '*a ',
    '!a ',
    '"',
    "'",
    '%a\n',
    '? a\n',
    'a: b\n',
  ].map((unit): [string, string] => [JSON.stringify(unit), filled(unit)]),
  ['keys of keys', keysOfKeys],
  ['keys of keys in braces', '{'.repeat(300) + '}'.repeat(300)],
  ['thousands of keys', numbered((index) => `a${index}: b\n`)],
  ['thousands of keys in braces', `{${numbered((index) => `a${index}: b, `)}}`],
  ['anchors', numbered((index) => `a${index}: &x${index} b\n`)],
  ['stairs', numbered((index) => `${' '.repeat(index)}a:\n`)],
  ['aliases of aliases', numbered((index) => `a${index}: &a${index} [*a${index - 1}, *a${index - 1}]\n`)],
];

describe('YAML that is hostile to its reader', () => {
  it.each(hostile)('is read or refused as quickly as plain text: %s', (_, text) => {
    expect(
      relativeCost(
        () => parseYaml(text),
        () => parseYaml(plain),
      ),
    ).toBeLessThan(6);
  });

  it('is refused where something stands for something else, or a key is no word', () => {
    expect(() => parseYaml('a: &one [b]\nc: *one\n')).toThrow(/alias/i);
    expect(() => parseYaml('? [a, b]\n: c\n')).toThrow(/keys must be strings/);
  });

  it('can be opened for editing as what cannot be read', () => {
    expect(parseYamlDocument(filled('? ')).errors).not.toEqual([]);
    expect(parseYamlDocument('a: 1 # one\n').get('a')).toBe(1);
  });
});

it.each(['"a\\0b"', '"a\\x00"', '"a \\ud83d b"', '{ "\\u0000": b }'])(
  'is refused with what is no character: %s',
  (text) => {
    expect(() => parseYaml(`a: ${text}\n`)).toThrow('no character');
  },
);

it('is read as it says', () => {
  expect(parseYaml('a: "\\ud83d\\ude00 \\u00e9"\n')).toEqual({ a: '😀 é' });
  expect(parseYaml('a: 1\nb: [c, "d"]\n2026: yes\n')).toEqual({ a: 1, b: ['c', 'd'], 2026: 'yes' });
});
