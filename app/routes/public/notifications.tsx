import { notificationsCopy } from '#app/domain/site-copy/pages.server.ts';
import { publicHead } from '#app/routes/frame/page-head.ts';
import { indexed } from '#app/routes/http/page-handle.ts';
import { sharedPage } from '#app/routes/http/shared-page.ts';
import { AnnouncementPage } from '#app/routes/public/announcement-page.tsx';
import type { Route } from './+types/notifications';

export const handle = indexed;
export const headers = sharedPage;

export function loader() {
  return { copy: notificationsCopy() };
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  publicHead(matches, { path: '/notifications', title: 'Notifications', description: loaderData?.copy.lead });

export default function Notifications({ loaderData }: Route.ComponentProps) {
  return <AnnouncementPage copy={loaderData.copy} />;
}
