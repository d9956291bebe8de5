import { buildId } from '#app/platform/runtime/build-id.server.ts';

/** Which build the site serves (P99): pages that were loaded from an earlier one offer to be loaded anew (P82). */
export function loader() {
  return Response.json({ build: buildId() }, { headers: { 'Cache-Control': 'no-store' } });
}
