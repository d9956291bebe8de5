import { publicPages } from '#app/domain/site/site-copy/public-pages.server.ts';
import { config } from '#app/platform/config.server.ts';
import { renderPicture } from '#app/platform/social-image/render.server.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import { topicDrawings } from '#app/ui/topic-drawings.ts';
import type { Route } from './+types/og-image';

/** The picture of a public page for who shares it: /og/home.png, /og/playbooks/keyword-map.png. */
export async function loader({ params }: Route.LoaderArgs) {
  const name = /^(.+)\.png$/.exec(params['*'])?.[1];
  const path = name === 'home' ? '/' : `/${name}`;
  const page = publicPages().get(path);
  if (!page) throw notFound('There is no such picture');
  const { kind, title, topic = '' } = page;
  const drawing = topicDrawings[topic];
  const png = await renderPicture(path, { kind, title, drawing, brandName: config().brandName });
  return new Response(new Uint8Array(png), {
    headers: { 'Content-Type': 'image/png', 'Cache-Control': 'public, max-age=86400' },
  });
}
