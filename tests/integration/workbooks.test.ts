import { strFromU8, unzipSync } from 'fflate';
import mammoth from 'mammoth';
import { describe, expect, it } from 'vitest';
import { allSeries, findWorkbook, relatedSeries } from '#app/domain/learning/series/series.server.ts';
import { readText } from '#app/platform/content/files.server.ts';

const slugs = [...allSeries().keys()];

/** The document as HTML, as a reader other than Word understands it. */
async function opened(slug: string) {
  const workbook = await findWorkbook(slug);
  if (!workbook) throw new Error(`No workbook ${slug}`);
  const { value, messages } = await mammoth.convertToHtml(
    { buffer: Buffer.from(workbook) },
    {
      styleMap: [
        "p[style-name='Title'] => h1.title",
        "p[style-name='Subtitle'] => p",
        "p[style-name='Template'] => pre",
      ],
    },
  );
  return { html: value, messages };
}

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

describe('series', () => {
  it('are the three of P68, each with two others to go on to', () => {
    expect(slugs).toEqual(['entrepreneurial', 'bulletproof-branding', 'shoestring-startups']);
    for (const series of allSeries().values()) expect(relatedSeries(series)).toHaveLength(2);
  });
});

describe.each(slugs)('the workbook of %s', (slug) => {
  const source = readText(`series/workbooks/${slug}.md`);
  const prose = source.replace(/^```[\s\S]*?^```$/gm, '');
  const hasBullets = /^- (?!\[)/m.test(prose);

  it('opens, with every heading, table, box and list of its Markdown', async () => {
    const { html, messages } = await opened(slug);
    // The box's sign is drawn by a typeface this reader does not know; the box itself it does.
    expect(messages.filter(({ message }) => !message.includes('w:sym'))).toEqual([]);
    expect(count(html, /<h1 class="title">/g)).toBe(1);
    expect(count(html, /<h1>/g)).toBe(count(source, /^## /gm));
    expect(count(html, /<h2>/g)).toBe(count(source, /^### /gm));
    expect(count(html, /<table>/g)).toBe(count(source, /^\|-/gm));
    expect(count(html, /<tr>/g)).toBe(count(source, /^\|(?!-)/gm));
    expect(count(html, /<thead><tr>/g)).toBe(count(source, /^\|-/gm));
    expect(count(html, /<input type="checkbox" \/>/g)).toBe(count(source, /^- \[ \] /gm));
    expect(count(html, /<ul>/g) > 0).toBe(hasBullets);
    expect(count(html, /<pre>/g)).toBe(count(source, /^```text/gm));
    expect(html).not.toMatch(/\*\*|\[ \]|```/);
  });

  it('begins each numbered list at one', async () => {
    const workbook = await findWorkbook(slug);
    const files = unzipSync(workbook ?? new Uint8Array());
    const document = strFromU8(files['word/document.xml'] ?? new Uint8Array());
    const numbered = count(prose, /(?:^|\n)(?!\d+\. ).*\n+1\. /g);
    const used = new Set([...document.matchAll(/<w:numId w:val="(\d+)"\/>/g)].map(([, id]) => id));
    expect(used.size).toBe(numbered + (hasBullets ? 1 : 0));
  });

  it('is made once', async () => {
    expect(await findWorkbook(slug)).toBe(await findWorkbook(slug));
  });
});

it('there is no workbook of an unknown series', async () => {
  expect(await findWorkbook('no-such-series')).toBeNull();
  expect(await findWorkbook('../entrepreneurial')).toBeNull();
});
