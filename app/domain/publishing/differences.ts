import { diffLines, diffWordsWithSpace } from 'diff';

/** A stretch of text that stayed, came or went. */
interface Stretch {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** What of two texts differs, block by block: a block that stayed is cut to the lines beside a change. */
export type Block = { isSame: true; text: string; isCut: boolean } | { isSame: false; stretches: Stretch[] };

/** Texts that are all different take long to compare: then they stand beside one another whole. In milliseconds. */
const timeout = 500;
const context = 2;

/** Cuts what stayed to the lines next to a change. */
function near(text: string, isFirst: boolean, isLast: boolean): { text: string; isCut: boolean } {
  const lines = text.replace(/\n$/, '').split('\n');
  const head = isFirst ? [] : lines.slice(0, context);
  const tail = isLast ? [] : lines.slice(-context);
  if (head.length + tail.length >= lines.length) return { text: lines.join('\n'), isCut: false };
  return { text: [...head, '...', ...tail].join('\n'), isCut: true };
}

function within(before: string, after: string): Stretch[] {
  const words = diffWordsWithSpace(before, after, { timeout });
  if (!words)
    return [
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ];
  return words.map(({ added, removed, value }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }));
}

/** The differences of two texts, by lines, and inside of changed ones by words. Nothing where they are the same. */
export function differencesOf(before: string, after: string): Block[] {
  if (before === after) return [];
  const parts = diffLines(before, after, { timeout }) ?? [
    { value: before, removed: true, added: false, count: 1 },
    { value: after, added: true, removed: false, count: 1 },
  ];
  const blocks: Block[] = [];
  for (const [index, part] of parts.entries()) {
    const next = parts[index + 1];
    const last = parts[index - 1];
    if (!part.added && !part.removed)
      blocks.push({ isSame: true, ...near(part.value, index === 0, index === parts.length - 1) });
    else if (part.removed && next?.added)
      blocks.push({ isSame: false, stretches: within(part.value, next.value) });
    else if (!(part.added && last?.removed))
      blocks.push({
        isSame: false,
        stretches: [{ kind: part.added ? 'added' : 'removed', text: part.value }],
      });
  }
  return blocks;
}
