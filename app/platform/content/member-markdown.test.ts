import { describe, expect, it } from 'vitest';
import { handlesIn, renderMemberMarkdown } from '#app/platform/content/member-markdown.server.ts';

describe('what a member has typed', () => {
  it('keeps emphasis, lists, quotations and code', () => {
    expect(renderMemberMarkdown('**a** _b_ ~~c~~ `d`\n\n- one\n- two\n\n> said')).toBe(
      '<p dir="auto"><strong>a</strong> <em>b</em> <del>c</del> <code>d</code></p>\n<ul dir="auto">\n<li>one</li>\n<li>two</li>\n</ul>\n<blockquote dir="auto">\n<p>said</p>\n</blockquote>',
    );
  });

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg/onload=alert(1)>',
    '[a](javascript:alert(1))',
    '[a](JaVaScRiPt:alert(1))',
    '[a](&#106;avascript:alert(1))',
    '[a](data:text/html,<script>alert(1)</script>)',
    '[a](vbscript:x)',
    '[a](//evil.example)',
    '[a](/\\evil.example)',
    '<javascript:alert(1)>',
    '![a](https://evil.example/pixel.png "onerror=x")',
    '![a](x"onerror="alert(1))',
    '[a][b]\n\n[b]: javascript:alert(1)',
    '<a href="https://x" onclick="alert(1)">x</a>',
    '[x](https://ok.example/"onmouseover="alert(1))',
    '```"><script>alert(1)</script>\nx\n```',
    '# <b id=main>x</b>\n\n[^1]\n\n[^1]: note',
    '| a | <img src=x> |\n|---|---|\n| b | <b onclick=x>c</b> |',
    '<!-- x --><style>body{}</style><iframe src=x></iframe>',
  ])('runs nothing, loads nothing and has no id: %s', (markdown) => {
    const html = renderMemberMarkdown(markdown);
    const tags = [...html.matchAll(/<\/?([a-z0-9]+)([^>]*)>/g)];
    for (const [, name = '', attributes = ''] of tags) {
      expect(['p', 'br', 'strong', 'em', 'del', 'code', 'pre', 'a', 'ul', 'ol', 'li', 'span']).toContain(
        name,
      );
      expect(attributes.replace(/ dir="auto"$/, '')).toMatch(
        /^$|^ href="(?:https?:\/\/|\/(?!\/))[^"]*" rel="ugc nofollow"$|^ class="(?:mention|plain)"$/,
      );
    }
  });

  it('names people, but not in code, links or addresses', () => {
    expect(renderMemberMarkdown('Hi @demo-pro, `@x` me@example.com [@y](/z)')).toBe(
      '<p dir="auto">Hi <span class="mention">@demo-pro</span>, <code>@x</code> me@example.com <a href="/z" rel="ugc nofollow">@y</a></p>',
    );
    expect(handlesIn('@Ada, @ada and (@bob-2) but not a@b.c or @-x')).toEqual(['ada', 'bob-2']);
  });

  it.each(['>', '- ', '[', 'a*', '`', 'a\n', '|-|-\n'])(
    'stands as it was typed where marks are all there is: %j',
    (marks) => {
      const markdown = marks.repeat(Math.floor(5_000 / marks.length));
      expect(renderMemberMarkdown(markdown)).toMatch(/^<p class="plain" dir="auto">[^<]*<\/p>$/);
    },
  );
});
