import { expect, it } from 'vitest';
import {
  asCopy,
  filesOf,
  fontsOf,
  titleOf,
  withoutNonce,
  withoutReact,
} from '#app/ui/script/offline/page-markup.ts';

const page = `<!DOCTYPE html><html lang="en"><head><title>Ads &amp; &lt;links&gt; | SEO</title>
<link rel="modulepreload" href="/assets/framework-1.js"/><link rel="stylesheet" href="/assets/site-1.css#x"/>
<script type="module" src="/assets/page-1.js"></script><link rel="icon" href="/favicon.svg"/></head>
<body><a href="/courses/seo">SEO</a><img src="/images/a-1.webp" alt=""/><div data-player="/assets/deck-1.js"></div>
<a href="/assets-of-others">x</a><img src="https://elsewhere.example/assets/x.png"/>
<script nonce="n-1">window.x = "<p>";</script><script nonce="n-1" data-files="/assets/root-1.js" type="late"></script></body></html>`;

it('is kept without the scripts of React, and with the one of all pages', () => {
  const copy = withoutReact(page);
  expect(copy).not.toMatch(/nonce|modulepreload|framework|root-1/);
  expect(copy).toContain('<script type="module" src="/assets/page-1.js"></script>');
  expect(copy).toContain('data-player="/assets/deck-1.js"');
});

it('needs the files that its markup names, of this site alone', () => {
  expect(filesOf(withoutReact(page))).toEqual([
    '/assets/site-1.css',
    '/assets/page-1.js',
    '/favicon.svg',
    '/images/a-1.webp',
    '/assets/deck-1.js',
  ]);
});

it('needs the fonts of its styles, but those of other alphabets', () => {
  const css = `src:url(/assets/serif-1.woff2);src:url("/assets/serif-latin-ext-1.woff2");background:url(/assets/x.png)`;
  expect(fontsOf(css)).toEqual(['/assets/serif-1.woff2']);
});

it('allows no script that stands in it', () => {
  expect(withoutNonce("script-src 'self' 'nonce-1-2'; style-src 'self'")).toBe(
    "script-src 'self'; style-src 'self'",
  );
});

it('is called as its tab is', () => {
  expect(titleOf(page)).toBe('Ads & <links> | SEO');
  expect(titleOf('<html>')).toBe('');
});

it('says of itself that it is a copy', () => {
  expect(asCopy(page, '2026-03-01T12:00:00.000Z', true)).toContain(
    '<html data-copy="2026-03-01T12:00:00.000Z" data-slow="" lang="en">',
  );
});
