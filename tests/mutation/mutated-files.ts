import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';

/** The rooms where a fault costs money or opens a door. */
export const rooms = [
  'core/access',
  'people/accounts',
  'selling/billing',
  'selling/payment-events',
  'core/catalogue',
  'core/values',
  'programme/commissions',
  'programme/payouts',
  'selling/receipts',
  'people/safety',
  'people/personal-data',
  'publishing',
];

/** What is not worth changing: it holds data and words only, or makes the demo. */
const leftOut = /\.test\.ts$|\/mails\.ts$|\/jobs\.ts$|\/demo-accounts\.server\.ts$/;

/** Tests that ask a site in a process of its own: what is changed here would not be in it. */
const inOtherProcesses = /running-site|embedded-postgres|scratch-database/;

/**
 * The files to change: those named, else those of the rooms; with `since`, of these only what differs from that commit. A file that is
 * named with lines, as Stryker writes them (`file.ts:12-20`), keeps them.
 */
export function filesToMutate(named: string[], since?: string): string[] {
  const patterns = named.length > 0 ? named : rooms.map((room) => `app/domain/${room}/*.ts`);
  const files = patterns.flatMap((pattern) => {
    const [path = '', lines] = pattern.split(':');
    const found = globSync(path).filter((file) => !leftOut.test(file));
    return lines === undefined ? found : found.map((file) => `${file}:${lines}`);
  });
  if (!since) return files.sort();
  const changed = execFileSync('git', ['diff', '--name-only', since, '--', 'app'], { encoding: 'utf8' });
  return files.filter((file) => changed.split('\n').includes(file)).sort();
}

/** Lines that are drawn together: changes of more than one line fall within. */
const blockLines = 8;

/** One in `every` blocks of the files' lines: the same ones for the same `seed`, whatever stands in them. */
export function sampleOf(files: string[], every: number, seed: string): string[] {
  return files.flatMap((file) => {
    const blocks = Math.ceil(readFileSync(file, 'utf8').split('\n').length / blockLines);
    return Array.from({ length: blocks }, (_, block) => block)
      .filter(
        (block) =>
          createHash('sha256').update(`${seed}:${file}:${block}`).digest().readUInt32BE() % every === 0,
      )
      .map((block) => `${file}:${block * blockLines + 1}-${(block + 1) * blockLines}`);
  });
}

/** Rooms that are tried together: what a provider tells in the one is kept by the other. */
const together = ['app/domain/selling/billing', 'app/domain/selling/payment-events'];

/**
 * The tests that are asked whether they notice: those that name the same rooms, or begin with a helper that does, in the same process.
 * Nearly every other test passes through a sign-in or a payment too, and none of those is there to watch over it.
 */
export function testsOf(files: string[]): string[] {
  const folders = new Set(files.map((file) => file.slice(0, file.lastIndexOf('/'))));
  if (together.some((folder) => folders.has(folder))) for (const folder of together) folders.add(folder);
  const namesThem = (text: string) => [...folders].some((folder) => text.includes(`'#${folder}/`));
  const beginsThere = (text: string) =>
    [...text.matchAll(/'#(tests\/[^']+)'/g)].some(([, helper = '']) =>
      namesThem(readFileSync(helper, 'utf8')),
    );
  return globSync(['tests/integration/*.test.ts', '{app,stand-ins}/**/*.test.ts'])
    .filter((test) => {
      const text = readFileSync(test, 'utf8');
      return !inOtherProcesses.test(text) && (namesThem(text) || beginsThere(text));
    })
    .sort();
}
