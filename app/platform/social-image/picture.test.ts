import { describe, expect, it } from 'vitest';
import { breakLines, drawPicture } from '#app/platform/social-image/picture.ts';

describe('breakLines', () => {
  it('breaks between words and never exceeds the width', () => {
    expect(breakLines('Learn one thing on Monday. Use it by Friday.', 22, 3)).toEqual([
      'Learn one thing on',
      'Monday. Use it by',
      'Friday.',
    ]);
  });

  it('cuts off what does not fit, with an ellipsis', () => {
    const lines = breakLines('word '.repeat(60), 20, 2);
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(/…$/);
    expect(breakLines('x'.repeat(50), 20, 2)).toEqual([`${'x'.repeat(19)}…`]);
  });
});

describe('drawPicture', () => {
  it('takes texts as texts', () => {
    const svg = drawPicture({ kind: 'A & B', title: '<script>', brandName: '"Q"', host: 'example.com' });
    expect(svg).not.toContain('<script>');
    expect(svg).toContain('A &#38; B');
  });
});
