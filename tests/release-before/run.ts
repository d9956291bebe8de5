// `npm run test:release-before [-- COMMIT [NAME…]]`: runs tests of an earlier release, as they were and with its code, on today's schema.
// So it is while a release rolls out, and after one was taken back (P211). Without a commit it is the one before the newest migration;
// names are parts of the names of test files. Tests of the schema itself are no part of it.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const projectDir = join(import.meta.dirname, '../..');

/** What reads and writes most tables without the site being built. */
const usualNames = [
  'accounts-',
  'audit-log',
  'billing-card',
  'commissions.test',
  'community',
  'dispute-',
  'email-course',
  'failed-jobs',
  'mail.test',
  'mail-lanes',
  'notices',
  'notifications',
  'outgoing-webhooks',
  'payouts.test',
  'quizzes',
  'support-tickets',
];

const git = (...options: string[]) =>
  execFileSync('git', options, { cwd: projectDir, encoding: 'utf8' }).trim();

/** The last commit that had none of the newest migration. */
const commitBefore = () =>
  `${git('log', '-1', '--format=%H', '--diff-filter=A', '--', 'prisma/migrations')}~1`;

const [commit = commitBefore(), ...names] = process.argv.slice(2);
const release = join(mkdtempSync(join(tmpdir(), 'release-before-')), 'site');
mkdirSync(release);
const archive = execFileSync('git', ['archive', '--format=tar', commit], {
  cwd: projectDir,
  maxBuffer: 2 ** 30,
});
execFileSync('tar', ['-x', '-C', release], { input: archive });
try {
  const migrations = (folder: string) => readdirSync(join(folder, 'prisma/migrations'));
  const newer = migrations(projectDir).filter((name) => !migrations(release).includes(name));
  console.log(
    `${git('log', '-1', '--format=%h %s', commit)}\non a schema with ${newer.length} newer migrations:`,
  );
  for (const name of newer) console.log(`  ${name}`);
  // Its own stay as they were: one that was edited since is refused, as by a site that starts.
  for (const name of newer)
    cpSync(join(projectDir, 'prisma/migrations', name), join(release, 'prisma/migrations', name), {
      recursive: true,
    });
  symlinkSync(join(projectDir, 'node_modules'), join(release, 'node_modules'));
  const run = (...options: string[]) =>
    spawnSync(process.execPath, options, { cwd: release, stdio: 'inherit' }).status ?? 1;
  process.exitCode =
    run('prisma/generate.ts') ||
    run(
      join(projectDir, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--project',
      'integration*',
      ...(names.length > 0 ? names : usualNames),
    );
} finally {
  rmSync(join(release, '..'), { recursive: true, force: true });
}
