import type { ReactNode } from 'react';
import { type AuthApiStatus, readAuthApiStatus } from '#app/domain/people/auth-api/status.server.ts';
import { config } from '#app/platform/config.server.ts';
import { allow } from '#app/routes/admin/access.server.ts';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { Facts, Part } from '#app/routes/admin/users/facts.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Moment } from '#app/ui/moment.tsx';
import type { Route } from './+types/auth-api';

export const middleware: Route.MiddlewareFunction[] = [allow('settings:read')];

export const loader = async () => ({
  ...(await readAuthApiStatus()),
  address: `${config().appUrl}/auth/v1`,
});

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Auth API status')];

const states: Record<AuthApiStatus['keys'][number]['state'], readonly [string, 'good' | 'warn' | 'neutral']> =
  {
    signs: ['Signs tokens', 'good'],
    waits: ['Signs soon', 'warn'],
    verifies: ['Verifies older tokens', 'neutral'],
  };

const age = (days: number): string => {
  if (days === 0) return 'Less than a day';
  return days === 1 ? '1 day' : `${days} days`;
};

function Addresses({ addresses, none }: { addresses: readonly string[]; none: string }): ReactNode {
  if (addresses.length === 0) return none;
  return (
    <ul className="grid gap-1">
      {addresses.map((address) => (
        <li key={address} className="wrap-anywhere">
          <bdi>{address}</bdi>
        </li>
      ))}
    </ul>
  );
}

export default function AuthApiStatusPage({ loaderData }: Route.ComponentProps) {
  const { keys, nextRotationAt, sessions, accounts, origins, redirects, providers, address } = loaderData;
  const figure = (count: number) => count.toLocaleString('en-US');
  return (
    <div className="grid gap-6">
      <Breadcrumb crumbs={[{ to: '/admin/settings', label: 'Settings' }]} current="Auth API status" />
      <PageHeading
        title="Auth API status"
        actions={
          <ButtonLink variant="secondary" to="/admin/settings/authApi">
            Change settings
          </ButtonLink>
        }
      >
        Who uses the API at {address}, and the keys that sign its tokens.
      </PageHeading>
      <Part id="use" title="In use">
        <Facts
          facts={[
            ['App sessions', figure(sessions)],
            ['Accounts with an app session', figure(accounts)],
            ['Sign-up without email', loaderData.confirmsByItself ? 'On: this is a test site' : 'Off'],
            ['Sign-in without an address', loaderData.hasAnonymousUsers ? 'On: this is a test site' : 'Off'],
          ]}
        />
      </Part>
      <Part id="keys" title="Signing keys">
        <p className="text-sm text-muted">
          {nextRotationAt ? (
            <>
              The next key is made after <Moment at={nextRotationAt} />. If a key was exposed, replace it at
              once with <code>npm run operate -- rotate-signing-keys --compromised</code>.
            </>
          ) : (
            'The first request to the API makes a key.'
          )}
        </p>
        {keys.length === 0 ? (
          <EmptyState title="No keys yet" />
        ) : (
          <DataTable
            caption="Signing keys"
            rows={keys}
            keyOf={({ id }) => id}
            columns={[
              { label: 'Key ID', cell: ({ id }) => <code className="text-xs wrap-anywhere">{id}</code> },
              {
                label: 'State',
                cell: ({ state }) => (
                  <span>
                    <Badge tone={states[state][1]}>{states[state][0]}</Badge>
                  </span>
                ),
              },
              { label: 'Age', cell: ({ ageDays }) => age(ageDays) },
              { label: 'Made', cell: ({ createdAt }) => <Moment at={createdAt} /> },
              { label: 'Signs from', cell: ({ signsFrom }) => <Moment at={signsFrom} /> },
            ]}
          />
        )}
      </Part>
      <Part id="sites" title="Apps">
        <Facts
          facts={[
            [
              'Sites that may use it in browsers',
              <Addresses key="origins" addresses={origins} none="None. Apps outside of browsers may." />,
            ],
            [
              'Addresses that links may lead to',
              <Addresses key="redirects" addresses={redirects} none="This site’s own only" />,
            ],
          ]}
        />
      </Part>
      <Part id="providers" title="Identity providers">
        {providers.length === 0 ? (
          <EmptyState title="No provider is set up">
            <p>Add providers to OIDC_PROVIDERS in the site’s configuration.</p>
          </EmptyState>
        ) : (
          <DataTable
            caption="Identity providers"
            rows={providers}
            keyOf={({ id }) => id}
            columns={[
              { label: 'Name', cell: ({ name }) => <bdi>{name}</bdi> },
              { label: 'Issuer', className: 'wrap-anywhere', cell: ({ issuer }) => issuer },
              { label: 'Provider in apps', cell: ({ id }) => <code>{id}</code> },
            ]}
          />
        )}
      </Part>
    </div>
  );
}
