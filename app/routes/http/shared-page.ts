/**
 * A route's `headers` for a page that is the same for every visitor: the server keeps it and answers revalidations
 * with 304. For a signed-in user, and for failures, the server turns this into no-store.
 */
export function sharedPage(): HeadersInit {
  return { 'Cache-Control': 'public, no-cache' };
}
