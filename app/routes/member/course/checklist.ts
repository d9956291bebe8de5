import { href, redirect } from 'react-router';
import { checklistAction } from '#app/routes/frame/piece-marks/checklist-action.server.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import type { Route } from './+types/checklist';

const lessonPath = (params: Route.LoaderArgs['params']) =>
  href('/courses/:courseSlug/:moduleSegment', params);

/** There is nothing to see here: whoever follows the address lands on the lesson. */
export const loader = ({ params }: Route.LoaderArgs) => redirect(lessonPath(params), 303);

/** Keeps the checklist of a lesson. */
export const action = ({ request, params, context }: Route.ActionArgs) =>
  checklistAction(
    request,
    context.get(memberContext),
    `courses/${params.courseSlug}/${params.moduleSegment}`,
    lessonPath(params),
  );
