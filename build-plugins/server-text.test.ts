import { expect, it } from 'vitest';
import { inAscii } from '#build-plugins/server-text.ts';

it('writes texts, templates and patterns in ASCII that say the same', () => {
  const code =
    'export default ["“ü”", `☐ \\n é`, /^[\u{1f600}-\u{1f64f}”]$/u.test("\u{1f603}"), /[“]/.source.length]';
  const ascii = inAscii(code);
  expect(ascii).toMatch(/^[\0-\x7f]+$/);
  const run = (source: string): unknown => new Function(source.replace('export default', 'return'))();
  expect(JSON.stringify((run(ascii) as unknown[]).slice(0, 3))).toBe(
    JSON.stringify((run(code) as unknown[]).slice(0, 3)),
  );
});
