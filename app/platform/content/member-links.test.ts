import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasLink } from '#app/platform/content/member-links.server.ts';
import { renderMemberMarkdown } from '#app/platform/content/member-markdown.server.ts';

/** Whether the page that readers see has a link off the site. */
const isClickable = (markdown: string) => /href="(?!\/(?![/\\]))/.test(renderMemberMarkdown(markdown));

describe('a link off the site', () => {
  it.each([
    'see https://evil.example',
    'see HTTPS://evil.example',
    'www.evil.example',
    'WWW.evil.example',
    'ww&#119;.evil.example',
    'ww&#x77;.evil.example',
    'w&#119;w&period;evil.example',
    '[my page][x]\n\n> [x]: https&#58;&#47;&#47;evil.example/phish',
    '[x]\n\n[x]: <https&colon;//evil.example>',
    '[x][]\n\n- [x]: https:\\/\\/evil.example',
    '[a](https&#58;//evil.example)',
    '[a](<https://evil.example>)',
    '[a](https:\\/\\/evil.example "title")',
    '<https://evil.example>',
    '![pixel](https://evil.example/p.png)',
    '![pixel][p]\n\n[p]: https&#58;//evil.example/p.png',
    '[![pixel](/a.png)](https&#58;//evil.example)',
    '[a](//evil.example)',
    '[a](\\/\\/evil.example)',
    '[a](evil.example)',
    '[a](mailto:someone@evil.example)',
    '<mailto:someone@evil.example>',
    'mailto:someone@evil.example',
    '[call](tel:+1900123456)',
    'tel:+1900123456',
    '[a](sms:123)',
    '[a](ftp://evil.example)',
    '[a](javascript:alert(1))',
    '[a](data:text/html,x)',
    '//evil.example/path',
    'https://ｅｖｉｌ.example',
    'ｗｗｗ.evil.example',
    'www。evil。example',
    'www．evil．example',
    'https：//evil.example',
    'https:／／evil.example',
    'w\u200bww.evil.example',
    'www\u2060.evil.example',
    'ht\u00adtps://evil.example',
    'https:\u200d//evil.example',
    'www\ufeff.\u202eevil.example',
    'https://xn--e1afmkfd.example',
    'https://пример.example',
    '**www**.evil.example',
    'w**w**w.evil.example',
    '`https://evil.example`',
    '```\nwww.evil.example\n```',
    '| a |\n|---|\n| https&#58;//evil.example |',
    '# www&#46;evil.example',
    '- [ ] www&#46;evil.example',
    'note[^1]\n\n[^1]: www&#46;evil.example',
    `${'*'.repeat(700)} https://evil.example`,
  ])('is seen: %j', (markdown) => expect(hasLink(markdown)).toBe(true));

  it.each([
    '[a](/courses/seo) and 1/2 // note',
    'no link: at all',
    '[a](/courses/seo?x=1#part)',
    '/courses/seo',
    '[up](#part)',
    '[a][b]\n\n[b]: /pricing',
    'note[^1]\n\n[^1]: a note',
    'Node.js and e.g. this: either/or, 50 % and 3 x 4',
    'Ask me@example.com about it',
    'the www in general. And http in general: a protocol',
    'The data: see the table. A tel: is old.',
    '![a drawing](/images/a.png)',
    'Schöne Grüße, 漢字。と・点',
  ])('is none: %j', (markdown) => expect([hasLink(markdown), isClickable(markdown)]).toEqual([false, false]));

  it('is never shown to readers where none was seen', () => {
    const piece = fc.constantFrom(
      ...[
        '[',
        ']',
        '(',
        ')',
        '<',
        '>',
        '!',
        ':',
        '/',
        '//',
        '\\',
        '&#58;',
        '&#47;',
        '&colon;',
        '&sol;',
        '&#119;',
        '&period;',
      ],
      ...[
        '\n',
        '\n\n',
        '> ',
        '- ',
        '`',
        '*',
        '_',
        '|',
        ' ',
        'www',
        'www.',
        'http',
        'https:',
        'evil.example',
        'mailto:',
        '@',
      ],
      ...['[x]: ', '[x]', '[^1]', '[^1]: ', '/courses', '"', '\u200b', '．', '。', 'a'],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
        const markdown = pieces.join('');
        return hasLink(markdown) || !isClickable(markdown);
      }),
      { numRuns: 1_000 },
    );
  });
});
