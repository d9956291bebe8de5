/** A file for one person to keep: never cached on the way, never opened as a page of this site. */
export function fileResponse(bytes: Uint8Array<ArrayBuffer>, mediaType: string, fileName: string): Response {
  return new Response(bytes, {
    headers: {
      'Content-Type': mediaType,
      'Content-Length': String(bytes.byteLength),
      'Content-Disposition': `attachment; filename="${fileName}"`,
      'Cache-Control': 'private, no-store',
      'Content-Security-Policy': "default-src 'none'; sandbox",
    },
  });
}

/** A picture that pages of the signed-in show. */
export function svgResponse(svg: string): Response {
  return new Response(svg, {
    headers: {
      'Content-Type': 'image/svg+xml',
      'Cache-Control': 'private, max-age=3600',
      'Content-Security-Policy': "default-src 'none'; sandbox",
    },
  });
}
