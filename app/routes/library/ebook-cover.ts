import { coverSvg } from '#app/domain/learning/ebook/cover.server.ts';
import { imageResponse } from '#app/routes/http/file-response.server.ts';
import type { Route } from './+types/ebook-cover';

/** The picture of the ebook's cover. */
export function loader({ request }: Route.LoaderArgs) {
  return imageResponse(request, Buffer.from(coverSvg()), 'image/svg+xml');
}
