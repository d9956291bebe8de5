import { existsSync, readFileSync } from 'node:fs';

// Read as the process begins: a later build on the disk is not the one that answers.
const file = 'build/fingerprint';
const id = existsSync(file) ? readFileSync(file, 'utf8').slice(0, 16) : 'development';

/** What names the build that this process serves: another one has another name. */
export const buildId = (): string => id;
