const notFound = () =>
  Response.json({ error: 'not_found', message: 'There is nothing at this address.' }, { status: 404 });

// Unknown addresses of programs and assets (P10).
export const loader = notFound;
export const action = notFound;
