import type { Viewer } from '#app/domain/core/access/viewer.ts';
import {
  formatTickCount,
  keepChecklist,
  tickBox,
} from '#app/domain/learning/checklists/checklists.server.ts';
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
    return new Response(formatTickCount(ticked), {
      headers: { 'Content-Type': 'text/plain; charset=utf-8' },
    });
  }
  const ticked = await keepChecklist(viewer, piece, [...form.keys()]).catch(throwAsResponse);
  return redirectWithFlash(`${path}#ticked`, `Checklist kept: ${formatTickCount(ticked)}.`);
}
