import { expect, it } from 'vitest';
import { exampleData, mailTemplates } from '#app/emails/preview.ts';
import { createMailRenderer } from '#app/emails/render.tsx';

const render = createMailRenderer({
  brandName: 'Academy',
  operator: { name: 'Academy Ltd', address: '1 Market Street, Springfield' },
});

it.each(mailTemplates)('%s can be shown by an example, with all its words', (template) => {
  const { subject, html, text } = render(template, exampleData(template, 'https://academy.example'));
  for (const part of [subject, html, text]) {
    expect(part).not.toMatch(/undefined|null|Invalid Date|NaN|\[object/);
    expect(part.length).toBeGreaterThan(5);
  }
});
