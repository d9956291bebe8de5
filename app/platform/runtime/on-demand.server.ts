import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * A package that most processes never need: loaded when it is first asked for, since loaded at start it would cost each of them
 * memory and time.
 */
export function onDemand<Package>(name: string): () => Package {
  let loaded: Package | undefined;
  return () => {
    loaded ??= require(name) as Package;
    return loaded;
  };
}
