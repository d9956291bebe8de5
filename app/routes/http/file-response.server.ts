import { createHash } from 'node:crypto';
import { DocumentsBusy } from '#app/platform/documents/write-in-thread.server.ts';

const sandbox = "default-src 'none'; sandbox";

/** Answers with bytes, or with 304 where the reader has them already. */
function bytesResponse(request: Request, bytes: Uint8Array<ArrayBuffer>, headers: HeadersInit): Response {
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`;
  const answer = new Headers(headers);
  answer.set('ETag', etag);
  answer.set('Content-Security-Policy', sandbox);
  const known = request.headers.get('If-None-Match')?.split(',') ?? [];
  if (known.some((tag) => tag.trim().replace(/^W\//, '') === etag))
    return new Response(null, { status: 304, headers: answer });
  answer.set('Content-Length', String(bytes.byteLength));
  return new Response(bytes, { headers: answer });
}

/**
 * How a file is to be treated, and its name in any script: RFC 6266, with a name in ASCII for programs that know no better. A name that
 * could break out of the header is none.
 */
function dispositionOf(kind: 'inline' | 'attachment', name: string): string {
  const wellFormed = name.toWellFormed();
  const ascii = wellFormed.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  if (ascii === name) return `${kind}; filename="${name}"`;
  const encoded = encodeURIComponent(wellFormed).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

/**
 * A file for one person to keep: no browser or cache keeps a copy of its own, nothing changes it on the way, and it is never opened as a
 * page of this site.
 */
export function fileResponse(
  request: Request,
  file: { bytes: Uint8Array; mediaType: string; name: string },
): Response {
  return bytesResponse(request, new Uint8Array(file.bytes), {
    'Content-Type': file.mediaType,
    'Content-Disposition': dispositionOf('attachment', file.name),
    'Cache-Control': 'private, no-store, no-transform',
  });
}

/**
 * A file that somebody else has sent, for those who may see it: a picture is shown, anything else is saved. It is never opened as a page
 * of this site, nor read by another one's.
 */
export function sentFileResponse(
  request: Request,
  { bytes, mediaType, name }: { bytes: Uint8Array; mediaType: string; name: string },
): Response {
  const disposition = mediaType.startsWith('image/') ? 'inline' : 'attachment';
  return bytesResponse(request, new Uint8Array(bytes), {
    'Content-Type': mediaType,
    'Content-Disposition': dispositionOf(disposition, name),
    'Cache-Control': 'private, no-store, no-transform',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
  });
}

/** An email as it came, for the team to save: whatever it holds, no browser opens it. */
export const emailResponse = (request: Request, bytes: Uint8Array, name: string): Response =>
  bytesResponse(request, new Uint8Array(bytes), {
    'Content-Type': 'application/octet-stream',
    'Content-Disposition': dispositionOf('attachment', name),
    'Cache-Control': 'private, no-store, no-transform',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
  });

/** A picture at whose address there is never another: browsers keep it for good. */
const lastingPicture = (bytes: Uint8Array, mediaType: string, whose: 'private' | 'public'): Response =>
  new Response(new Uint8Array(bytes), {
    headers: {
      'Content-Type': mediaType,
      'Content-Length': String(bytes.byteLength),
      'Cache-Control': `${whose}, max-age=31536000, immutable`,
      'Content-Security-Policy': sandbox,
      'Cross-Origin-Resource-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
    },
  });

/** A picture of somebody (WebP), for the signed-in. */
export const pictureResponse = (bytes: Uint8Array): Response =>
  lastingPicture(bytes, 'image/webp', 'private');

/** A picture that texts show, for everybody. */
export const publicPictureResponse = ({
  bytes,
  mediaType,
}: {
  bytes: Uint8Array;
  mediaType: string;
}): Response => lastingPicture(bytes, mediaType, 'public');

/** A picture that pages of the signed-in show. */
export function imageResponse(request: Request, bytes: Uint8Array, mediaType: string): Response {
  return bytesResponse(request, new Uint8Array(bytes), {
    'Content-Type': mediaType,
    'Cache-Control': 'private, max-age=3600',
  });
}

/** A PDF for one person to keep, as `fileResponse`; 503 where it cannot be made now. */
export async function pdfResponse(
  request: Request,
  { name, write }: { name: string; write: () => Promise<Buffer> },
): Promise<Response> {
  try {
    return fileResponse(request, { bytes: await write(), mediaType: 'application/pdf', name });
  } catch (error) {
    if (!(error instanceof DocumentsBusy)) throw error;
    return new Response('This file can’t be made right now. Please try again in a minute.', {
      status: 503,
      headers: {
        'Content-Type': 'text/plain; charset=utf-8',
        'Cache-Control': 'no-store',
        'Retry-After': '60',
      },
    });
  }
}
