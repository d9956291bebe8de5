import { jsonError } from '#app/routes/http/json-error.server.ts';

const notFound = () => jsonError(404, 'not_found', 'There is nothing at this address.');

// Unknown addresses of programs and assets (P10).
export const loader = notFound;
export const action = notFound;
