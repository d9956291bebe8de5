import { unsubscribeByToken } from '#app/domain/learning/email-course/subscriptions.server.ts';
import { emailCourseCopy } from '#app/domain/site/site-copy/pages.server.ts';
import { endedByClick, OneClickEnd, oneClickHead } from '#app/routes/frame/one-click-end.tsx';
import type { Route } from './+types/unsubscribe';

export function loader() {
  const { oneClick, unsubscribe } = emailCourseCopy();
  return { texts: oneClick, button: unsubscribe };
}

/** Stops the letters. */
export async function action({ params }: Route.ActionArgs) {
  return endedByClick(await unsubscribeByToken(params.token));
}

export const meta: Route.MetaFunction = ({ matches }) => oneClickHead(matches);

export default function Unsubscribe({ loaderData: { texts, button }, actionData }: Route.ComponentProps) {
  return (
    <OneClickEnd
      outcome={actionData?.outcome}
      words={texts}
      button={button}
      onward={{ to: '/email-course', label: 'Open the email course' }}
    />
  );
}
