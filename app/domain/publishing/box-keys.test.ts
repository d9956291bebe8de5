import { describe, expect, it } from 'vitest';
import { matchBoxes } from '#app/domain/publishing/box-keys.ts';
import { type BoxKeys, renderMarkdown } from '#app/platform/content/markdown.server.ts';

const listOf = (lines: readonly string[]) => lines.map((line) => `- [ ] ${line}\n`).join('');

interface Text {
  lines: readonly string[];
  keys: BoxKeys;
}

const text = (...lines: string[]): Text => ({ lines, keys: {} });

/** A text after an edit, as saving it leaves it. */
const edited = (before: Text, ...lines: string[]): Text => ({
  lines,
  keys: matchBoxes([{ body: listOf(before.lines), keys: before.keys }], {
    body: listOf(lines),
    keys: before.keys,
  }),
});

/** The names of the boxes as the page has them. */
const boxesOf = ({ lines, keys }: Text) => renderMarkdown(listOf(lines), '', true, keys).tasks;

const first = text('Write three promises', 'Call one customer', 'Ask two people which one they believe');
const [promises, call, ask] = boxesOf(first);

describe('the boxes of a checklist that is edited (P344)', () => {
  it('stay with a line whose words change, however often', () => {
    const second = edited(
      first,
      'Write three promises',
      'Phone one client',
      'Ask two people what they believe',
    );
    expect(boxesOf(second)).toEqual([promises, call, ask]);
    const third = edited(second, 'Write 3 promises', 'Phone two clients', 'Ask two people what they believe');
    expect(boxesOf(third)).toEqual([promises, call, ask]);
    // Back to the words of the beginning: nothing has to be said of the names.
    expect(edited(third, ...first.lines).keys).toEqual({});
  });

  it('stay with a line that is moved, also where it is reworded at once', () => {
    const moved = edited(
      first,
      'Ask two people which one they believe',
      'Write three promises',
      'Call one customer',
    );
    expect(boxesOf(moved)).toEqual([ask, promises, call]);
    expect(moved.keys).toEqual({});
    const both = edited(
      first,
      'Ask two friends which one they believe',
      'Call one customer',
      'Write three promises',
    );
    expect(boxesOf(both)).toEqual([ask, call, promises]);
  });

  it('are new for another task, and gone with a line that goes', () => {
    const replaced = edited(
      first,
      'Write three promises',
      'Publish the page',
      'Ask two people which one they believe',
    );
    expect(boxesOf(replaced)[1]).not.toBe(call);
    expect(boxesOf(edited(first, 'Call one customer'))).toEqual([call]);
    const added = edited(first, 'Begin', ...first.lines);
    expect(boxesOf(added).slice(1)).toEqual([promises, call, ask]);
  });

  it('are never those of another line, also for one with the words that a line had', () => {
    const reworded = edited(
      first,
      'Write three promises',
      'Phone one customer',
      'Ask two people which one they believe',
    );
    const again = edited(reworded, ...reworded.lines, 'Call one customer');
    const boxes = boxesOf(again);
    expect(boxes.slice(0, 3)).toEqual([promises, call, ask]);
    expect(new Set(boxes).size).toBe(4);
    expect(boxesOf(edited(again, 'Call one customer', ...reworded.lines))[0]).toBe(boxes[3]);
  });

  it('are told apart where a file says of two lines that they are one', () => {
    const [one = '', two = ''] = boxesOf(text('One', 'Two'));
    expect(boxesOf({ lines: ['One', 'Two'], keys: { [two]: one } })).toEqual([one, two]);
    expect(new Set(boxesOf({ lines: ['One', 'Two'], keys: { [one]: two } })).size).toBe(2);
  });
});
