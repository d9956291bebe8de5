import type { Evidence, EvidenceSection } from '#app/domain/selling/disputes/evidence.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { escapeXml } from '#app/platform/documents/escape-xml.ts';
import { element, htmlDocument } from '#app/platform/documents/html-page.server.ts';
import { palette } from '#app/platform/palette.ts';

// The evidence as one file that is sent as it is, and within a mail, which knows no stylesheets.

const style = `
body { margin: 0 auto; max-width: 48rem; padding: 2rem 1.25rem; color: ${palette.ink}; background: #fff; font: 1rem/1.5 system-ui, "Segoe UI", Roboto, Arial, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 0.5rem; }
h2 { font-size: 1.125rem; margin: 2rem 0 0.25rem; }
p { margin: 0 0 0.5rem; color: ${palette.muted}; }
table { width: 100%; border-collapse: collapse; font-size: 0.9375rem; }
th, td { text-align: left; vertical-align: top; padding: 0.375rem 0; border-top: 1px solid ${palette.line}; }
th { width: 40%; font-weight: 600; padding-right: 1rem; }
@media print { body { padding: 0; font-size: 10pt; } section { break-inside: avoid-page; } }
`.trim();

const text = (value: string) => ({ type: 'text', value }) as const;

function sectionElement({ title, about, rows }: EvidenceSection) {
  const table = element('table', {}, [
    element(
      'tbody',
      {},
      rows.map(([name, value]) =>
        element('tr', {}, [element('th', { scope: 'row' }, [text(name)]), element('td', {}, [text(value)])]),
      ),
    ),
  ]);
  return element('section', {}, [
    element('h2', {}, [text(title)]),
    element('p', {}, [text(about)]),
    rows.length > 0 ? table : element('p', {}, [text('None.')]),
  ]);
}

/** Who says it, and when: the provider sends it on to the bank. */
const foreword = () => {
  const { brandName, operator } = config();
  return `Compiled by ${operator.name}, ${operator.address}, for ${brandName}, from its own records on ${now().toISOString().slice(0, 10)}. All times are UTC.`;
};

/** The evidence of a dispute as a page in one file. */
export function evidencePage({ title, sections }: Evidence): string {
  const head = [element('h1', {}, [text(title)]), element('p', {}, [text(foreword())])];
  return htmlDocument({
    title,
    description: 'Evidence of a disputed payment',
    style,
    body: [element('main', {}, [...head, ...sections.map(sectionElement)])],
  });
}

/** The same within a mail. */
export function evidenceInMail({ sections }: Evidence): { html: string; text: string } {
  const row = ([name, value]: readonly [string, string]) =>
    `<p class="mail-line" style="margin:0;padding:6px 0;border-top:1px solid ${palette.line};overflow-wrap:anywhere"><strong>${escapeXml(name)}</strong><br>${escapeXml(value)}</p>`;
  const html = sections.map(
    ({ title, about, rows }) =>
      `<h2 style="margin:24px 0 4px;font-size:18px">${escapeXml(title)}</h2><p class="mail-small" style="margin:0 0 8px;color:${palette.muted};font-size:14px">${escapeXml(about)}</p>${rows.length > 0 ? rows.map(row).join('') : '<p style="margin:0">None.</p>'}`,
  );
  const plain = sections.map(({ title, about, rows }) =>
    [
      title.toUpperCase(),
      about,
      ...(rows.length > 0 ? rows.map(([name, value]) => `${name}: ${value}`) : ['None.']),
    ].join('\n'),
  );
  return { html: html.join(''), text: [foreword(), ...plain].join('\n\n') };
}
