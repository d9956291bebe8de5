import { notificationsCopy } from '#app/domain/library/page-copy.server.ts';
import { AnnouncementPage } from '#app/routes/public/announcement-page.tsx';
import { sharedPage } from '#app/routes/shared-page.ts';
import type { Route } from './+types/notifications';

export const headers = sharedPage;

export function loader() {
  return { copy: notificationsCopy() };
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: 'Notifications' },
  { name: 'description', content: loaderData?.copy.lead },
];

export default function Notifications({ loaderData }: Route.ComponentProps) {
  return <AnnouncementPage copy={loaderData.copy} />;
}
