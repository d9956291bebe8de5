import type { PayoutProfile } from '#app/domain/programme/payouts/addresses.server.ts';
import { countryName } from '#app/domain/programme/payouts/countries.ts';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Day } from '#app/ui/day.tsx';
import { Notice } from '#app/ui/notice.tsx';

/** Where somebody is paid, and what of it is to come. */
export function AddressCard({ profile }: { profile: PayoutProfile }) {
  const { email, country, coming, unconfirmed } = profile;
  return (
    <section aria-labelledby="address" className="grid gap-4">
      <h2 id="address">Where you are paid</h2>
      <Card className="grid gap-4">
        <div className="flex flex-wrap items-center justify-between gap-4">
          <p className="grid">
            <span className="font-semibold">{email ?? 'No PayPal address yet'}</span>
            <span className="text-sm text-muted">{countryName(country) ?? 'No country given'}</span>
          </p>
          <ButtonLink variant="secondary" to="/affiliate-centre/payouts/address">
            {email ? 'Change' : 'Enter your PayPal address'}
          </ButtonLink>
        </div>
        {coming ? (
          <Pending id={coming.id}>
            From <Day at={coming.usableFrom} /> on, payouts go to <strong>{coming.email}</strong>. If you did
            not ask for that, give it up and choose a new password.
          </Pending>
        ) : null}
        {unconfirmed ? (
          <Pending id={unconfirmed.id}>
            We have mailed a link to <strong>{unconfirmed.email}</strong>. Press it to confirm the address.
          </Pending>
        ) : null}
      </Card>
    </section>
  );
}

function Pending({ id, children }: { id: string; children: React.ReactNode }) {
  return (
    <Notice className="flex flex-wrap items-center justify-between gap-3">
      <p className="min-w-0 grow basis-60 wrap-anywhere">{children}</p>
      <form method="post" action="/affiliate-centre/payouts">
        <input type="hidden" name="address" value={id} />
        <SubmitButton intent="give-up" variant="quiet" pendingLabel="Giving up...">
          Give up
        </SubmitButton>
      </form>
    </Notice>
  );
}
