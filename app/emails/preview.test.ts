import { expect, it } from 'vitest';
import { exampleData, mailTemplates } from '#app/emails/preview.ts';
import { createMailRenderer } from '#app/emails/render.tsx';
import { renderMailMarkdown } from '#app/platform/content/mail-markdown.server.ts';
import type { MailTemplate, MailTemplates } from '#app/platform/mail/templates.ts';
import { darkPalette, palette } from '#app/platform/palette.ts';
import { mails } from '#app/program/mails.ts';

const renderFor = createMailRenderer(mails, {
  brandName: 'Academy',
  operator: { name: 'Academy Ltd', address: '1 Market Street, Springfield' },
});
const render = <T extends MailTemplate>(template: T, data: MailTemplates[T]) =>
  renderFor(template, data, { isVerified: true });

it.each(mailTemplates)('%s can be shown by an example, with all its words', (template) => {
  const { subject, html, text } = render(template, exampleData(template, 'https://academy.example'));
  for (const part of [subject, html, text]) {
    expect(part).not.toMatch(/undefined|null|Invalid Date|NaN|\[object/);
    expect(part.length).toBeGreaterThan(5);
  }
});

/** What is read of a mail's HTML, element by element. */
const read = (html: string): string[] =>
  [...html.matchAll(/<(p|h1|th|td|li)\b[^>]*>((?:(?!<(?:p|h1|td|table)\b).)*?)<\/\1>/gs)].map(
    ([, , inner = '']) =>
      inner
        .replace(/<[^>]*>/g, '')
        .replaceAll('&quot;', '"')
        .replaceAll('&#x27;', "'")
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&amp;', '&'),
  );

it.each(mailTemplates)('%s says the same as text, with every link', (template) => {
  const { html, text } = render(template, exampleData(template, 'https://academy.example'));
  const said = read(html).filter((words) => !words.startsWith('If the button does not work'));
  expect(said.length).toBeGreaterThan(1);
  expect(said.filter((words) => !text.includes(words))).toEqual([]);
  const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, url = '']) => url);
  expect(links.filter((url) => !text.includes(url))).toEqual([]);
});

/** Elements whose padding Outlook for Windows ignores: all but table cells. */
const paddedBoxes = (html: string) =>
  [...html.matchAll(/<(\w+)\b[^>]*\sstyle="([^"]*)"/g)].filter(
    ([, tag, style = '']) =>
      tag !== 'td' && tag !== 'th' && /padding(?:-\w+)?:(?!0(?:px)?(?:;|$))/.test(style),
  );

/** Tables that a screen reader announces although they are only layout: data tables have header cells. */
const announcedTables = (html: string) =>
  [...html.matchAll(/<table\b([^>]*)>(.*?)<(?:\/table|table)\b/gs)]
    .filter(
      ([, attributes = '', inner = '']) => !/role="presentation"/.test(attributes) && !inner.includes('<th'),
    )
    .map(([table]) => table);

it.each(mailTemplates)('%s is laid out with presentation tables, and pads nothing but cells', (template) => {
  const { html } = render(template, exampleData(template, 'https://academy.example'));
  expect(paddedBoxes(html)).toEqual([]);
  expect(html.match(/<table role="presentation"/g)?.length).toBeGreaterThanOrEqual(3);
  expect(announcedTables(html)).toEqual([]);
  expect(html).toContain('max-width:600px');
  expect(html).toMatch(/<!--\[if mso\]><table [^>]*width="600"><tr><td><!\[endif\]-->/);
  // Also those within conditional comments are closed.
  expect(html.match(/<table\b/g)).toHaveLength(html.match(/<\/table>/g)?.length ?? 0);
  expect(html.match(/<td\b/g)).toHaveLength(html.match(/<\/td>/g)?.length ?? 0);
});

it('the check of the layout finds padded boxes and announced tables', () => {
  expect(paddedBoxes('<a href="x" style="color:red;padding:12px 20px">x</a>')).toHaveLength(1);
  expect(paddedBoxes('<pre style="padding-left:16px">')).toHaveLength(1);
  expect(paddedBoxes('<body style="margin:0;padding:0;color:red"><td style="padding:8px">')).toEqual([]);
  expect(announcedTables('<table><tr><td>x</td></tr></table>')).toHaveLength(1);
});

/** What a dark scheme would have to change of a mail: elements with a color of their own that no rule of the dark scheme names. */
function leftLight(html: string): string[] {
  const dark = /@media \(prefers-color-scheme: dark\) \{(.*?)\n\}/s.exec(html)?.[1] ?? '';
  const named = new Set(
    [...dark.matchAll(/\.mail(?:-\w+| (\w+))?/g)].map(([name, tag]) => tag ?? name.slice(1)),
  );
  const colored = [...html.matchAll(/<(\w+)\b([^>]*\sstyle="[^"]*(?:#[0-9a-f]{3,8}|rgb)[^>]*)>/gi)];
  return colored
    .filter(([, tag, attributes = '']) => {
      const classes = /\bclass="([^"]*)"/.exec(attributes)?.[1]?.split(' ') ?? [];
      return ![tag ?? '', ...classes].some((name) => named.has(name));
    })
    .map(([element]) => element);
}

it.each(mailTemplates)('%s has the colors of the dark scheme where a mail program knows one', (template) => {
  const { html } = render(template, exampleData(template, 'https://academy.example'));
  expect(html).toContain('<meta name="color-scheme" content="light dark"/>');
  expect(html).toContain(`.mail { background: ${darkPalette.paper} !important; color: ${darkPalette.ink}`);
  expect(leftLight(html)).toEqual([]);
  expect(leftLight(html.replaceAll('class="mail-box"', '')).length).toBe(1);
  expect(html).toContain(`background:${palette.surface}`);
});

it('a letter has them in all that Markdown can be', () => {
  const letter = renderMailMarkdown(
    '## A\n\n> [b](/c)\n\n```\nd\n```\n\n| e |\n|---|\n| f |',
    'https://academy.example',
  );
  const data = exampleData('email-course-letter', 'https://academy.example');
  expect(leftLight(render('email-course-letter', { ...data, letter }).html)).toEqual([]);
  expect(leftLight(letter.html).length).toBeGreaterThan(3);
  expect(paddedBoxes(letter.html)).toEqual([]);
  expect(announcedTables(letter.html)).toEqual([]);
});
