import { unzipSync } from 'fflate';
import mammoth from 'mammoth';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { connectLinkTargets } from '#app/domain/programme/affiliates/link-targets.server.ts';
import {
  findReferralLink,
  linkFormSchema,
  referralLink,
} from '#app/domain/programme/affiliates/referral-link.server.ts';
import { findMaterialFile, materials } from '#app/domain/programme/materials/catalogue.server.ts';
import { bytesOf, type MaterialFile } from '#app/domain/programme/materials/file.server.ts';
import { previewPicture } from '#app/domain/programme/materials/previews.server.ts';
import { newUser } from '#tests/integration/people.ts';
import { readPdf } from '#tests/integration/read-pdf.ts';

const link = referralLink('ada-example-x7k2');
const all = await materials();
const files = all.flatMap(({ id, files: listed }) =>
  listed.map(({ name, bytes }) => ({ id, name, bytes, file: found(id, name) })),
);

function found(id: string, name: string): MaterialFile {
  const file = findMaterialFile(id, name);
  if (!file) throw new Error(`No file ${name} of ${id}`);
  return file;
}

const ofFormat = (format: string) => files.filter(({ file }) => file.format === format);
const textOf = async (id: string, name: string) => String(await bytesOf(found(id, name), link));
const latin = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');

/** The width and height a PNG tells of itself. */
const pngSize = (bytes: Uint8Array) => {
  expect(latin(bytes.subarray(1, 4))).toBe('PNG');
  const view = Buffer.from(bytes);
  return `${view.readUInt32BE(16)} x ${view.readUInt32BE(20)} px`;
};

describe('the materials', () => {
  it('are five, each in the formats of its kind', () => {
    expect(all.map(({ id, formats }) => [id, formats.sort()])).toEqual([
      ['banner-set', ['PNG', 'SVG', 'ZIP']],
      ['email-swipes', ['DOCX', 'HTML', 'TXT']],
      ['social-posts', ['PNG', 'TXT', 'ZIP']],
      ['landing-page', ['HTML']],
      ['brochure', ['PDF']],
    ]);
  });

  it.each(all.map(({ id }) => id))('are each shown by a picture of its own: %s', async (id) => {
    const preview = all.find((material) => material.id === id)?.preview;
    expect(pngSize(new Uint8Array((await previewPicture(id)) ?? []))).toBe(
      `${preview?.width} x ${preview?.height} px`,
    );
  });

  it('know no file and no picture but their own', () => {
    for (const [id, name] of [
      ['banner-set', 'brochure.pdf'],
      ['constructor', 'brochure.pdf'],
      ['brochure', '../brochure.pdf'],
    ] as const)
      expect(findMaterialFile(id, name)).toBeNull();
    expect(previewPicture('toString')).toBeNull();
  });
});

describe('every file', () => {
  it.each(files)(
    '$name comes out the same twice, in the size that is told',
    async ({ file, bytes: told }) => {
      const bytes = told ?? Number.NaN;
      const [first, second] = [await file.make(link), await file.make(link)];
      expect(first.equals(second)).toBe(true);
      // The size is told for a link of usual length.
      expect(Math.abs(first.byteLength - bytes)).toBeLessThanOrEqual(file.isPersonal ? bytes / 20 : 0);
    },
  );

  it('holds the link of its reader where it says so, and leaves no placeholder', async () => {
    for (const { file } of files) {
      const bytes = await bytesOf(file, link);
      const inside =
        file.format === 'ZIP' || file.format === 'DOCX'
          ? Object.values(unzipSync(bytes)).map(latin).join('\n')
          : file.format === 'PDF'
            ? (await readPdf(bytes)).links.join('\n')
            : latin(bytes);
      expect(inside.includes('ada-example-x7k2'), file.name).toBe(file.isPersonal);
      expect(inside, file.name).not.toMatch(/\{\{\w+\}\}/);
      if (!file.isPersonal) continue;
      const others = await bytesOf(file, referralLink('somebody-else-1234'));
      expect(others.equals(bytes), file.name).toBe(false);
    }
  });
});

