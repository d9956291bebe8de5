import { questionFormats } from '#app/domain/publishing/exchange/question-files.ts';
import { exportQuestions } from '#app/domain/publishing/exchange/question-import.server.ts';
import { actorOf, allow } from '#app/routes/admin/access.server.ts';
import { noCourse } from '#app/routes/admin/content/no-course.ts';
import { contentPath } from '#app/routes/admin/content/piece-address.ts';
import { throwAsResponse } from '#app/routes/http/domain-errors.server.ts';
import { fileResponse } from '#app/routes/http/file-response.server.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import type { Route } from './+types/questions-file';

export const middleware: Route.MiddlewareFunction[] = [allow('content:edit')];

const kinds = {
  gift: { ending: 'gift.txt', mediaType: 'text/plain; charset=utf-8' },
  'moodle-xml': { ending: 'xml', mediaType: 'application/xml; charset=utf-8' },
} as const;

/** The questions of a quiz, as they were last saved, as a file for other systems. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const format = questionFormats.find((each) => each === params.format);
  if (!format) throw notFound('There is no such format', { to: contentPath, label: 'Content' });
  const text = await exportQuestions(actorOf(context), params.courseSlug, format).catch(throwAsResponse);
  if (text === null) throw noCourse();
  const { ending, mediaType } = kinds[format];
  const name = `${params.courseSlug}-questions.${ending}`;
  return fileResponse(request, { bytes: Buffer.from(text), mediaType, name });
}
