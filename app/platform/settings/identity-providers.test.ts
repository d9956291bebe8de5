import { expect, it } from 'vitest';
import { identityProvidersOf, problemsOfIdentityProviders } from './identity-providers.server.ts';

const acme = {
  OIDC_PROVIDERS: 'acme',
  OIDC_ACME_ISSUER: 'https://id.acme.example',
  OIDC_ACME_CLIENT_ID: 'academy',
  OIDC_ACME_CLIENT_SECRET: 'secret',
};

it('reads providers in the order in which they are named, with names for buttons', () => {
  const env = {
    ...acme,
    OIDC_PROVIDERS: 'corp, acme',
    OIDC_CORP_ISSUER: 'http://localhost:8080/realms/corp',
    OIDC_CORP_CLIENT_ID: 'site',
    OIDC_CORP_CLIENT_SECRET: 'other',
    OIDC_CORP_NAME: 'Corp SSO',
  };
  expect(problemsOfIdentityProviders(env)).toEqual([]);
  expect(identityProvidersOf(env).map(({ id, name, clientId }) => [id, name, clientId])).toEqual([
    ['corp', 'Corp SSO', 'site'],
    ['acme', 'Acme', 'academy'],
  ]);
  expect([problemsOfIdentityProviders({}), identityProvidersOf({})]).toEqual([[], []]);
});

it.each([
  [{ OIDC_PROVIDERS: 'acme,acme' }, 'OIDC_PROVIDERS'],
  [{ OIDC_PROVIDERS: 'Acme' }, 'OIDC_PROVIDERS'],
  [{ OIDC_PROVIDERS: 'callback' }, 'OIDC_PROVIDERS'],
  [{ OIDC_PROVIDERS: 'email' }, 'OIDC_PROVIDERS'],
  [{ OIDC_ACME_CLIENT_SECRET: '' }, 'OIDC_ACME_CLIENT_SECRET'],
  [{ OIDC_ACME_ISSUER: 'http://id.acme.example' }, 'OIDC_ACME_ISSUER'],
  [{ OIDC_ACME_ISSUER: 'javascript:alert(1)' }, 'OIDC_ACME_ISSUER'],
])('names the setting that is wrong: %j', (change, name) => {
  expect(problemsOfIdentityProviders({ ...acme, ...change }).map(([setting]) => setting)).toEqual([name]);
});
