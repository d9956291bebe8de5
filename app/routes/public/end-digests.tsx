import { endDigestsByToken } from '#app/domain/core/notifications/settings.server.ts';
import { endedByClick, OneClickEnd, oneClickHead } from '#app/routes/frame/one-click-end.tsx';
import type { Route } from './+types/end-digests';

/** Ends the digests of notifications. */
export async function action({ params }: Route.ActionArgs) {
  return endedByClick(await endDigestsByToken(params.token));
}

export const meta: Route.MetaFunction = ({ matches }) => oneClickHead(matches);

const words = {
  ask: {
    title: 'Stop notification emails?',
    text: 'You still see them on the site. Emails about your tickets, payments and account security still come.',
  },
  done: {
    title: "You won't get these emails any longer",
    text: 'Notification settings still stands under Notifications on the site.',
  },
  unknown: {
    title: 'This link does not work',
    text: 'Sign in, and choose under Notifications what we email you about.',
  },
};

export default function EndDigests({ actionData }: Route.ComponentProps) {
  return (
    <OneClickEnd
      outcome={actionData?.outcome}
      words={words}
      button="Unsubscribe"
      onward={{ to: '/notifications/settings', label: 'Notification settings' }}
    />
  );
}
