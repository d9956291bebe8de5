import { verifyCertificate } from '#app/domain/learning/quizzes/certificates.server.ts';
import { publicPages } from '#app/domain/site/site-copy/public-pages.server.ts';
import { config } from '#app/platform/config.server.ts';
import { renderPicture } from '#app/platform/social-image/render.server.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import { drawingOfCourse } from '#app/ui/course-drawings.ts';
import { type Drawing, topicDrawings } from '#app/ui/topic-drawings.ts';
import type { Route } from './+types/og-image';

interface Shared {
  /** One of a bounded list: what is drawn for it is kept. */
  key: string;
  kind: string;
  title: string;
  drawing: Drawing | undefined;
}

/**
 * The picture of a public page for who shares it: /og/home.png, /og/playbooks/keyword-map.png. That of a certificate is of its course,
 * without the name: one picture serves all of a course's.
 */
export async function loader({ params }: Route.LoaderArgs) {
  const name = /^(.+)\.png$/.exec(params['*'])?.[1];
  const shared = await findShared(name === 'home' ? '/' : `/${name}`);
  if (!shared) throw notFound('There is no such picture');
  const { key, ...picture } = shared;
  const png = await renderPicture(key, { ...picture, brandName: config().brandName });
  return new Response(new Uint8Array(png), {
    headers: { 'Content-Type': 'image/png', 'Cache-Control': 'public, max-age=86400' },
  });
}

async function findShared(path: string): Promise<Shared | null> {
  const code = /^\/certificates\/([^/]+)$/.exec(path)?.[1];
  if (code) {
    const certificate = await verifyCertificate(code);
    if (!certificate) return null;
    const { course, courseTitle: title } = certificate;
    const drawing = drawingOfCourse(course);
    return { key: `/certificates/${course.slug}`, kind: 'Certificate of completion', title, drawing };
  }
  const page = publicPages().get(path);
  if (!page) return null;
  const { kind, title, topic = '' } = page;
  return { key: `${path} ${title}`, kind, title, drawing: topicDrawings[topic] };
}
