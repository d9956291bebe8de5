import { referralLink } from '#app/domain/programme/affiliates/referral-link.server.ts';

/** The formats materials come in, with what the web calls them. */
export const mediaTypes = {
  SVG: 'image/svg+xml',
  PNG: 'image/png',
  ZIP: 'application/zip',
  TXT: 'text/plain; charset=utf-8',
  HTML: 'text/html; charset=utf-8',
  DOCX: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  PDF: 'application/pdf',
} as const;

/** A format of materials. */
export type MaterialFormat = keyof typeof mediaTypes;

/** A file an affiliate can download. */
export interface MaterialFile {
  /** Its name on disk and at the end of its address. */
  name: string;
  format: MaterialFormat;
  /** What it is, in words. */
  title: string;
  /** Its measure: pixels, pages or pieces. */
  measure: string;
  /** Whether it stands for the whole material, or is one of several pieces. */
  isWhole: boolean;
  /** Whether the reader's referral link is in it. */
  isPersonal: boolean;
  make(link: string): Promise<Buffer>;
}

/** Stands for a reader's link where only the size of a file is asked for. */
const sampleLink = () => referralLink('your-name-ab12');

const kept = new WeakMap<MaterialFile, Promise<Buffer>>();
const sizes = new WeakMap<MaterialFile, Promise<number>>();

/** Keeps what `make` promises; a failure is told to whoever waited, and the next call tries again. */
function keep<V>(store: WeakMap<MaterialFile, Promise<V>>, file: MaterialFile, make: () => Promise<V>) {
  let promise = store.get(file);
  if (!promise) {
    promise = make();
    promise.catch(() => store.delete(file));
    store.set(file, promise);
  }
  return promise;
}

/** The bytes of a file with this link in it. What is the same for all is made once and kept. */
export function bytesOf(file: MaterialFile, link: string): Promise<Buffer> {
  return file.isPersonal ? file.make(link) : keep(kept, file, () => file.make(link));
}

/** How many bytes a file has; for personal ones with a link of usual length. Found out once. */
export function sizeOf(file: MaterialFile): Promise<number> {
  return keep(sizes, file, async () => (await bytesOf(file, sampleLink())).byteLength);
}
