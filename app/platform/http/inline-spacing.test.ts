import { expect, it } from 'vitest';
import { addInlineSpacing } from '#app/platform/http/inline-spacing.server.ts';

it('keeps apart what touches, and changes nothing else', () => {
  expect(addInlineSpacing('<nav><a href="/a">One</a><a href="/b">Two</a><button>Three</button></nav>')).toBe(
    '<nav><a href="/a">One</a> <a href="/b">Two</a> <button>Three</button></nav>',
  );
  expect(addInlineSpacing('<p><a href="/a"><span>1</span><span>Course</span></a></p>')).toBe(
    '<p><a href="/a"><span>1</span> <span>Course</span></a></p>',
  );
  for (const html of [
    'one <a href="/a">link</a>, and <a href="/b">another</a> <span>word</span>',
    '<p><a href="/a">link</a><em>!</em></p><p><abbr>CPA</abbr><sup>1</sup></p>',
    '<a href="/a">One</a><svg></svg>',
  ])
    expect(addInlineSpacing(html)).toBe(html);
});
