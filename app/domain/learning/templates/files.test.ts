import { strFromU8, unzipSync } from 'fflate';
import { extractRawText } from 'mammoth';
import { describe, expect, it } from 'vitest';
import { playbooks } from '#app/domain/learning/articles/articles.server.ts';
import { type Copy, inputsOf } from '#app/domain/learning/templates/copies.server.ts';
import { type FileKind, kindsOf, templateFile } from '#app/domain/learning/templates/files.server.ts';
import { findTemplate, type Template, templateOf } from '#app/domain/learning/templates/templates.server.ts';
import { openSheet } from '#tests/unit/open-sheet.ts';

const templates = [...playbooks().values()].map((playbook) => {
  const template = templateOf(playbook);
  if (!template) throw new Error(`${playbook.slug} has no template`);
  return template;
});
const template = (slug: string): Template => {
  const match = findTemplate(slug);
  if (!match) throw new Error(`No template ${slug}`);
  return match;
};
const site = { brandName: 'Marketing Academy', appUrl: 'https://example.com' };
const bytesOf = async (of: Template, kind: FileKind, copy: Copy | null = null) => {
  const bytes = await templateFile(of, kind, copy, site);
  if (!bytes) throw new Error(`${of.playbook.slug} is not to be had as ${kind}`);
  return bytes;
};
const textOf = async (...args: Parameters<typeof bytesOf>) =>
  new TextDecoder().decode(await bytesOf(...args));
const textOfDocx = async (bytes: Uint8Array) => (await extractRawText({ buffer: Buffer.from(bytes) })).value;

describe('the templates of the playbooks', () => {
  it('are all there, those that are tables with a spreadsheet', () => {
    expect(templates).toHaveLength(27);
    expect(templates.filter(({ sheet }) => sheet)).toHaveLength(14);
    expect(template('monthly-marketing-report').title).toBe('The one-page report');
    // Of two texts to copy the last is the template.
    expect(template('social-week-plan').text).toMatch(/^AIM ______/);
  });

  it('open as Word and as text, with their words in them', async () => {
    for (const each of templates) {
      const words = await textOfDocx(await bytesOf(each, 'docx'));
      expect(words, each.playbook.slug).toContain(each.title);
      const first = each.sheet ? (each.sheet.tables[0]?.head[0] ?? '') : (each.text.split('\n')[0] ?? '');
      expect(words.replace(/\s+/g, ' '), each.playbook.slug).toContain(first.replace(/\s+/g, ' ').trim());
      expect(await textOf(each, 'txt')).toBe(`${each.text}\n`.replaceAll('\n', '\r\n'));
    }
  });

  it('are made with the same bytes each time', async () => {
    for (const kind of ['docx', 'xlsx'] as const)
      expect(await bytesOf(template('utm-tracking-setup'), kind)).toEqual(
        await bytesOf(template('utm-tracking-setup'), kind),
      );
  });

  it('are not to be had as a spreadsheet where they are no tables', async () => {
    expect(kindsOf(template('positioning-statement'))).toEqual(['docx', 'txt']);
    expect(await templateFile(template('positioning-statement'), 'xlsx', null, site)).toBeNull();
    expect(await templateFile(template('positioning-statement'), 'csv', null, site)).toBeNull();
  });
});

