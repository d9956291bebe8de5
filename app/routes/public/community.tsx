import { communityCopy } from '#app/domain/site-copy/pages.server.ts';
import { publicHead } from '#app/routes/frame/page-head.ts';
import { indexed } from '#app/routes/http/page-handle.ts';
import { sharedPage } from '#app/routes/http/shared-page.ts';
import { AnnouncementPage } from '#app/routes/public/announcement-page.tsx';
import type { Route } from './+types/community';

export const handle = indexed;
export const headers = sharedPage;

export function loader() {
  return { copy: communityCopy() };
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  publicHead(matches, { path: '/community', title: 'Community', description: loaderData?.copy.lead });

export default function Community({ loaderData }: Route.ComponentProps) {
  return <AnnouncementPage copy={loaderData.copy} />;
}
