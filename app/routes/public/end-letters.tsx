import { unsubscribeByLetter } from '#app/domain/operating/letters/email-choices.server.ts';
import { endedByClick, OneClickEnd, oneClickHead } from '#app/routes/frame/one-click-end.tsx';
import type { Route } from './+types/end-letters';

/** Ends a kind of letters. */
export async function action({ params }: Route.ActionArgs) {
  return endedByClick(await unsubscribeByLetter(params.token));
}

export const meta: Route.MetaFunction = ({ matches }) => oneClickHead(matches);

const words = {
  ask: {
    title: 'Unsubscribe from these emails?',
    text: "We won't send you this kind of email again. Emails about your payments, tickets and account security still come.",
  },
  done: {
    title: 'You are unsubscribed',
    text: "We won't send you this kind of email again.",
  },
  unknown: {
    title: 'This link does not work',
    text: 'Sign in, and choose under Notifications which emails you get.',
  },
};

export default function EndLetters({ actionData }: Route.ComponentProps) {
  return (
    <OneClickEnd
      outcome={actionData?.outcome}
      words={words}
      button="Unsubscribe"
      onward={{ to: '/notifications/emails', label: 'Choose your emails' }}
    />
  );
}
