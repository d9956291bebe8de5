import type { ReactNode } from 'react';
import { Part } from '#app/routes/admin/users/facts.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { CheckboxField } from '#app/ui/field.tsx';
import { PostedField } from '#app/ui/posted-field.tsx';

/** What can be done with an endpoint, each with what comes of it. */
export function EndpointSettings({
  path,
  isOn,
  canRotate,
  sureErrors,
}: {
  path: string;
  isOn: boolean;
  canRotate: boolean;
  sureErrors: readonly string[] | undefined;
}) {
  return (
    <Part id="what-to-do" title="What to do">
      <Card className="grid divide-y divide-line p-0!">
        {isOn ? (
          <Deed path={path} words="Sends a webhook.test event, whichever events the endpoint receives.">
            <SubmitButton intent="test" variant="secondary" pendingLabel="Sending...">
              Send a test event
            </SubmitButton>
          </Deed>
        ) : null}
        <Deed
          path={path}
          words={
            isOn
              ? 'While it is off, no events are queued for it. Events that are waiting fail, and can be sent again.'
              : 'It receives events again from then on. Events that failed for good can be sent again.'
          }
        >
          <SubmitButton intent={isOn ? 'off' : 'on'} variant="secondary" pendingLabel="Switching...">
            {isOn ? 'Switch off' : 'Switch on'}
          </SubmitButton>
        </Deed>
        {canRotate ? (
          <Deed
            path={path}
            words="Makes a new secret. For 24 hours events are signed with both, so that your program can change over."
          >
            <SubmitButton intent="rotate" variant="secondary" pendingLabel="Rotating...">
              Rotate the secret
            </SubmitButton>
          </Deed>
        ) : null}
        <Deed
          path={path}
          words="Deletes the endpoint, the events waiting for it, and the record of its deliveries."
          beside={<CheckboxField id="delete-sure" name="sure" label="Yes, delete it" errors={sureErrors} />}
        >
          <SubmitButton intent="delete" variant="danger" pendingLabel="Deleting...">
            Delete
          </SubmitButton>
        </Deed>
      </Card>
    </Part>
  );
}

function Deed({
  path,
  words,
  beside,
  children,
}: {
  path: string;
  words: string;
  beside?: ReactNode;
  children: ReactNode;
}) {
  return (
    <form
      method="post"
      action={path}
      className="flex flex-wrap items-center gap-x-6 gap-y-2 px-4 py-3 sm:px-5"
    >
      <PostedField />
      <p className="min-w-60 grow basis-0 text-sm text-muted">{words}</p>
      {beside}
      {children}
    </form>
  );
}
