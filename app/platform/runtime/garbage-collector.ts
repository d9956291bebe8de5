import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** What is collected, as V8 names it; everything reachable no more, where nothing is said. */
interface Collection {
  type?: 'major' | 'minor';
  execution?: 'sync';
  flavor?: 'last-resort';
}

/** V8's garbage collector, to be called at will: a process need not have been started with `--expose-gc`. */
export function garbageCollector(): (what?: Collection) => void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (what?: Collection) => void;
  setFlagsFromString('--no-expose-gc');
  return collect;
}
