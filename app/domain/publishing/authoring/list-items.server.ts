import { createHash } from 'node:crypto';
import type { Actor } from '#app/domain/core/audit/record.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import type { PartState } from '#app/domain/publishing/course-outline.server.ts';
import { saveDraft } from '#app/domain/publishing/publish.server.ts';
import { unreadable } from '#app/domain/publishing/readable.server.ts';
import { contentText } from '#app/platform/content/files.server.ts';
import { type ListItem, listIn, withItems } from '#app/platform/content/yaml-list.server.ts';

// A file that is a list of things with a form each: the questions of a quiz, the slides of a deck. Each change is a draft of the same file
// that can be edited as text (P291).

export type Raw = Readonly<Record<string, unknown>>;

/** A thing in the list of its file. */
export interface ListedItem {
  /** Says which one it is, whatever moves around it: a hash of what it says. */
  key: string;
  /** From 1. */
  number: number;
  raw: Raw;
}

/** A file with its list, as it was last saved. */
export interface ListFile {
  path: string;
  state: PartState;
  /** The number of its last version, 0 where there is none. */
  seen: number;
  text: string;
  items: readonly ListedItem[];
}

/** What a list and the things in it are called, and where they stand in the file. */
export interface ListKind {
  /** The key of the list in the file. */
  list: string;
  /** Such as "question" and "quiz". */
  one: string;
  whole: string;
  most: number;
}

/** A value of a file as a map; empty for what is none. */
export const recordOf = (value: unknown): Raw =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

/** Says which thing of a list it is. */
const keyOfItem = (raw: unknown): string =>
  createHash('sha256').update(JSON.stringify(raw)).digest('base64url').slice(0, 12);

/** Why a file cannot be read, in words for its author; a draft is read in a thread first (see `unreadable`). @throws {Refusal} unavailable */
export async function problemOfReading(path: string, text: string): Promise<string | null> {
  return text === contentText(path) ? null : unreadable(path, text);
}

/** The things in the list of a text that can be read. */
export const itemsIn = (text: string, kind: ListKind): ListedItem[] =>
  listIn(text, kind.list).map((raw, index) => ({
    key: keyOfItem(raw),
    number: index + 1,
    raw: recordOf(raw),
  }));

/** A file that can be changed. @throws {Refusal} conflict while it is scheduled or cannot be read */
export function requireChangeable({ state }: ListFile, problem: string | null, { whole }: ListKind): void {
  if (state === 'scheduled')
    throw new Refusal(
      'conflict',
      `This ${whole} is scheduled to be published. Discard the schedule before you change it.`,
    );
  if (problem !== null)
    throw new Refusal('conflict', `The file of this ${whole} can't be read: ${problem} Edit it as text.`);
}

/**
 * What was saved after a page was opened is neither published nor thrown away by its buttons. `seen` is the version that the page showed.
 * @throws {Refusal} conflict
 */
export function refuseUnseen(file: ListFile, seen: number, { whole }: ListKind): void {
  if (file.seen !== seen)
    throw new Refusal(
      'conflict',
      `Someone changed this ${whole} after you opened this page. It is shown as it is now: look at it, then try again.`,
    );
}

const keep = ({ number }: ListedItem): ListItem => ({ from: number - 1 });

async function saveItems(
  actor: Actor,
  { path, seen, text }: ListFile,
  { list }: ListKind,
  items: readonly ListItem[],
  note: string,
): Promise<void> {
  await saveDraft(actor, { path, seen, text: withItems(text, list, items), note: note.slice(0, 200) });
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/**
 * Adds a thing at the end of a list, as a draft; the first one begins the file. The same thing again adds nothing, so that a form that
 * is sent twice adds one.
 * @returns its key @throws {Refusal} not_allowed; conflict for a list that is full
 */
export async function addItem(
  actor: Actor,
  file: ListFile,
  kind: ListKind,
  raw: Raw,
  title: string,
): Promise<string> {
  const key = keyOfItem(raw);
  if (file.items.some((item) => item.key === key)) return key;
  if (file.items.length >= kind.most)
    throw new Refusal('conflict', `A ${kind.whole} has at most ${kind.most} ${kind.one}s.`);
  const items = [...file.items.map(keep), { value: raw }];
  await saveItems(actor, file, kind, items, `${capital(kind.one)} added: ${title}`);
  return key;
}

/**
 * Puts another thing in the place of the one with this key, as a draft. Others that were changed meanwhile stay changed.
 * @returns its key @throws {Refusal} not_allowed; conflict where it was changed or removed meanwhile
 */
export async function editItem(
  actor: Actor,
  file: ListFile,
  kind: ListKind,
  key: string,
  raw: Raw,
): Promise<string> {
  const keyNow = keyOfItem(raw);
  const edited = file.items.find((item) => item.key === key);
  // A form that is sent again.
  if (!edited && file.items.some((item) => item.key === keyNow)) return keyNow;
  if (!edited)
    throw new Refusal(
      'conflict',
      `Someone changed or removed this ${kind.one} after you opened it. What you typed is still here: add it as a new ${kind.one}, or cancel to see the ${kind.whole} as it is now.`,
    );
  if (keyNow === key) return key;
  const items = file.items.map((item) => (item === edited ? { value: raw } : keep(item)));
  await saveItems(actor, file, kind, items, `${capital(kind.one)} ${edited.number}`);
  return keyNow;
}

/**
 * Moves a thing one place up (-1) or down (1), as a draft; at the end it stays. `number` is the place, from 1, at which its author saw
 * it: a form that is sent twice moves it once.
 * @throws {Refusal} not_allowed; conflict where it is in another place now
 */
export async function moveItem(
  actor: Actor,
  file: ListFile,
  kind: ListKind,
  { key, number, by }: { key: string; number: number; by: -1 | 1 },
): Promise<void> {
  const at = number - 1;
  if (file.items[at]?.key !== key)
    throw new Refusal(
      'conflict',
      `The ${kind.one}s have changed since you opened this page. Look at them, then try again.`,
    );
  const items = file.items.map(keep);
  const [moved, other] = [items[at], items[at + by]];
  if (!moved || !other) return;
  items[at] = other;
  items[at + by] = moved;
  await saveItems(actor, file, kind, items, `${capital(kind.one)} ${number} moved ${by < 0 ? 'up' : 'down'}`);
}

/**
 * Takes a thing out of a list, as a draft; one that is gone already stays gone.
 * @throws {Refusal} not_allowed; conflict for the only one
 */
export async function removeItem(actor: Actor, file: ListFile, kind: ListKind, key: string): Promise<void> {
  const removed = file.items.find((item) => item.key === key);
  if (!removed) return;
  const rest = file.items.filter((item) => item !== removed);
  if (rest.length === 0)
    throw new Refusal(
      'conflict',
      `The ${kind.whole} needs a ${kind.one}. Add another one first, or discard the draft.`,
    );
  await saveItems(actor, file, kind, rest.map(keep), `${capital(kind.one)} ${removed.number} removed`);
}

/** Puts other things in place of a whole list, as a draft. @throws {Refusal} not_allowed */
export const replaceItems = (
  actor: Actor,
  file: ListFile,
  kind: ListKind,
  values: readonly Raw[],
  note: string,
): Promise<void> =>
  saveItems(
    actor,
    file,
    kind,
    values.map((value) => ({ value })),
    note,
  );
