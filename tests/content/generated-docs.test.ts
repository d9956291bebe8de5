import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { jobsTable, scheduleInWords } from '#tests/generated-docs/jobs-table.ts';
import { generatedDocument, withGeneratedSections } from '#tests/generated-docs/sections.ts';
import { wingsDiagram } from '#tests/generated-docs/wings-diagram.ts';

describe('docs/architecture.md', () => {
  it('has the jobs and the wings as the code has them (mend with npm run docs)', () => {
    expect(readFileSync(generatedDocument, 'utf8')).toBe(withGeneratedSections());
  });

  it('lists every job that the worker handles, with its schedule', () => {
    const handled = readFileSync('app/program/worker.server.ts', 'utf8').match(/^ {2}'[a-z-]+': \{/gm);
    const table = jobsTable();
    expect(table.match(/^\| `/gm)).toHaveLength(handled?.length ?? 0);
    expect(table).toMatch(/^\| `delete-expired` \| daily at 03:17 \| Runs every room's retention/m);
    expect(table).toMatch(/^\| `prove-ledger` \| daily at 02:29 /m);
    expect(table).toMatch(/^\| `end-subscription` \| when needed \| /m);
  });

  it('draws who imports whom', () => {
    expect(wingsDiagram()).toContain('  learning --> core');
    expect(wingsDiagram()).not.toContain('  core -->');
  });
});

describe('a schedule in words', () => {
  it.each([
    [undefined, 'when needed'],
    ['* * * * *', 'every minute'],
    ['*/15 * * * *', 'every 15 minutes'],
    ['7 * * * *', 'hourly, at :07'],
    ['9,39 * * * *', 'hourly, at :09 and :39'],
    ['17 3 * * *', 'daily at 03:17'],
  ])('%s is %s', (cron, words) => expect(scheduleInWords(cron)).toBe(words));

  it('is refused where nobody taught it how to say it', () => {
    expect(() => scheduleInWords('0 3 * * 1')).toThrow('Teach scheduleInWords');
  });
});
