import { describe, expect, it } from 'vitest';
import { nearDuplicates } from '#app/domain/publishing/repetition.server.ts';
import { documents, passages } from '#tests/content/files.ts';

describe('paragraphs', () => {
  it('are in no other file', () => {
    // The sheet of a template has the example of its playbook.
    const all = documents
      .filter(({ path }) => !path.endsWith('.sheet.yaml'))
      .flatMap((document) => passages(document).map((text) => ({ path: document.path, text })));
    const found = nearDuplicates(all).map(
      ({ share, one, other }) =>
        `${Math.round(share * 100)}% the same: ${one.path} "${one.text.slice(0, 300)}" and ${other.path} "${other.text.slice(0, 300)}"`,
    );
    expect(found).toEqual([]);
  });

  it('are found when only a few words differ', () => {
    const text =
      'A new sentence costs an hour, and it works on every page, in every mail and ad, for years to come.';
    const pair = [
      { path: 'one', text },
      { path: 'two', text: text.replace('an hour', 'an afternoon') },
      {
        path: 'three',
        text: 'Price the click before you buy it, since nobody else is going to do that sum for your shop.',
      },
    ];
    expect(nearDuplicates(pair).map(({ one, other }) => [one.path, other.path])).toEqual([['one', 'two']]);
  });
});
