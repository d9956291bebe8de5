// `npm run build`: what a start and the tests then find up to date.
import { join } from 'node:path';
import { build } from '#app/platform/runtime/start/build.ts';

await build(join(import.meta.dirname, '../..'));
