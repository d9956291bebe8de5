import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const project = join(import.meta.dirname, '../..');

/** The assistant's index of words reads the other spelling, because people type it. */
const readers = ['app/domain/assistant/question-words.ts'];

const isText = (file: string) => /\.(md|yaml|tsx?|css|prisma|html)$/.test(file);

const files = [
  'README.md',
  'CONTRIBUTING.md',
  ...['app', 'content', 'docs', 'deploy'].flatMap((folder) =>
    readdirSync(join(project, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      `${folder}/${file}`.replaceAll('\\', '/'),
    ),
  ),
].filter((file) => isText(file) && !readers.includes(file));

it('the interface, its mails and the docs write "email", as the specification does', () => {
  expect(files.length).toBeGreaterThan(1_000);
  const hyphenated = files.flatMap((file) =>
    readFileSync(join(project, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => (/\be-mail/i.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
  );
  expect(hyphenated).toEqual([]);
});
