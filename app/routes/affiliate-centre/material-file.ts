import { findReferralLink } from '#app/domain/programme/affiliates/referral-link.server.ts';
import { findMaterialFile } from '#app/domain/programme/materials/catalogue.server.ts';
import { bytesOf, mediaTypes } from '#app/domain/programme/materials/file.server.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { fileResponse } from '#app/routes/http/file-response.server.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import type { Route } from './+types/material-file';

/** A file of the marketing materials, the reader's referral link put into its texts. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const file = findMaterialFile(params.materialId, params.file);
  if (!file) throw notFound('There is no such file');
  const link = await findReferralLink(context.get(memberContext).id);
  return fileResponse(request, {
    bytes: await bytesOf(file, link),
    mediaType: mediaTypes[file.format],
    name: file.name,
  });
}
