import { href, redirect } from 'react-router';
import { z } from 'zod';
import { markModuleComplete } from '#app/domain/learning/courses/completion.server.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { throwAsResponse } from '#app/routes/http/domain-errors.server.ts';
import { keepTyped } from '#app/routes/http/form-client-action.ts';
import { readForm } from '#app/routes/http/request-body.server.ts';
import { isSentByScript } from '#app/routes/http/sent-by-script.server.ts';
import { moduleNotFound } from '#app/routes/member/course/course-not-found.ts';
import type { Route } from './+types/complete';

const schema = z.object({ moduleId: z.coerce.number().int().min(1).max(9_999) });

/** There is no page here: whoever follows the address lands on the course. */
export function loader({ params }: Route.LoaderArgs) {
  return redirect(href('/courses/:courseSlug', { courseSlug: params.courseSlug }), 303);
}

/** A plain form is led back to the place it was sent from. A script stays there: a redirect would take its reader to the top. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const form = schema.safeParse(Object.fromEntries(await readForm(request)));
  if (!form.success) throw moduleNotFound(params.courseSlug);
  const { moduleId } = form.data;
  const { courseSlug } = params;
  const progress = await markModuleComplete(context.get(memberContext), courseSlug, moduleId).catch(
    throwAsResponse,
  );
  return isSentByScript(request)
    ? progress
    : redirect(
        `${href('/courses/:courseSlug/:moduleSegment', { courseSlug, moduleSegment: `module-${moduleId}` })}#progress`,
        303,
      );
}

export const clientAction = keepTyped;

/** Nothing is ever shown here, but with a page of its own a failed post is answered with the site's error page. */
export default function NoPage() {
  return null;
}