/** Cells of the example, and the figure of the playbook's own worked example that they come to. */
const reckoned: [slug: string, cell: string, figure: string][] = [
  ['monthly-marketing-report', 'C9', '$80'],
  ['monthly-marketing-report', 'B9', '$131'],
  ['monthly-marketing-report', 'B8', '17%'],
  ['monthly-marketing-report', 'C8', '30%'],
  ['ad-creative-test', 'B4', '$2,000'],
  ['ad-creative-test', 'D18', '$18.29'],
  ['ad-creative-test', 'D19', '$32.61'],
  ['ad-creative-test', 'B20', '2.25'],
  ['blog-post-refresh', 'F2', '$60'],
  ['blog-post-refresh', 'F3', '$210'],
  ['competitor-review', 'C7', '$98'],
  ['keyword-map', 'L2', '$120'],
  ['keyword-map', 'L3', '$432'],
  ['landing-page-teardown', 'E5', '30%'],
  ['landing-page-teardown', 'E6', '67%'],
  ['landing-page-teardown', 'F6', '8%'],
  ['on-page-seo-pass', 'B14', '1.5%'],
  ['on-page-seo-pass', 'C14', '3.0%'],
  ['pricing-page-rewrite', 'B16', '$2,240'],
  ['pricing-page-rewrite', 'C16', '$2,719'],
  ['pricing-page-rewrite', 'B17', '$112'],
  ['pricing-page-rewrite', 'C17', '$133'],
  ['pricing-page-rewrite', 'B15', '3.0%'],
  ['referral-program-launch', 'B16', '$30'],
  ['retargeting-setup', 'C12', '$108'],
  ['retargeting-setup', 'C13', '$432'],
  ['retargeting-setup', 'B20', '$560'],
  ['search-campaign-launch', 'B6', '$8.40'],
  ['search-campaign-launch', 'B8', '$4.20'],
  ['search-campaign-launch', 'B9', '$840'],
  ['search-campaign-launch', 'B10', '$60'],
  ['search-campaign-launch', 'B11', '$52.50'],
  ['search-campaign-launch', 'B12', '$105'],
  ['social-week-plan', 'D13', '29%'],
  ['social-week-plan', 'D12', '10%'],
  ['social-week-plan', 'B18', '$32'],
];

