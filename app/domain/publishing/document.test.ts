import { describe, expect, it } from 'vitest';
import { costlyPiece, documentOf, readPiece } from '#app/domain/publishing/document.server.ts';
import { contentText, listContent } from '#app/platform/content/files.server.ts';
import { relativeCost } from '#tests/unit/cost.ts';
import { hostileMarkdown } from '#tests/unit/hostile-markdown.ts';

const length = 29_900;
const pieceOf = (body: string) => `---\ntitle: A title\n---\n${body}\n`;
const readCheapPiece = (text: string) => () => {
  if (costlyPiece('guides/a.md', text) === null) readPiece('guides/a.md', text);
};
const paragraph = `${'Some plain words in a row, and a few more of them. '.repeat(8)}**The end**.\n\n`;
const prose = pieceOf(paragraph.repeat(length / paragraph.length));

it('says why it cannot be taken apart, so that no other thread needs to try', () => {
  expect(readPiece('guides/a.md', prose).problem).toBeNull();
  expect(readPiece('guides/a.md', 'No facts').problem).toBe(
    'guides/a.md must begin with front matter between --- lines',
  );
  expect(readPiece('site/a.yaml', 'a: [b').problem).toMatch(/Flow sequence/);
});

describe('a piece that is hostile to its reader', () => {
  it.each(hostileMarkdown(length))('takes no longer than a plain one: %s', (_, body) => {
    expect(relativeCost(readCheapPiece(pieceOf(body)), readCheapPiece(prose))).toBeLessThan(4);
  });

  it('is compared with one that is read', () => {
    expect(costlyPiece('guides/a.md', prose)).toBeNull();
  });

  it('is named by what is too much, and where', () => {
    expect(costlyPiece('guides/a.md', pieceOf(`one\n\n${'> '.repeat(6)}two`))).toBe(
      'There are more than 5 quotations or lists inside each other on line 6',
    );
    expect(costlyPiece('site/a.yaml', 'a: [['.repeat(400))).toBe('There are too many opening brackets');
  });
});

describe('the pieces there are', () => {
  const paths = ['guides', 'playbooks', 'legal', 'support', 'site'].flatMap((folder) =>
    listContent(folder, /\.(md|yaml)$/).map((name) => `${folder}/${name}`),
  );

  it('are far from that', () => {
    expect(paths.length).toBeGreaterThan(50);
    expect(paths.filter((path) => costlyPiece(path, contentText(path) ?? '') !== null)).toEqual([]);
    for (const path of paths) expect(() => documentOf(path, contentText(path) ?? '')).not.toThrow();
  });
});
