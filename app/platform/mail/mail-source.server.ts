import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';

const compress = promisify(gzip);
const expand = promisify(gunzip);

/** No mail is larger than this, in bytes. */
const maxBytes = 100_000_000;

/** A mail as it is kept in the database. */
export const packSource = async (raw: Uint8Array): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await compress(raw));

/** A kept mail as it came. */
export const unpackSource = (source: Uint8Array): Promise<Buffer> =>
  expand(source, { maxOutputLength: maxBytes });
