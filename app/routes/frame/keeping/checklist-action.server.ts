import type { Viewer } from '#app/domain/access/viewer.ts';
import { keepChecklist, tickBox, tickedText } from '#app/domain/checklists/checklists.server.ts';
import { boxesAreSent } from '#app/routes/frame/keeping/boxes-are-sent.ts';
import { throwAsResponse } from '#app/routes/http/domain-errors.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { readForm } from '#app/routes/http/request-body.server.ts';

/**
 * Keeps the checklist of a text: one box, as the page's script tells it and is answered with the count, or the whole form, after which
 * one is back at `path`.
 */
export async function checklistAction(request: Request, viewer: Viewer, piece: string, path: string) {
  const form = await readForm(request);
  const box = form.get('box');
  if (box !== null) {
    const ticked = await tickBox(viewer, piece, String(box), form.get('ticked') === '1').catch(
      throwAsResponse,
    );
    return new Response(tickedText(ticked), { headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
  }
  // A browser that knows nothing of boxes outside their form, such as a text browser, would take every tick away.
  if (!form.has(boxesAreSent))
    return redirectWithFlash(
      `${path}#checklist`,
      'Your browser does not send the boxes of this text, so nothing was changed.',
      'error',
    );
  const ticked = await keepChecklist(viewer, piece, [...form.keys()]).catch(throwAsResponse);
  return redirectWithFlash(`${path}#checklist`, `Checklist kept: ${tickedText(ticked)}.`);
}