describe('the spreadsheets', () => {
  it('come to the figures of their playbooks’ worked examples', async () => {
    const opened = new Map<string, ReturnType<typeof openSheet>>();
    for (const [slug, cell, figure] of reckoned) {
      const { playbook } = template(slug);
      expect(playbook.body, `${slug} says ${figure}`).toContain(figure);
      const sheet = opened.get(slug) ?? openSheet(await bytesOf(template(slug), 'xlsx'), 2);
      opened.set(slug, sheet);
      const isPart = figure.endsWith('%');
      const decimals = /\.(\d+)/.exec(figure)?.[1]?.length ?? 0;
      const value = Number(sheet.comesTo(cell)) * (isPart ? 100 : 1);
      expect(value.toFixed(decimals), `${slug} ${cell}`).toBe(
        Number(figure.replace(/[$,%]/g, '')).toFixed(decimals),
      );
    }
    expect(opened.size).toBe(templates.filter(({ sheet }) => sheet).length - 2);
    expect(openSheet(await bytesOf(template('utm-tracking-setup'), 'xlsx'), 2).comesTo('F2')).toBe(
      'https://example.com/shop?utm_source=newsletter&utm_medium=email&utm_campaign=2026-11_holiday-set&utm_content=top-button',
    );
    expect(opened.get('ad-creative-test')?.comesTo('B21')).toBe('A real gap');
    expect(opened.get('monthly-marketing-report')?.comesTo('B11')).toMatch(/^Yes/);
  });

  it('show nothing before they are filled in, and reckon with cells to fill in or sums alone', async () => {
    for (const each of templates.filter(({ sheet }) => sheet)) {
      const yours = openSheet(await bytesOf(each, 'xlsx'), 1);
      const example = openSheet(await bytesOf(each, 'xlsx'), 2);
      expect(yours.name).toBe('Yours');
      expect(example.name).toBe('Example');
      expect([...yours.formulas.keys()]).toEqual([...example.formulas.keys()]);
      expect(yours.formulas.size).toBeGreaterThan(0);
      for (const [cell, formula] of yours.formulas) {
        expect(['', 0], `${each.playbook.slug} ${cell}`).toContain(yours.comesTo(cell));
        // A label or a head is no number: the formula would mean another row.
        for (const named of formula.replaceAll(/"[^"]*"/g, '').match(/[A-Z]\d+/g) ?? [])
          expect(yours.texts.has(named), `${each.playbook.slug} ${cell} takes ${named}`).toBe(false);
      }
    }
  });

  it('store with each formula what it comes to, for previews that do not calculate', async () => {
    for (const each of templates.filter(({ sheet }) => sheet))
      for (const nth of [1, 2]) {
        const sheet = openSheet(await bytesOf(each, 'xlsx'), nth);
        expect([...sheet.stored.keys()], each.playbook.slug).toEqual([...sheet.formulas.keys()]);
        for (const [cell, value] of sheet.stored)
          expect(value, `${each.playbook.slug} ${nth} ${cell}`).toEqual(sheet.comesTo(cell));
      }
    const parts = unzipSync(await bytesOf(template('monthly-marketing-report'), 'xlsx'));
    expect(strFromU8(parts['xl/workbook.xml'] ?? new Uint8Array())).toContain('fullCalcOnLoad="1"');
  });

  it('show nothing for an audience of the example that has no people', async () => {
    const example = openSheet(await bytesOf(template('retargeting-setup'), 'xlsx'), 2);
    expect(['B12', 'C12', 'D12', 'B13', 'C13', 'D13'].map(example.comesTo)).toEqual([
      '',
      108,
      '',
      '',
      432,
      '',
    ]);
  });

  it('are there as CSV, formulas and all', async () => {
    const csv = await textOf(template('monthly-marketing-report'), 'csv');
    // The mark by which spreadsheets know UTF-8, which a decoder takes away.
    expect([...(await bytesOf(template('monthly-marketing-report'), 'csv')).slice(0, 3)]).toEqual([
      0xef, 0xbb, 0xbf,
    ]);
    expect(csv).toContain('\r\nVisits,,,\r\n');
    expect(csv).toContain('"=IFERROR(IF(OR(B5="""",B4=""""),"""",B5/B4),"""")"');
  });
});

describe('one’s own copy', () => {
  const bad = '=HYPERLINK("https://example.com/?"&B2,"Press me")';

  it('stands in each file, a formula that was typed as a text', async () => {
    const report = template('monthly-marketing-report');
    const sheet = report.sheet;
    if (!sheet) throw new Error('The report has a sheet.');
    const inputs = inputsOf(sheet);
    const keyOfLabel = (label: string) => inputs.find((input) => input.label === label)?.key ?? '';
    const copy: Copy = {
      text: null,
      keptAt: new Date(),
      cells: {
        [keyOfLabel('This month, New customers')]: '40',
        [keyOfLabel('This month, Marketing cost')]: '$3,200',
        [keyOfLabel('This month, Visits')]: bad,
        [keyOfLabel('In one sentence: what happened, why, what we will do')]: '@SUM(1+1) & <b>"more"</b>',
        c_0000000000000000: 'of a row that is gone',
      },
    };
    const yours = openSheet(await bytesOf(report, 'xlsx', copy), 1);
    expect(yours.comesTo('B9')).toBe(80);
    expect(yours.texts.get('B2')).toBe(bad);
    expect(yours.formulas.has('B2')).toBe(false);
    expect(yours.texts.get('B18')).toBe('@SUM(1+1) & <b>"more"</b>');
    const csv = await textOf(report, 'csv', copy);
    expect(csv).toContain('New customers,40,,');
    expect(csv).toContain('Marketing cost,3200,,');
    expect(csv).toContain(`Visits,"'=HYPERLINK(""https`);
    expect(csv).toContain(`"'@SUM(1+1) & <b>""more""</b>"`);
    const words = await textOfDocx(await bytesOf(report, 'docx', copy));
    expect(words).toContain(bad);
    expect(words).toContain('$3,200');
    const text = await textOf(report, 'txt', copy);
    expect(text).toContain('This month, New customers: 40\r\n');
    for (const all of [csv, words, text]) expect(all).not.toContain('of a row that is gone');
  });

  it('of a text is that text, whatever signs it has', async () => {
    const own = 'For [nobody] & <everybody>\n\n]]> ![x](y) {{name}} **bold**\nhttps://example.com/"x" 😀 ‮end';
    const copy: Copy = { text: own, cells: {}, keptAt: new Date() };
    const docx = await bytesOf(template('positioning-statement'), 'docx', copy);
    for (const line of own.split('\n').filter(Boolean)) expect(await textOfDocx(docx)).toContain(line);
    expect(strFromU8(unzipSync(docx)['word/document.xml'] ?? new Uint8Array())).not.toContain('<everybody>');
    expect(await textOf(template('positioning-statement'), 'txt', copy)).toBe(
      `${own}\n`.replaceAll('\n', '\r\n'),
    );
  });
});
