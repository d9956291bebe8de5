import { expect, it } from 'vitest';
import { deferScripts, scriptsMark } from '#app/platform/http/deferred-scripts.server.ts';

const link = (file: string) => `<link rel="modulepreload" href="/assets/${file}.js" nonce="n"/>`;
const body = (links: string) =>
  `<head><title>A</title>${links}<link rel="stylesheet" href="/a.css"/></head><body><p>Words</p>`;
const scripts = (type: string) =>
  `<script nonce="n">0</script><script nonce="n" ${type}>import("/assets/one.js")</script>`;
const module = 'type="module" async=""';

it('takes the links to scripts out of the head, names their files where the page ends, and lets what runs them wait', () => {
  const page = body(link('one') + link('two')) + scriptsMark + scripts(module);
  const late = deferScripts(page, 'n');
  expect(late?.markup).toBe(body(''));
  const waiting = scripts('type="late"');
  expect(late?.scripts.slice(0, waiting.length)).toBe(waiting);
  expect(late?.scripts.slice(waiting.length)).toMatch(
    /^<script nonce="n" data-files="\/assets\/one\.js \/assets\/two\.js">[^<]+<\/script>$/,
  );
});

it('leaves a page without scripts as it is, and one whose scripts it does not know', () => {
  for (const page of [
    '<head></head>',
    body(link('one')) + scripts(module),
    body('') + scriptsMark + scripts(module),
    body(link('one')) + scriptsMark + scripts('type="module"'),
    body('') + scriptsMark + scripts(module) + link('one'),
  ])
    expect(deferScripts(page, 'n')).toBeNull();
});
