/** A number as a page writes it: money in cents, a share as it stands; null for a dash or nothing. */
function numberOf(text: string): number | null {
  const digits = text.replace('−', '-').replaceAll(/[^\d.-]/g, '');
  if (digits === '' || digits === '-') return null;
  return text.includes('$') ? Math.round(Number(digits) * 100) : Number(digits);
}

const wordsOf = (html: string) =>
  html
    .replaceAll(/<svg[\s\S]*?<\/svg>|<[^>]*>/g, '')
    .replaceAll('&amp;', '&')
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"');

/** A row of a table on a page. */
interface DrawnRow {
  /** The words of its heading. */
  name: string;
  /** Its cells: the words of each, the number they say, and how strongly it is shaded (0 to 5). */
  cells: { words: string; value: number | null; shade: number }[];
  /** How long the bar below its name is, in percent; null without one. */
  bar: number | null;
}

/** The first table of figures below a caption, row by row. */
export function drawnTable(html: string, caption: string): DrawnRow[] {
  const whole = html.replaceAll('&#x27;', "'");
  const from = whole.indexOf(`>${caption}</caption>`);
  if (from < 0) throw new Error(`There is no table "${caption}".`);
  const body = /<tbody[^>]*>([\s\S]*?)<\/tbody>/.exec(whole.slice(from))?.[1] ?? '';
  return [...body.matchAll(/<tr[^>]*>([\s\S]*?)<\/tr>/g)].map(([, row = '']) => {
    const widths = [...row.matchAll(/<rect width="([\d.]+)%"/g)].map(([, wide]) => Number(wide));
    return {
      name: wordsOf(/<th[^>]*>([\s\S]*?)<\/th>/.exec(row)?.[1] ?? ''),
      cells: [...row.matchAll(/<td([^>]*)>([\s\S]*?)<\/td>/g)].map(([, attributes = '', inside = '']) => ({
        words: wordsOf(inside),
        value: numberOf(wordsOf(inside)),
        shade: Number(/shade-(\d)/.exec(attributes)?.[1] ?? 0),
      })),
      bar: widths[1] ?? null,
    };
  });
}

/** How tall the bars of a page's charts are, chart by chart. */
export const barsIn = (html: string): number[][] =>
  [...html.matchAll(/<svg[^>]*preserveAspectRatio[\s\S]*?<\/svg>/g)].map(([svg]) =>
    [...svg.replace(/<defs>.*?<\/defs>/, '').matchAll(/<rect[^>]*\sheight="([\d.]+)"/g)].map(([, tall]) =>
      Number(tall),
    ),
  );

/** The lines of a file of comma-separated values, cell by cell. */
export const linesOf = (text: string): string[][] =>
  text
    .trimEnd()
    .split('\r\n')
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain = '']) =>
        quoted === undefined ? plain : quoted.replaceAll('""', '"'),
      ),
    );
