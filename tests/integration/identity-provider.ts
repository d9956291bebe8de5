import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import { afterAll, beforeAll } from 'vitest';
import { config } from '#app/platform/config.server.ts';

/** Somebody's account at the provider. */
export interface ProviderAccount {
  sub: string;
  email?: string;
  email_verified?: boolean;
  given_name?: string;
}

/** How the provider behaves: as it should, or not. */
interface Behavior {
  /** Who is signed in at the provider in the test's browser. */
  account: ProviderAccount;
  mode: 'works' | 'hangs' | 'fails';
}

export const provider: Behavior = {
  account: { sub: 'nobody' },
  mode: 'works',
};

let server: Server;
export let issuer = '';

const accounts = new Map<string, ProviderAccount>();

function makeProvider(): Provider {
  return new Provider(issuer, {
    clients: [
      {
        client_id: 'academy',
        client_secret: 'a-secret-of-the-provider',
        redirect_uris: ['/auth/v1/callback', '/continue/callback'].map((path) => config().appUrl + path),
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name'] },
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ['only-for-tests'] },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    async loadExistingGrant({ oidc }) {
      const { Grant } = oidc.provider;
      const grant = new Grant({ clientId: oidc.client?.clientId, accountId: oidc.session?.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    async findAccount(_context, sub) {
      return { accountId: sub, claims: async () => ({ ...accounts.get(sub), sub }) };
    },
  });
}

async function answer(own: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (provider.mode === 'hangs') return;
  if (provider.mode === 'fails') {
    response.writeHead(500, { 'Content-Type': 'text/html' }).end('<h1>Broken</h1>');
    return;
  }
  if (request.url?.startsWith('/interaction/')) {
    accounts.set(provider.account.sub, provider.account);
    await own.interactionFinished(request, response, { login: { accountId: provider.account.sub } });
    return;
  }
  await own.callback()(request, response);
}

/** Serves a provider of OpenID Connect on this machine, and names it in the settings as "acme". */
export function withIdentityProvider(): void {
  beforeAll(async () => {
    let own: Provider;
    server = createServer((request, response) => void answer(own, request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    own = makeProvider();
    nameProvider();
  });
  afterAll(() => {
    config().identityProviders = [];
    server.close();
    server.closeAllConnections();
  });
}

/** Names the provider in the settings anew, so that nothing it has said before is remembered. */
export function nameProvider(change: Partial<typeof settings> = {}): void {
  config().identityProviders = [{ ...settings, issuer, ...change }];
}

const settings = {
  id: 'acme',
  name: 'Acme',
  issuer: '',
  clientId: 'academy',
  clientSecret: 'a-secret-of-the-provider',
};

/** Signs in at the provider as a browser would, with cookies of its own: where the provider sends the browser back to. */
export async function signInAtProvider(address: string, account: ProviderAccount): Promise<URL> {
  provider.account = account;
  const cookies = new Map<string, string>();
  let next = new URL(address);
  for (let steps = 0; steps < 10; steps += 1) {
    const reply = await fetch(next, {
      redirect: 'manual',
      headers: { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    for (const line of reply.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const equals = pair.indexOf('=');
      cookies.set(pair.slice(0, equals), pair.slice(equals + 1));
    }
    const to = reply.headers.get('location');
    if (!to) throw new Error(`the provider answered ${reply.status}: ${await reply.text()}`);
    next = new URL(to, next);
    if (next.origin !== issuer) return next;
  }
  throw new Error('the provider went round in circles');
}
