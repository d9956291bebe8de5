import type { SecondFactors } from '#app/domain/people/safety/second-factor.server.ts';
import { SettingRow } from '#app/routes/member/security/setting-row.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Day } from '#app/ui/day.tsx';
import { Disclosure } from '#app/ui/disclosure.tsx';

/** Two-step sign-in: whether it is on, and what the second step is taken by. */
export function SecondStepCard({ factors }: { factors: SecondFactors }) {
  const { since } = factors;
  return (
    <Card className="grid gap-5">
      <div className="grid gap-2">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <h2 className="text-xl">Two-step sign-in</h2>
          <Badge tone={since ? 'good' : 'neutral'}>{since ? 'On' : 'Off'}</Badge>
        </div>
        <p className="text-sm text-muted">
          {since
            ? 'Signing in takes your password and a second step: a code from your phone, or a passkey.'
            : 'With a code from your phone as the second step, a stolen password is not enough to sign in. It takes two minutes to set up.'}
        </p>
      </div>
      {since ? (
        <Settings factors={factors} />
      ) : (
        <p className="flex flex-wrap gap-3">
          <ButtonLink to="/profile/security/authenticator">Set up two-step sign-in</ButtonLink>
          <ButtonLink variant="secondary" to="/profile/security/passkeys">
            Add a passkey
          </ButtonLink>
        </p>
      )}
    </Card>
  );
}

function Settings({ factors }: { factors: SecondFactors }) {
  const { authenticatorSince, passkeys, recoveryCodesLeft, trustedBrowsers } = factors;
  return (
    <div className="grid">
      <SettingRow
        title="Authenticator app"
        note={
          authenticatorSince ? (
            <>
              Set up on <Day at={authenticatorSince} />
            </>
          ) : (
            'None set up'
          )
        }
      >
        <ButtonLink variant="secondary" to="/profile/security/authenticator">
          {authenticatorSince ? 'Change app' : 'Set up'}
        </ButtonLink>
      </SettingRow>
      <SettingRow
        title="Passkeys"
        note={
          passkeys === 0
            ? 'None. Add one to sign in with your fingerprint, face or PIN.'
            : `${passkeys} ${passkeys === 1 ? 'signs' : 'sign'} you in without a password`
        }
      >
        <ButtonLink variant="secondary" to="/profile/security/passkeys">
          {passkeys === 0 ? 'Add a passkey' : 'Your passkeys'}
        </ButtonLink>
      </SettingRow>
      <SettingRow
        title="Recovery codes"
        note={
          recoveryCodesLeft > 2 ? (
            `${recoveryCodesLeft} left`
          ) : (
            <strong className="text-danger">{recoveryCodesLeft} left: make new ones</strong>
          )
        }
      >
        <form method="post">
          <SubmitButton variant="secondary" intent="renew_codes" pendingLabel="Making codes...">
            Make new codes
          </SubmitButton>
        </form>
      </SettingRow>
      <SettingRow
        title="Trusted browsers"
        note={
          trustedBrowsers === 0
            ? 'None. You need the second step in every browser.'
            : `${trustedBrowsers} not asked for the second step`
        }
      >
        {trustedBrowsers > 0 ? (
          <form method="post">
            <SubmitButton variant="secondary" intent="forget_browsers" pendingLabel="Forgetting...">
              Ask everywhere again
            </SubmitButton>
          </form>
        ) : null}
      </SettingRow>
      <div className="-mb-4 border-t border-line *:border-b-0">
        <Disclosure title="Turn off two-step sign-in">
          <form method="post" className="grid justify-items-start gap-4">
            <p className="text-sm text-muted">
              Your password alone will open your account again. Passkeys and recovery codes will open nothing
              any more.
            </p>
            <SubmitButton variant="danger" intent="turn_off" pendingLabel="Turning off...">
              Turn it off
            </SubmitButton>
          </form>
        </Disclosure>
      </div>
    </div>
  );
}
