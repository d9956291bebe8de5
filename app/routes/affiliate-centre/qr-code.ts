import { qrCodePng, qrCodeSvg } from '#app/domain/programme/affiliates/qr-code.server.ts';
import { ownsShortLink, shortAddress } from '#app/domain/programme/affiliates/short-links.server.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { fileResponse, imageResponse } from '#app/routes/http/file-response.server.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import type { Route } from './+types/qr-code';

const mediaTypes = { svg: 'image/svg+xml', png: 'image/png' } as const;

/** The QR code of one of the affiliate's own short links, to look at or (`?download`) to keep. */
export async function loader({ request, url, params, context }: Route.LoaderArgs) {
  const [, code = '', format] = /^([a-z0-9]{6,12})\.(svg|png)$/.exec(params.file) ?? [];
  const isFormat = format === 'svg' || format === 'png';
  if (!isFormat || !(await ownsShortLink(context.get(memberContext).id, code)))
    throw notFound('There is no such QR code');
  const address = shortAddress(code);
  const bytes = format === 'svg' ? Buffer.from(qrCodeSvg(address)) : await qrCodePng(address);
  const mediaType = mediaTypes[format];
  return url.searchParams.has('download')
    ? fileResponse(request, { bytes, mediaType, name: `qr-${code}.${format}` })
    : imageResponse(request, bytes, mediaType);
}
