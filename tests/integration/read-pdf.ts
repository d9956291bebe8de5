import { getDocumentProxy } from 'unpdf';

interface OutlineEntry {
  title: string;
  items: OutlineEntry[];
}

/** What a PDF reader finds in a file: the text and the number of links of each page, outline, description, tags. */
export async function readPdf(file: Uint8Array) {
  const pdf = await getDocumentProxy(new Uint8Array(file), { verbosity: 0 });
  const pages: string[] = [];
  const linksOn: number[] = [];
  const links: string[] = [];
  const roles = new Set<string>();
  const overlaps: string[] = [];
  let size: [number, number] = [0, 0];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? ' ' : '') : '')).join(' ');
    pages.push(text.replace(/\s+/g, ' ').trim());
    overlaps.push(...overlapsOf(items));
    const annotations: { subtype: string; url?: string }[] = await page.getAnnotations();
    const found = annotations.filter(({ subtype }) => subtype === 'Link');
    linksOn.push(found.length);
    links.push(...found.flatMap(({ url }) => url ?? []));
    for (const role of JSON.stringify(await page.getStructTree()).matchAll(/"role":"(\w+)"/g))
      roles.add(role[1] ?? '');
    const { width, height } = page.getViewport({ scale: 1 });
    size = [Math.round(width), Math.round(height)];
  }
  const { info } = await pdf.getMetadata();
  const outline: OutlineEntry[] = (await pdf.getOutline()) ?? [];
  await pdf.loadingTask.destroy();
  return { pages, linksOn, links, size, outline, info, roles, overlaps };
}

/** The pieces of text that stand one over another. */
function overlapsOf(items: readonly object[]): string[] {
  const pieces = items.flatMap((item) => {
    const { str, width, transform } = item as { str?: string; width?: number; transform?: number[] };
    return str?.trim() ? [{ str, width: width ?? 0, x: transform?.[4] ?? 0, y: transform?.[5] ?? 0 }] : [];
  });
  return pieces.flatMap((one, at) =>
    pieces
      .slice(at + 1)
      .filter(
        (other) =>
          Math.abs(other.y - one.y) < 2 &&
          other.x < one.x + one.width - 1 &&
          one.x < other.x + other.width - 1,
      )
      .map((other) => `${one.str} / ${other.str}`),
  );
}
