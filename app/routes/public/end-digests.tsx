import { endDigestsByToken } from '#app/domain/core/notifications/settings.server.ts';
import { endedByClick, OneClickEnd } from '#app/routes/frame/one-click-end.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import type { Route } from './+types/end-digests';

/** Ends the digests of notifications. */
export async function action({ params }: Route.ActionArgs) {
  return endedByClick(await endDigestsByToken(params.token));
}

export const meta: Route.MetaFunction = ({ matches }) => [
  pageTitle(matches, 'Unsubscribe'),
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'same-origin' },
];

const words = {
  ask: {
    title: 'No more mails about notifications?',
    text: 'What you are told stays on the site. Mails about your tickets, payments and the safety of your account still come.',
  },
  done: {
    title: 'You get no more of these mails',
    text: 'What you are told still stands under Notifications on the site.',
  },
  unknown: {
    title: 'This link does not work',
    text: 'Sign in, and choose under Notifications what you are told by mail.',
  },
};

export default function EndDigests({ actionData }: Route.ComponentProps) {
  return (
    <OneClickEnd
      outcome={actionData?.outcome}
      words={words}
      button="Unsubscribe"
      onward={{ to: '/notifications/settings', label: 'Choose what you are told' }}
    />
  );
}
