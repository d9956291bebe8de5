import { expect, it } from 'vitest';
import { fetchScriptsLate } from '#app/platform/http/late-scripts.server.ts';

const link = (file: string) => `<link rel="modulepreload" href="/assets/${file}.js" nonce="n"/>`;
const page = (links: string, type: string) =>
  `<head><title>A</title>${links}<link rel="stylesheet" href="/a.css"/></head><body><script nonce="n">0</script><script nonce="n" ${type}>import("/assets/one.js")</script>`;
const module = 'type="module" async=""';

it('takes the links to scripts out of the head, names their files where the page ends, and lets what runs them wait', () => {
  const { markup, script } = fetchScriptsLate(page(link('one') + link('two'), module), 'n');
  expect(markup.join('')).toBe(page('', 'type="late"'));
  expect(script).toMatch(
    /^<script nonce="n" data-files="\/assets\/one\.js \/assets\/two\.js">[^<]+<\/script>$/,
  );
});

it('leaves a page without scripts as it is, and one whose scripts it does not know', () => {
  for (const whole of ['<head></head>', page('', module), page(link('one'), 'type="module"')])
    expect(fetchScriptsLate(whole, 'n')).toEqual({ markup: [whole], script: '' });
});
