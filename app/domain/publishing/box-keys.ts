import {
  type BoxKeys,
  boxNameOf,
  type TaskLine,
  taskLinesIn,
} from '#app/platform/content/markdown.server.ts';

// Members' ticks are kept under the keys of a checklist's lines. A line that was reworded or moved keeps its key (P344).

/** A checklist as a text has it: its lines, and the keys of those that were reworded. */
interface Checklist {
  lines: readonly TaskLine[];
  keys: BoxKeys;
}

interface KeyedLine extends TaskLine {
  key: string;
}

const withKeys = ({ lines, keys }: Checklist): KeyedLine[] =>
  lines.map((line) => ({ ...line, key: keys[line.name] ?? line.name }));

/** How many pairs of characters two texts have in common, from 0 to 1, whatever their case. */
function similarity(one: string, other: string): number {
  const pairsOf = (text: string) => {
    const letters = text.toLowerCase().replace(/\s+/g, ' ');
    return Array.from({ length: Math.max(0, letters.length - 1) }, (_, at) => letters.slice(at, at + 2));
  };
  const [pairs, others] = [pairsOf(one), pairsOf(other)];
  const rest = new Map<string, number>();
  for (const pair of others) rest.set(pair, (rest.get(pair) ?? 0) + 1);
  let common = 0;
  for (const pair of pairs) {
    const count = rest.get(pair) ?? 0;
    if (count > 0) common += 1;
    rest.set(pair, count - 1);
  }
  return pairs.length + others.length === 0 ? 0 : (2 * common) / (pairs.length + others.length);
}

/** From so much in common on, a line is one that was reworded, wherever it stands now. */
const rewordedFrom = 0.5;

/** Likewise where it stands between the same lines as before. */
const rewordedInPlaceFrom = 0.3;

/** Lines with the one after which each stands: the key of the last before it that is in both texts, with how many follow that. */
function withPlaces<Line>(
  lines: readonly Line[],
  keyOf: (line: Line) => string,
  sharedKeys: ReadonlySet<string>,
): (Line & { place: string })[] {
  let last = '';
  let after = 0;
  return lines.map((line) => {
    const key = keyOf(line);
    after += 1;
    if (sharedKeys.has(key)) [last, after] = [key, 0];
    return { ...line, place: `${last} ${after}` };
  });
}

/** Which of the lines that went are which of those that came, the most alike first. */
function pairsOfReworded(
  removedLines: readonly (KeyedLine & { place: string })[],
  newLines: readonly (TaskLine & { place: string })[],
): Map<string, string> {
  const candidates = removedLines
    .flatMap((before) =>
      newLines.map((after) => {
        // Its words are those that its line had at the beginning.
        const likeness = before.key === after.name ? 1 : similarity(before.words, after.words);
        const isInPlace = before.place === after.place;
        return { before, after, isInPlace, likeness };
      }),
    )
    .filter(({ isInPlace, likeness }) => likeness >= (isInPlace ? rewordedInPlaceFrom : rewordedFrom))
    .sort((one, other) => other.likeness - one.likeness);
  const keys = new Map<string, string>();
  const pairedKeys = new Set<string>();
  for (const { before, after } of candidates) {
    if (keys.has(after.name) || pairedKeys.has(before.key)) continue;
    keys.set(after.name, before.key);
    pairedKeys.add(before.key);
  }
  return keys;
}

/**
 * The keys of a checklist's lines that differ from the names their words give them, so that what is ticked stays so: a line that stands in
 * the text as it was before has its key, and so has one that was reworded. A new line with the words that a reworded one had gets a key
 * that no line has had.
 */
function keysAfterEdit(before: Checklist, after: Checklist): BoxKeys {
  const earlier = withKeys(before);
  const keyOfName = new Map(earlier.map(({ name, key }) => [name, key]));
  const keys = new Map<string, string>();
  for (const { name } of after.lines) {
    const key = after.keys[name] ?? keyOfName.get(name);
    if (key !== undefined) keys.set(name, key);
  }
  const keptKeys = new Set(keys.values());
  const removedLines = withPlaces(earlier, ({ key }) => key, keptKeys).filter(
    ({ key }) => !keptKeys.has(key),
  );
  const newLines = withPlaces(after.lines, ({ name }) => keys.get(name) ?? name, keptKeys).filter(
    ({ name }) => !keys.has(name),
  );
  for (const [name, key] of pairsOfReworded(removedLines, newLines)) keys.set(name, key);
  const usedKeys = new Set([...keys.values(), ...earlier.map(({ key }) => key)]);
  for (const { name } of newLines) {
    if (keys.has(name) || !usedKeys.has(name)) continue;
    let key = name;
    while (usedKeys.has(key)) key = boxNameOf(key);
    keys.set(name, key);
    usedKeys.add(key);
  }
  return Object.fromEntries([...keys].filter(([name, key]) => name !== key).sort());
}

/** A Markdown text, and the names of its reworded boxes so far. */
export interface CheckedText {
  body: string;
  keys: BoxKeys;
}

/**
 * The names that the boxes of a text are to have where its words would give them others, for what is ticked in earlier texts to stay so:
 * first by the one that its author has changed, then by those before it.
 */
export function matchBoxes(before: readonly CheckedText[], after: CheckedText): BoxKeys {
  const lines = taskLinesIn(after.body);
  const names = new Set(lines.map(({ name }) => name));
  const ownKeys = Object.fromEntries(Object.entries(after.keys).filter(([name]) => names.has(name)));
  return before.reduce(
    (keys: BoxKeys, text) =>
      keysAfterEdit({ lines: taskLinesIn(text.body), keys: text.keys }, { lines, keys }),
    ownKeys,
  );
}
