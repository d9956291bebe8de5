import { join } from 'node:path';

/** A setting of Node's: what one process has compiled, the next need not. The tests start dozens that run the same. */
export const compiled = { NODE_COMPILE_CACHE: join(import.meta.dirname, '../node_modules/.cache/compiled') };
