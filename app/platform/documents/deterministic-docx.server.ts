import { strFromU8, strToU8, unzipSync } from 'fflate';
import { zip } from '#app/platform/documents/zip.server.ts';

/**
 * The same document in the same bytes each time: without the dates of its making, and with the links' random names replaced
 * by numbers. `change` may change the XML of each part.
 */
export function settleBytes(
  docx: Uint8Array,
  change: (name: string, xml: string) => string = (_, xml) => xml,
): Uint8Array<ArrayBuffer> {
  const numbers = new Map<string, number>();
  const settle = (xml: string) =>
    xml
      .replace(/<dcterms:(created|modified)\b[^>]*>[^<]*<\/dcterms:\1>/g, '')
      .replace(/"rId([\w-]{15,})"/g, (_, name: string) => {
        if (!numbers.has(name)) numbers.set(name, numbers.size + 1);
        return `"rIdLink${numbers.get(name)}"`;
      });
  const files = Object.entries(unzipSync(docx)).filter(([name]) => !name.endsWith('/'));
  return new Uint8Array(
    zip(
      files.map(([name, bytes]) => ({
        name,
        bytes: /\.(xml|rels)$/.test(name) ? strToU8(settle(change(name, strFromU8(bytes)))) : bytes,
      })),
    ),
  );
}
