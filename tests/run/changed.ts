import { execFileSync } from 'node:child_process';

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();

/** The commit that this branch left main at; on main itself, the commit before the newest. */
export function baseOfChange(): string {
  const base = git('merge-base', 'HEAD', 'main');
  return base === git('rev-parse', 'HEAD') && git('rev-parse', '--abbrev-ref', 'HEAD') === 'main'
    ? git('rev-parse', 'HEAD~1')
    : base;
}

/** The paths that differ from a commit, committed or not, new files included. */
export function changedPaths(base: string): string[] {
  const lines = (text: string) => text.split('\n').filter((line) => line !== '');
  return [
    ...new Set([
      ...lines(git('diff', '--name-only', base)),
      ...lines(git('ls-files', '--others', '--exclude-standard')),
    ]),
  ].sort();
}

const everyPage = 'tests/e2e/every-page.spec.ts';
const accessibility = 'tests/e2e/accessibility.spec.ts';

/**
 * The browser tests that a change asks for: those it touches, all of them where what they share has changed, and every page once where
 * the site itself has. A journey drives the built site, so no import says which pages it visits.
 */
export function journeysOf(paths: readonly string[]): string[] {
  const isShared = (path: string) =>
    path === 'playwright.config.ts' || (path.startsWith('tests/e2e/') && !path.endsWith('.spec.ts'));
  if (paths.some(isShared)) return ['tests/e2e'];
  const touched = paths.filter((path) => path.startsWith('tests/e2e/') && path.endsWith('.spec.ts'));
  const isSite = paths.some(
    (path) => /^(app|content|stand-ins|build-plugins|public)\//.test(path) && !path.includes('.test.'),
  );
  return [...new Set([...touched, ...(isSite ? [everyPage, accessibility] : [])])].sort();
}
