import { isLocalHost } from '#app/platform/settings/local-host.ts';

/** A provider of OpenID Connect that people can sign in with. */
export interface IdentityProvider {
  /** Its name in addresses and in the auth API, e.g. google. */
  id: string;
  /** Its name on buttons. */
  name: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
}

type Env = Readonly<Record<string, unknown>>;

const idsIn = (env: Env): string[] =>
  String(env.OIDC_PROVIDERS ?? '')
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '');

const settingOf = (id: string, name: string) => `OIDC_${id.toUpperCase()}_${name}`;

const required = ['ISSUER', 'CLIENT_ID', 'CLIENT_SECRET'] as const;

/** What is wrong with the settings of providers: names and why. */
export function problemsOfIdentityProviders(env: Env): [name: string, message: string][] {
  const ids = idsIn(env);
  if (new Set(ids).size < ids.length) return [['OIDC_PROVIDERS', 'names a provider twice']];
  return ids.flatMap((id): [string, string][] => {
    if (!/^[a-z][a-z0-9]{0,29}$/.test(id) || ['email', 'phone', 'callback'].includes(id))
      return [['OIDC_PROVIDERS', 'has names of small letters and digits, such as google,acme']];
    const missing = required
      .filter((name) => !env[settingOf(id, name)])
      .map((name): [string, string] => [settingOf(id, name), `is required where OIDC_PROVIDERS names ${id}`]);
    return [...missing, ...problemOfIssuer(settingOf(id, 'ISSUER'), env)];
  });
}

function problemOfIssuer(name: string, env: Env): [string, string][] {
  const issuer = env[name];
  if (!issuer) return [];
  const url = URL.canParse(String(issuer)) ? new URL(String(issuer)) : null;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocalHost(url.hostname));
  return isSafe ? [] : [[name, 'must start with https://']];
}

/** The providers in the environment, in the order in which they are named. */
export const identityProvidersOf = (env: Env): IdentityProvider[] =>
  idsIn(env).map((id) => {
    const read = (name: string) => String(env[settingOf(id, name)] ?? '');
    return {
      id,
      name: read('NAME') || id.charAt(0).toUpperCase() + id.slice(1),
      issuer: read('ISSUER'),
      clientId: read('CLIENT_ID'),
      clientSecret: read('CLIENT_SECRET'),
    };
  });
