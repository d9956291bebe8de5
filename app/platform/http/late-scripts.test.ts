import { expect, it } from 'vitest';
import { fetchScriptsLate } from '#app/platform/http/late-scripts.server.ts';

it('takes the links to scripts out of the head, and names their files where the page ends', () => {
  const link = (file: string) => `<link rel="modulepreload" href="/assets/${file}.js" nonce="n"/>`;
  const page = (links: string) =>
    `<head><title>A</title>${links}<link rel="stylesheet" href="/a.css"/></head><body>`;
  const { markup, script } = fetchScriptsLate(page(link('one') + link('two')), 'n');
  expect(markup.join('')).toBe(page(''));
  expect(script).toMatch(
    /^<script nonce="n" data-files="\/assets\/one\.js \/assets\/two\.js">[^<]+<\/script>$/,
  );
});

it('leaves a page without scripts as it is', () => {
  expect(fetchScriptsLate('<head></head>', 'n')).toEqual({ markup: ['<head></head>'], script: '' });
});
