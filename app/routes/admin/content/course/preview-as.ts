import { data } from 'react-router';
import { z } from 'zod';
import { sampleViewer, sampleViewerKinds } from '#app/domain/core/access/sample-viewers.ts';
import { openOutline, withWaiting } from '#app/domain/publishing/course-outline.server.ts';
import { checkCourse } from '#app/domain/publishing/publish-course.server.ts';
import { currentOverrides, withOverrides } from '#app/platform/content/files.server.ts';
import { allow } from '#app/routes/admin/access.server.ts';
import { sampleViewerNames } from '#app/routes/admin/content/course/sample-viewer-names.ts';
import { noCourse } from '#app/routes/admin/content/no-course.ts';
import { courseAddress } from '#app/routes/admin/content/piece-address.ts';
import { requestInfoContext } from '#app/routes/http/context.server.ts';
import { renderPreviewAs } from '#app/routes/http/page-preview.server.ts';
import type { Route } from './+types/preview-as';

export const middleware: Route.MiddlewareFunction[] = [allow('content:edit')];

const schema = z.object({
  as: z.enum(sampleViewerKinds).catch('visitor'),
  page: z
    .string()
    .regex(/^(quiz|module-[1-9]\d?)$/)
    .nullable()
    .catch(null),
  version: z.enum(['drafts', 'published']).catch('drafts'),
});

/** A page of a course as somebody of a kind would get it who has begun nothing yet, with its drafts or as it is published (P317). Nothing is recorded. */
export async function loader({ request, url, params, context }: Route.LoaderArgs) {
  const outline = await openOutline(params.courseSlug);
  if (!outline) throw noCourse();
  const { as, page, version } = schema.parse(
    Object.fromEntries(['as', 'page', 'version'].map((name) => [name, url.searchParams.get(name)])),
  );
  const back = { to: courseAddress(outline.slug), label: 'Back to the outline' };
  const hasDrafts = version === 'drafts' && outline.waiting.length > 0;
  if (hasDrafts && Object.keys(await checkCourse(outline.slug)).length > 0)
    throw data(
      {
        message:
          'The drafts cannot be shown yet. Check the course for problems on its outline, or preview it as published.',
        wayOn: back,
      },
      { status: 422 },
    );
  return withOverrides(hasDrafts ? withWaiting(outline) : currentOverrides(), () =>
    renderPreviewAs({
      request,
      info: context.get(requestInfoContext),
      page: `/courses/${outline.slug}${page ? `/${page}` : ''}`,
      viewer: sampleViewer(as),
      words: `Preview as ${sampleViewerNames[as]}, ${hasDrafts ? 'with the drafts' : 'as published'}.`,
      back,
    }),
  );
}
