/** Whether the router's script sent this request, and no plain form or link: it asks for a page's data instead of the page. */
export function isSentByScript(request: Request): boolean {
  return new URL(request.url).pathname.endsWith('.data');
}
