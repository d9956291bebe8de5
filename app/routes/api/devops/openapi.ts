import { openApiDocument } from '#app/domain/operating/devops/openapi.ts';
import { config } from '#app/platform/config.server.ts';

/** The description of the sync API, for whoever writes a program: it names nobody and needs no key. */
export function loader() {
  const { brandName, appUrl } = config();
  return Response.json(openApiDocument({ siteName: brandName, origin: appUrl }), {
    headers: { 'Cache-Control': 'public, max-age=300', 'Access-Control-Allow-Origin': '*' },
  });
}
