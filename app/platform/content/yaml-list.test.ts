import { describe, expect, it } from 'vitest';
import { parseYaml } from '#app/platform/content/yaml.server.ts';
import { listIn, withItems, withValues } from '#app/platform/content/yaml-list.server.ts';

const text = `# About the file.
pass: 4
questions:
  # About the first.
  - ask: One
    why: >-
      Folded
      text.
  - ask: Two # beside it
    options:
      - A
      - B
after: end
`;

describe('a list of a YAML file', () => {
  it('is changed item by item, and the rest stays as it was written', () => {
    const changed = withItems(text, 'questions', [{ from: 1 }, { value: { ask: 'New' } }, { from: 0 }]);
    expect(changed).toBe(`# About the file.
pass: 4
questions:
  # About the first.
  - ask: Two # beside it
    options:
      - A
      - B
  - ask: New
  - ask: One
    why: >-
      Folded
      text.
after: end
`);
    expect(withItems(text, 'questions', [{ from: 0 }, { from: 1 }])).toBe(text);
  });

  it.each([
    ['an empty file', ''],
    ['a file without the list', 'pass: 4\n'],
    ['a list in brackets', 'questions: [{ ask: One }, { ask: Two }]\n'],
    ['a list that is not indented', 'questions:\n- ask: One\n- ask: Two\n'],
    ['a list that ends its file without a line break', 'questions:\n  - ask: One\n  - ask: Two'],
    ['items that begin on another line', 'questions:\n  -\n    ask: One\n  - ask: Two\n'],
    ['a list that is something else', 'questions: none\n'],
  ])('is written anew where its lines cannot be kept: %s', (_, before) => {
    const list = listIn(before, 'questions');
    const items = [...list.map((__, from) => ({ from })).reverse(), { value: { ask: 'Three: "quoted"' } }];
    const after = withItems(before, 'questions', items);
    expect(listIn(after, 'questions')).toEqual([...[...list].reverse(), { ask: 'Three: "quoted"' }]);
  });

  it('is refused in words where the file is no YAML', () => {
    expect(() => listIn('a: [', 'questions')).toThrow();
    expect(() => withItems('[[[', 'questions', [])).toThrow();
  });
});

describe('values of a YAML file', () => {
  it('are set, changed and taken away, and the rest stays', () => {
    expect(withValues(text, { pass: 3 })).toBe(text.replace('pass: 4\n', '').replace(/^/, 'pass: 3\n'));
    expect(withValues(text, { pass: 4 })).toBe(text);
    expect(parseYaml(withValues(text, { pass: undefined, attempts: { most: 2, per: 'day' } }))).toEqual({
      ...(parseYaml(text) as object),
      pass: undefined,
      attempts: { most: 2, per: 'day' },
    });
    expect(parseYaml(withValues('', { pass: 3 }))).toEqual({ pass: 3 });
  });
});
