import { coverSvg } from '#app/domain/library/ebook/cover.server.ts';
import { svgResponse } from '#app/routes/file-response.server.ts';

/** The picture of the ebook's cover. */
export function loader() {
  return svgResponse(coverSvg());
}