describe('pictures', () => {
  it('have the size they are named by, and are light', async () => {
    for (const { file } of ofFormat('PNG')) {
      const bytes = await bytesOf(file, link);
      expect(pngSize(bytes), file.name).toBe(file.measure);
      expect(bytes.byteLength, file.name).toBeLessThan(150_000);
    }
  });

  it('as SVG need no typeface, run no script and load nothing', async () => {
    for (const { file } of ofFormat('SVG')) {
      const svg = String(await bytesOf(file, link));
      const [width, height] = file.measure.match(/\d+/g) ?? [];
      expect(svg).toMatch(
        new RegExp(`^<svg [^>]*width="${width}" height="${height}" viewBox="0 0 ${width} `),
      );
      expect(svg).toContain('aria-label="Advertisement for ');
      expect(svg).not.toMatch(/<(script|text|image|foreignObject|style)|\bon\w+=|href=|url\(|@import|NaN/i);
    }
  });
});

describe('archives', () => {
  it('of banners hold each picture in both formats, and the code to paste', async () => {
    const entries = unzipSync(await bytesOf(found('banner-set', 'banner-set.zip'), link));
    const single = files.filter(({ id, file }) => id === 'banner-set' && !file.isWhole);
    expect(Object.keys(entries).sort()).toEqual(
      ['how-to-use.txt', ...single.map(({ file, name }) => `${file.format.toLowerCase()}/${name}`)].sort(),
    );
    const guide = Buffer.from(entries['how-to-use.txt'] ?? []).toString();
    expect(guide.match(/rel="sponsored"><img src="banner-[a-z-]+-\d+x\d+\.png" width/g)).toHaveLength(
      single.length / 2,
    );
  });

  it('of posts hold each text beside its pictures', async () => {
    const names = Object.keys(unzipSync(await bytesOf(found('social-posts', 'social-posts.zip'), link)));
    const posts = names.filter((name) => /^posts\/post-\d\d\.txt$/.test(name));
    expect(posts).toHaveLength(15);
    for (const picture of names.filter((name) => name.endsWith('.png')))
      expect(posts).toContain(picture.replace(/^(posts\/post-\d\d)-.*/, '$1.txt'));
  });
});

describe('texts', () => {
  it('are the same emails as text, page and document', async () => {
    const text = await textOf('email-swipes', 'email-swipes.txt');
    const html = await textOf('email-swipes', 'email-swipes.html');
    const docx = await bytesOf(found('email-swipes', 'email-swipes.docx'), link);
    const { value, messages } = await mammoth.convertToHtml({ buffer: docx });
    expect(messages.filter(({ type }) => type === 'error')).toEqual([]);
    for (const page of [html, value]) {
      expect(page.match(/\?ref=ada-example-x7k2"/g)).toHaveLength(6);
      expect(page.match(/Subject:/g)).toHaveLength(6);
    }
    expect(text.match(/\?ref=ada-example-x7k2$/gm)).toHaveLength(6);
    expect(text.match(/^Subject: /gm)).toHaveLength(6);
    expect(text).not.toMatch(/\*\*|```/);
    expect(html.match(/<mark>\[Your name\]<\/mark>/g)).toHaveLength(6);
  });

  it('make a page that needs no other file, its disclosure before its first link', async () => {
    const html = await textOf('landing-page', 'landing-page.html');
    expect(html).not.toMatch(/<script|<link|<img|src=|@import|url\(/);
    const hrefs = [...html.matchAll(/href="([^"]+)" rel="sponsored"/g)].map(([, href]) => href);
    expect(new Set(hrefs)).toEqual(new Set([link]));
    expect(html.match(/href=/g)).toHaveLength(hrefs.length);
    expect(html.indexOf('Advertising disclosure')).toBeGreaterThan(0);
    expect(html.indexOf('Advertising disclosure')).toBeLessThan(html.indexOf('href='));
    expect(html.match(/<h1>/g)).toHaveLength(1);
  });

  it('make a sheet of one page, tagged, with the link to press and to photograph', async () => {
    const pdf = await readPdf(await bytesOf(found('brochure', 'brochure.pdf'), link));
    expect(pdf.pages).toHaveLength(1);
    expect(pdf.size).toEqual([595, 842]);
    expect(new Set(pdf.links)).toEqual(new Set([link]));
    expect(pdf.pages[0]).toContain('Recommended by');
    expect([...pdf.roles]).toEqual(expect.arrayContaining(['H1', 'H2', 'P', 'L', 'Figure']));
  });

  it('keep to one page with the longest link there can be', async () => {
    const longest = `https://a-rather-long-name-of-a-host.example.com/?ref=${'m'.repeat(24)}-x7k2`;
    const { pages } = await readPdf(await found('brochure', 'brochure.pdf').make(longest));
    expect(pages).toHaveLength(1);
  });
});

describe('a referral link', () => {
  // Which pages are meant for visitors depends on the routes, and is tested with the whole site.
  beforeAll(() => connectLinkTargets((pathname) => ['/pricing', '/playbooks', '/demo'].includes(pathname)));

  it("is the site's address with the username", async () => {
    const user = await newUser({ role: 'affiliate' });
    const url = new URL(await findReferralLink(user.id));
    expect(url.pathname).toBe('/');
    expect(url.searchParams.get('ref')).toBe(user.username);
  });

  it('leads to any page of the site, with a campaign', () => {
    const { origin } = new URL(referralLink('ada'));
    expect(referralLink('ada', { path: '/playbooks?topic=email', campaign: 'spring letter & more' })).toBe(
      `${origin}/playbooks?topic=email&ref=ada&utm_campaign=spring+letter+%26+more`,
    );
    expect(referralLink('ada', { path: '/pricing?ref=somebody-else' })).toBe(`${origin}/pricing?ref=ada`);
  });

  it.each([
    ['/pricing', '/pricing'],
    ['pricing', '/pricing'],
    [`${new URL(referralLink('ada')).origin}/playbooks?topic=email#list`, '/playbooks?topic=email#list'],
    ['/pricing?ref=somebody&utm_campaign=theirs&plan=a', '/pricing?plan=a'],
    [`${new URL(referralLink('ada')).host}/demo`, '/demo'],
  ])('is made for %s', (destination, path) => {
    expect(linkFormSchema.parse({ destination })).toEqual({ destination: path });
  });

  it.each([
    undefined,
    'https://elsewhere.example/pricing',
    '//elsewhere.example',
    '/\\elsewhere.example',
    'javascript:alert(1)',
    'https://',
    '/api/affiliate/summary',
    '/r/abcdefg',
    '/logout',
    `/${'x'.repeat(600)}`,
  ])('is not made for %s', (destination) => {
    expect(linkFormSchema.safeParse({ destination }).success).toBe(false);
  });
});

describe('a material that cannot be made', () => {
  it('is listed without its size, and fails neither the page nor the process', async () => {
    vi.resetModules();
    vi.doMock('#app/domain/programme/materials/brochure.server.ts', () => ({
      brochureFiles: () => [
        {
          ...found('brochure', 'brochure.pdf'),
          // One that no build has measured.
          name: 'new.pdf',
          make: () => Promise.reject(new Error('five sections')),
        },
      ],
    }));
    const { materials: list } = await import('#app/domain/programme/materials/catalogue.server.ts');
    for (let time = 0; time < 2; time += 1)
      expect((await list()).find(({ id }) => id === 'brochure')?.files).toMatchObject([
        { name: 'new.pdf', bytes: null },
      ]);
    vi.doUnmock('#app/domain/programme/materials/brochure.server.ts');
  });
});
