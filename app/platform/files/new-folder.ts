import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** Why a folder cannot be made within another, by the system's code. */
const reasons: Readonly<Record<string, (parent: string) => string>> = {
  // As /proc says it, in which nobody makes folders. A recursive mkdir of Node's asks it for ever.
  ENOENT: (parent) => `${parent} takes no new folders`,
  EACCES: (parent) => `this user may not write in ${parent}`,
  EPERM: (parent) => `${parent} takes no new folders`,
  EROFS: (parent) => `${parent} is read-only`,
  ENOSPC: (parent) => `the disk that holds ${parent} is full`,
  ENOTDIR: (parent) => `${parent} is a file`,
  ENAMETOOLONG: () => 'its name is too long',
};

const codeOf = (error: unknown): string => String((error as NodeJS.ErrnoException).code);

/**
 * Makes a folder and those above it that are missing, one by one; what is there already stays as it is.
 * @throws an Error that says in one line why not, with the system's code.
 */
export function makeFolders(folder: string, mode?: number): void {
  const missing: string[] = [];
  let parent = resolve(folder);
  while (!existsSync(parent) && parent !== dirname(parent)) {
    missing.push(parent);
    parent = dirname(parent);
  }
  const refuse = (code: string, within: string) => {
    const reason = reasons[code]?.(within) ?? code;
    return Object.assign(new Error(`The folder ${resolve(folder)} cannot be made: ${reason}.`), { code });
  };
  if (!statSync(parent).isDirectory()) throw refuse('ENOTDIR', parent);
  for (const path of missing.reverse()) {
    try {
      mkdirSync(path, { mode });
    } catch (error) {
      // Made by another process meanwhile.
      if (codeOf(error) !== 'EEXIST') throw refuse(codeOf(error), dirname(path));
    }
  }
}
