import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { longestMessage } from '#app/domain/assistant/limits.ts';
import { permissions } from '#app/domain/core/access/admin-policy.ts';
import { longestNote } from '#app/domain/learning/reading/marks.server.ts';
import { maxPasswordLength, minPasswordLength } from '#app/domain/people/accounts/password-rules.server.ts';
import { references } from '#app/domain/people/personal-data/tables.ts';
import { bodyLength, titleLength } from '#app/domain/talk/community/posting-rules.server.ts';
import { maxAttachmentBytes, maxAttachments } from '#app/domain/talk/support/attachments.server.ts';
import { messageLength, subjectLength } from '#app/domain/talk/support/ticket-form.server.ts';
import { mostFields } from '#app/routes/http/request-body.server.ts';
import { expectListed } from '#tests/support/expect-listed.ts';

// docs/security: the inventories that asvs.md refers to say what the code does.

const read = (path: string) => readFileSync(join(process.cwd(), path), 'utf8');

const sources = readdirSync(join(process.cwd(), 'app'), { recursive: true, encoding: 'utf8' })
  .filter((path) => /(?<!\.test)\.tsx?$/.test(path) && !path.includes('/generated/'))
  .map((path) => `app/${path}`);

/** What stands between backticks in a text. */
const codeIn = (markdown: string): string[] =>
  [...markdown.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

/** Files that hash what guards nothing: names of files, pages and versions of texts, keys of idempotent calls. */
const fingerprints =
  /^app\/(?:platform\/(?:content|database|documents|http|mail|payments|postgres|runtime)|domain\/(?:assistant|learning|site|publishing|programme\/materials|operating\/(?:affiliate-)?imports)|routes)\/|\/webhooks\/endpoints\.server\.ts$/;

it('validation.md has the limits of the code, and names files that are there', () => {
  const text = read('docs/security/validation.md');
  const inDigits = (count: number) => count.toLocaleString('en-US');
  const rows = [
    `| Password | ${minPasswordLength} to ${maxPasswordLength} characters`,
    `| Community post | Title at most ${titleLength}, text at most ${inDigits(bodyLength)} characters`,
    `| Support ticket | Subject at most ${subjectLength}, message at most ${inDigits(messageLength)} characters`,
    `| Note on a piece | At most ${inDigits(longestNote)} characters`,
    `| Question to the assistant | At most ${inDigits(longestMessage)} characters`,
    `| File for support | At most ${maxAttachments} of ${maxAttachmentBytes / 1_000_000} MB each`,
    `A form has at most 50 fields (${mostFields} on the sheets to fill in)`,
  ];
  expect(rows.filter((row) => !text.includes(row))).toEqual([]);
  for (const name of ['validation', 'field-access']) {
    const files = codeIn(read(`docs/security/${name}.md`)).filter((code) =>
      /^(?:app|docs|tests)\//.test(code),
    );
    expect(files.length).toBeGreaterThan(3);
    expect(files.filter((path) => !existsSync(join(process.cwd(), path)))).toEqual([]);
  }
});

it('field-access.md names permissions that there are', () => {
  const named = codeIn(read('docs/security/field-access.md')).filter((code) => /^[a-z]+:[a-z_]+$/.test(code));
  expect(named.length).toBeGreaterThan(8);
  expect(named.filter((name) => !(permissions as readonly string[]).includes(name))).toEqual([]);
});

it('names every file that encrypts, signs, or hashes a secret', () => {
  const text = read('docs/security/cryptography.md');
  const uses =
    /\b(?:createHmac|createCipheriv|hkdfSync|argon2Async|scrypt|pbkdf2|generateKeyPair|jwtVerify|SignJWT|createHash)\(/;
  const files = sources.filter((path) => uses.test(read(path)) && !fingerprints.test(path));
  expect(files.length).toBeGreaterThan(8);
  expect(files.filter((path) => !text.includes(path))).toEqual([]);
});

it.each(['cryptography', 'logs', 'data-protection', 'updates'])('names only files there are: %s', (name) => {
  const files = codeIn(read(`docs/security/${name}.md`)).filter((code) => /^[\w.-]+\/\S+$/.test(code));
  expect(files.filter((path) => !existsSync(join(process.cwd(), path)))).toEqual([]);
});

describe('the levels of protection', () => {
  it('are of every table that refers to people, one each', () => {
    const levels = read('docs/security/data-protection.md')
      .split('\n')
      .filter((line) => line.startsWith('- **'));
    expect(levels).toHaveLength(4);
    const named = levels.flatMap((line) => codeIn(line.split(';', 1)[0] ?? ''));
    const tables = new Set(Object.keys(references).map((column) => column.split('.', 1)[0] ?? ''));
    expect(new Set(named).size, 'no table is at two levels').toBe(named.length);
    expectListed(tables, named, {
      file: 'docs/security/data-protection.md',
      list: 'the line of its level',
      line: (table) => `\`${table}\``,
    });
  });
});

it('nothing but starts and commands prints to the console', () => {
  const printing = sources.filter(
    (path) =>
      !/^app\/(?:program|ui)\//.test(path) &&
      !/runtime\/(?:start\/build|processes\/background-script\.server)\.ts$/.test(path) &&
      /\bconsole\.\w+\(|process\.std(?:out|err)\.write\(/.test(read(path)),
  );
  expect(printing).toEqual([]);
});
