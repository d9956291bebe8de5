import { previewPicture } from '#app/domain/materials/previews.server.ts';
import { imageResponse } from '#app/routes/http/file-response.server.ts';
import type { Route } from './+types/material-preview';

/** The picture that shows a material before it is downloaded. */
export async function loader({ request, params }: Route.LoaderArgs) {
  const picture = await previewPicture(params.materialId);
  return picture
    ? imageResponse(request, picture, 'image/png')
    : new Response('There is no such picture.', { status: 404 });
}
