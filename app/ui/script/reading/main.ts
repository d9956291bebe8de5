// The script of long texts: keeps at which heading one is, and gives lessons their keys. A file of its own, which the script of all
// pages loads at rest.

import { addKeys } from '#app/ui/script/reading/keys.ts';
import { followReader } from '#app/ui/script/reading/reading-position.ts';

const prepared = new WeakSet<HTMLElement>();

/** Follows a text, once. */
export function prepare(text: HTMLElement): void {
  if (prepared.has(text)) return;
  prepared.add(text);
  followReader(text);
  addKeys();
}
