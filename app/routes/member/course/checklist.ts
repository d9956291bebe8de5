import { href, redirect } from 'react-router';
import { keepChecklist, tickBox, tickedText } from '#app/domain/checklists/checklists.server.ts';
import { parseModuleSegment } from '#app/domain/courses/catalogue.server.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { throwAsResponse } from '#app/routes/http/domain-errors.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { readForm } from '#app/routes/http/request-body.server.ts';
import type { Route } from './+types/checklist';

/** There is nothing to see here: whoever follows the address lands on the lesson. */
export const loader = ({ params }: Route.LoaderArgs) =>
  redirect(href('/courses/:courseSlug/:moduleSegment', params), 303);

/** Keeps the checklist of a lesson: one box, as the page's script tells it and is answered with the count, or the whole form. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const viewer = context.get(memberContext);
  const moduleId = parseModuleSegment(params.moduleSegment) ?? 0;
  const box = form.get('box');
  if (box !== null) {
    const ticked = await tickBox(
      viewer,
      params.courseSlug,
      moduleId,
      String(box),
      form.get('ticked') === '1',
    ).catch(throwAsResponse);
    return new Response(tickedText(ticked), { headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
  }
  const ticked = await keepChecklist(viewer, params.courseSlug, moduleId, [...form.keys()]).catch(
    throwAsResponse,
  );
  return redirectWithFlash(
    `${href('/courses/:courseSlug/:moduleSegment', params)}#checklist`,
    `Checklist kept: ${tickedText(ticked)}.`,
  );
}
