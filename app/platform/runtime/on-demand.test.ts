import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadExpected, onDemand } from '#app/platform/runtime/on-demand.server.ts';

const folder = mkdtempSync(join(tmpdir(), 'packages-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The packages of this test that were loaded so far, in order. */
const loaded: string[] = [];
Object.assign(globalThis, { loadedPackages: loaded });

/** A package that says when it is loaded, by its path. */
function newPackage(name: string): string {
  const path = join(folder, `${name}.cjs`);
  writeFileSync(path, `globalThis.loadedPackages.push('${name}'); module.exports = { name: '${name}' };`);
  return path;
}

describe('a package on demand', () => {
  it('is loaded soon after the start where it is expected, and otherwise by who asks', async () => {
    onDemand(newPackage('one'), { isExpected: true });
    const seldom = onDemand<{ name: string }>(newPackage('seldom'));
    const missing = onDemand(join(folder, 'missing.cjs'), { isExpected: true });
    onDemand(newPackage('two'), { isExpected: true });
    expect(loaded).toEqual([]);
    // One that cannot be loaded keeps no other from it.
    await loadExpected();
    expect(loaded).toEqual(['one', 'two']);
    expect(missing).toThrow('missing.cjs');
    expect([seldom().name, seldom().name]).toEqual(['seldom', 'seldom']);
    expect(loaded).toEqual(['one', 'two', 'seldom']);
  });
});
