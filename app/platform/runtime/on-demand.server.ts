import { createRequire } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';
import { log } from '#app/platform/log.server.ts';

const require = createRequire(import.meta.url);

/** Between two packages others have their turn, in milliseconds. */
const pauseMs = 20;

/** What loads the packages that some page of every process will ask for. */
const expected: (() => unknown)[] = [];

/**
 * A package that no process needs for its start: it is loaded when it is first asked for, since it would cost each start memory and time.
 * One that is expected is loaded soon after the start, so that no request has to wait for it.
 */
export function onDemand<Package>(name: string, { isExpected = false } = {}): () => Package {
  let loaded: Package | undefined;
  const load = () => {
    loaded ??= require(name) as Package;
    return loaded;
  };
  if (isExpected) expected.push(load);
  return load;
}

/** Loads what is expected, one package after another. One that cannot be loaded fails whoever asks for it. */
export async function loadExpected(): Promise<void> {
  for (const load of expected) {
    await pause(pauseMs, undefined, { ref: false });
    try {
      load();
    } catch (error) {
      log().error({ error: String(error) }, 'a package cannot be loaded');
    }
  }
}
