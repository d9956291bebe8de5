import { data } from 'react-router';
import { endDigestsByToken } from '#app/domain/notifications/settings.server.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import type { Route } from './+types/end-digests';

/**
 * Ends the digests of notifications: the button of this page, and the one click of a mail program (RFC 8058), which posts without
 * cookies and follows no redirect. Opening the link ends nothing, so that a mail scanner that opens every link does no harm.
 */
export async function action({ params }: Route.ActionArgs) {
  const isKnown = await endDigestsByToken(params.token);
  return data(
    { outcome: isKnown ? ('done' as const) : ('unknown' as const) },
    { status: isKnown ? 200 : 404 },
  );
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
  const outcome = actionData?.outcome ?? 'ask';
  const { title, text } = words[outcome];
  return (
    <div className="page grid max-w-xl gap-5 py-12 sm:py-20">
      <h1>{title}</h1>
      <p role={outcome === 'ask' ? undefined : 'status'} className="text-lg text-muted">
        {text}
      </p>
      {outcome === 'ask' ? (
        <form method="post">
          <SubmitButton pendingLabel="Stopping...">Unsubscribe</SubmitButton>
        </form>
      ) : (
        <div>
          <ButtonLink variant="secondary" to="/notifications/settings">
            Choose what you are told
          </ButtonLink>
        </div>
      )}
    </div>
  );
}
