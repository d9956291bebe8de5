import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { makeFolders } from '#app/platform/files/new-folder.ts';

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
export function accountForPostgres(data: string): SystemAccount | undefined {
  if (process.getuid?.() !== 0) return undefined;
  if (existsSync(`${data}/PG_VERSION`)) {
    const { uid, gid } = statSync(data);
    if (uid !== 0) return { uid, gid };
  }
  return idsOf('postgres') ?? idsOf('nobody') ?? { uid: 65_534, gid: 65_534 };
}

/** Whether the account may enter every folder there is on the way to `path`, `path` included. */
export function canEnter(account: SystemAccount, path: string): boolean {
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    const stats = statSync(folder, { throwIfNoEntry: false });
    if (stats?.isDirectory()) {
      const bit = stats.uid === account.uid ? 0o100 : stats.gid === account.gid ? 0o010 : 0o001;
      if ((stats.mode & bit) === 0) return false;
    }
    if (folder === dirname(folder)) return true;
  }
}

/** Makes a private folder that belongs to the account; folders above it are made as usual. */
export function makeFolder(path: string, account: SystemAccount | undefined): void {
  makeFolders(path, 0o700);
  if (account) chownSync(path, account.uid, account.gid);
}
