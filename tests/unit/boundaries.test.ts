import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let project: string;

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'boundaries-'));
  for (const file of ['.dependency-cruiser.mjs', 'tsconfig.json', 'package.json'])
    cpSync(file, join(project, file));
  symlinkSync(resolve('node_modules'), join(project, 'node_modules'));
});

afterEach(() => rmSync(project, { recursive: true }));

function write(path: string, source: string): void {
  const file = join(project, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, source);
}

/** What the check of boundaries says about the files written so far. */
function check(): string {
  const command = resolve('node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  try {
    return execFileSync(process.execPath, [command, '--config', '.dependency-cruiser.mjs', 'app'], {
      cwd: project,
      encoding: 'utf8',
    });
  } catch (error) {
    return String((error as { stdout: string }).stdout);
  }
}

describe('the check of boundaries', () => {
  it('lets a wing import a wing below it', () => {
    write('app/domain/core/access/viewer.ts', 'export const viewer = 1;\n');
    write(
      'app/domain/selling/billing/sale.ts',
      "export { viewer } from '#app/domain/core/access/viewer.ts';\n",
    );
    expect(check()).toContain('no dependency violations found');
  });

  it('refuses a wing that imports one above it', () => {
    write('app/domain/selling/billing/sale.ts', 'export const sale = 1;\n');
    write(
      'app/domain/core/access/viewer.ts',
      "export { sale } from '#app/domain/selling/billing/sale.ts';\n",
    );
    expect(check()).toContain('core-knows-wings-below');
  });

  it('refuses a room of the domain outside the wings', () => {
    write('app/domain/odds/ends.ts', 'export const end = 1;\n');
    write('app/domain/core/access/viewer.ts', "export { end } from '#app/domain/odds/ends.ts';\n");
    expect(check()).toContain('domain-has-ten-wings');
  });

  it('refuses a route that imports the database', () => {
    write('app/platform/database/client.server.ts', 'export const client = 1;\n');
    write(
      'app/routes/public/home.tsx',
      "export { client } from '#app/platform/database/client.server.ts';\n",
    );
    expect(check()).toContain('routes-ask-the-domain');
  });
});
