import { previewPicture } from '#app/domain/programme/materials/previews.server.ts';
import { imageResponse } from '#app/routes/http/file-response.server.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import type { Route } from './+types/material-preview';

/** The picture that shows a material before it is downloaded. */
export async function loader({ request, params }: Route.LoaderArgs) {
  const picture = await previewPicture(params.materialId);
  if (!picture) throw notFound('There is no such picture');
  return imageResponse(request, picture, 'image/png');
}
