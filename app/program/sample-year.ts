// What a demo starts once it answers: makes its past year, in a process of its own, so that the site is as quick meanwhile as ever.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

try {
  const entry = pathToFileURL(join(import.meta.dirname, '../../build/server/index.js')).href;
  const site = (await import(entry)) as typeof import('#app/program/server.ts');
  await site.makeDemoYear();
} catch (error) {
  console.error(`The sample year was not made: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
