import { execFileSync } from 'node:child_process';
import { accessSync, chownSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** The system account Postgres runs as; undefined means the current one. Postgres refuses to run as root. */
export interface SystemAccount {
  uid: number;
  gid: number;
}

function idsOf(name: string): SystemAccount | undefined {
  try {
    const ask = (flag: string) =>
      Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }));
    return { uid: ask('-u'), gid: ask('-g') };
  } catch {
    return undefined;
  }
}

/** Started by root: the owner of the data there is, else the account `postgres`, else `nobody`. */
export function accountForPostgres(dataDir: string): SystemAccount | undefined {
  if (process.getuid?.() !== 0) return undefined;
  if (existsSync(`${dataDir}/PG_VERSION`)) {
    const { uid, gid } = statSync(dataDir);
    if (uid !== 0) return { uid, gid };
  }
  return idsOf('postgres') ?? idsOf('nobody') ?? { uid: 65_534, gid: 65_534 };
}

/** Whether another account could enter every folder on the way to `path`. */
export function isReachableByOthers(path: string): boolean {
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    if (existsSync(folder) && statSync(folder).isDirectory() && (statSync(folder).mode & 0o001) === 0)
      return false;
    if (folder === dirname(folder)) return true;
  }
}

/** Makes a private folder that belongs to the account; folders above it are made as usual. */
export function makeFolder(path: string, account: SystemAccount | undefined): void {
  mkdirSync(dirname(path), { recursive: true });
  mkdirSync(path, { recursive: true, mode: 0o700 });
  if (account) chownSync(path, account.uid, account.gid);
  accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
}
