/**
 * A redirect as the page's own script, which sends its forms (app/ui/script/submitting.ts), is told it: by a header, since a script that
 * follows a redirect sees only what is at its end, and would use up the message that waits there.
 */
export function tellScript(request: Request, answer: Response): Response {
  const to = answer.headers.get('Location');
  if (to === null || request.headers.get('X-Form') !== 'script') return answer;
  const headers = new Headers(answer.headers);
  headers.delete('Location');
  headers.set('X-Location', to);
  return new Response(null, { status: 204, headers });
}
