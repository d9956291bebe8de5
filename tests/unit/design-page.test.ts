import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { leftOut } from '#app/routes/dev/design/left-out.ts';

const textOf = (file: string) => readFileSync(file, 'utf8');

/** Components that app/ui exports: what begins with a capital letter and is no constant in capitals. */
const components = globSync('app/ui/**/*.tsx')
  .filter((file) => !file.endsWith('.test.tsx'))
  .flatMap((file) =>
    [...textOf(file).matchAll(/^export (?:const|function) ([A-Z]\w*[a-z]\w*)/gm)].flatMap(
      ([, name]) => name ?? [],
    ),
  );

const page = globSync('app/routes/dev/design/*.tsx').map(textOf).join('\n');

/** Whether the page shows a component: as an element, or by its name in a list, as icons are. */
const isShown = (name: string) => new RegExp(`<${name}[\\s>/<]|^  ${name},$`, 'm').test(page);

describe('the design page (P334)', () => {
  it('knows of the components', () => {
    expect(components.length).toBeGreaterThan(60);
    expect(components).toEqual(
      expect.arrayContaining(['Button', 'DataTable', 'Link', 'Chevron', 'MessageText']),
    );
  });

  it('shows each component of app/ui, or says why not', () => {
    expect(
      components.filter((name) => !isShown(name) && !Object.hasOwn(leftOut, name)),
      'Show these in a page of app/routes/dev/design, or say why not in app/routes/dev/design/left-out.ts',
    ).toEqual([]);
  });

  it('leaves out nothing that it shows, and nothing that is no component', () => {
    for (const name of Object.keys(leftOut)) {
      expect(components, name).toContain(name);
      expect(isShown(name), name).toBe(false);
    }
  });
});
