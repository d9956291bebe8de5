// The script of lists to work with (app/ui/work-list.tsx), loaded when the page has nothing to do. Without it each row is ticked by itself,
// and the list counts what is ticked by its styles.

import { addListKeys } from '#app/ui/script/work-list/keys.ts';
import { followTicks } from '#app/ui/script/work-list/ticks.ts';

/** Serves a list; called once for each. */
export function prepare(list: HTMLElement): void {
  followTicks(list);
  addListKeys();
}
