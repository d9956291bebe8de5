import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';

const index = readFileSync('docs/decisions/README.md', 'utf8');
const records = globSync('docs/decisions/[0-9]*.md').map((path) => basename(path));

/** What is wrong with a decision record, by the template in docs/decisions/README.md; empty if nothing is. */
function problemsOf(file: string, text: string): string[] {
  const problems: string[] = [];
  const number = Number(file.slice(0, 4));
  const [title = ''] = text.split('\n');
  if (!/^\d{4}-[a-z0-9-]+\.md$/.test(file)) problems.push('name: 0080-few-words.md');
  if (!title.startsWith(`# ${number}. `)) problems.push(`title: # ${number}. A sentence`);
  if (!index.includes(`- [${title.slice(2)}](${file})`))
    problems.push(`index: add - [${title.slice(2)}](${file}) to docs/decisions/README.md`);
  const sections = [...text.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
  if (!/^Context,Decision,(?:What was (?:tried|measured)[^,]*,)?Consequences$/.test(sections.join()))
    problems.push('sections: ## Context, ## Decision, ## Consequences');
  if (/^\*\*(?:Context|Decision|Consequences?)\b/m.test(text)) problems.push('bold in place of a heading');
  return problems;
}

describe('the decision records', () => {
  it.each(records)('%s follows the template and is in the index', (file) => {
    expect(problemsOf(file, readFileSync(`docs/decisions/${file}`, 'utf8'))).toEqual([]);
  });

  it('are numbered without a gap, except for the one that the index explains', () => {
    const numbers = records.map((file) => Number(file.slice(0, 4))).toSorted((a, b) => a - b);
    const all = Array.from({ length: numbers.at(-1) ?? 0 }, (_, at) => at + 1);
    expect(all.filter((number) => !numbers.includes(number))).toEqual([29]);
    expect(index).toContain('Number 29 is missing');
  });

  it('would not pass with another order, a bold heading or without an entry in the index', () => {
    const text = '# 1. A title that is not in the index\n\n**Context.** Why.\n\n## Consequence\n';
    expect(problemsOf('0001-embedded-postgres.md', text)).toEqual([
      'index: add - [1. A title that is not in the index](0001-embedded-postgres.md) to docs/decisions/README.md',
      'sections: ## Context, ## Decision, ## Consequences',
      'bold in place of a heading',
    ]);
  });
});
