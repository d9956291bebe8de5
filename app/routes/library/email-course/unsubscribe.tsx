import { data } from 'react-router';
import { unsubscribeByToken } from '#app/domain/email-course/subscriptions.server.ts';
import { emailCourseCopy } from '#app/domain/site-copy/pages.server.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import type { Route } from './+types/unsubscribe';

export function loader() {
  const { oneClick, unsubscribe } = emailCourseCopy();
  return { texts: oneClick, button: unsubscribe };
}

/**
 * Stops the letters: the button of this page, and the one click of a mail program (RFC 8058), which posts without cookies
 * and follows no redirect. Opening the link stops nothing, so that a mail scanner that opens every link does no harm.
 */
export async function action({ params }: Route.ActionArgs) {
  const isKnown = await unsubscribeByToken(params.token);
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

export default function Unsubscribe({ loaderData, actionData }: Route.ComponentProps) {
  const outcome = actionData?.outcome ?? 'ask';
  const { title, text } = loaderData.texts[outcome];
  return (
    <div className="page grid max-w-xl gap-5 py-12 sm:py-20">
      <h1>{title}</h1>
      <p role={outcome === 'ask' ? undefined : 'status'} className="text-lg text-muted">
        {text}
      </p>
      {outcome === 'ask' ? (
        <form method="post">
          <SubmitButton pendingLabel="Stopping...">{loaderData.button}</SubmitButton>
        </form>
      ) : (
        <div>
          <ButtonLink variant="secondary" to="/email-course">
            Open the email course
          </ButtonLink>
        </div>
      )}
    </div>
  );
}
