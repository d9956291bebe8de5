import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolders } from '#app/platform/files/new-folder.ts';

/** The demo's session secret, made once, so that nobody is signed out by a restart. */
export function demoSecret(dataDir: string): string {
  const path = join(dataDir, 'session-secret');
  makeFolders(dataDir);
  if (!existsSync(path)) writeFileSync(path, randomBytes(48).toString('base64url'), { mode: 0o600 });
  return readFileSync(path, 'utf8');
}
