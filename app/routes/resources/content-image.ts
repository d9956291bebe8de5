import { findImage } from '#app/domain/publishing/images.server.ts';
import { ObjectStoreError } from '#app/platform/files/object-store.server.ts';
import { log } from '#app/platform/log.server.ts';
import { publicPictureResponse } from '#app/routes/http/file-response.server.ts';
import type { Route } from './+types/content-image';

const plain = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' };

/** A picture that pieces show, for everybody who knows its name. One query. */
export async function loader({ params: { image } }: Route.LoaderArgs) {
  try {
    const found = await findImage(image);
    return found ? publicPictureResponse(found) : new Response('Not found', { status: 404, headers: plain });
  } catch (error) {
    if (!(error instanceof ObjectStoreError)) throw error;
    log().error({ error: error.message }, 'a picture could not be fetched from the object store');
    return new Response('Not available at the moment', {
      status: 503,
      headers: { ...plain, 'Retry-After': '30' },
    });
  }
}
