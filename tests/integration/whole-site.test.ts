import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { config } from '#app/platform/config.server.ts';
import { freePort } from '#app/platform/runtime/free-port.ts';
import { startWorker } from '#app/program/worker.server.ts';
import { routePaths } from '#tests/fuzz/route-paths.ts';
import { newAddress } from '#tests/integration/joining.ts';
import { addressOf } from '#tests/integration/route-samples.ts';
import { ask, buildSite, type Start, startSite } from '#tests/integration/running-site.ts';
import { sellMembership } from '#tests/integration/sellers.ts';
import { formsOfAccounts } from '#tests/integration/whole-site/accounts.ts';
import { contentForms } from '#tests/integration/whole-site/admins/content.ts';
import { letterForms } from '#tests/integration/whole-site/admins/letters.ts';
import { moneyForms } from '#tests/integration/whole-site/admins/money.ts';
import { operationForms } from '#tests/integration/whole-site/admins/operations.ts';
import { talkForms } from '#tests/integration/whole-site/admins/talk.ts';
import { userForms } from '#tests/integration/whole-site/admins/users.ts';
import { authorised, doorOf, outcomeOf } from '#tests/integration/whole-site/authorisation.ts';
import { formsOfBilling } from '#tests/integration/whole-site/billing.ts';
import { crawl } from '#tests/integration/whole-site/crawl.ts';
import { formsOfMembers } from '#tests/integration/whole-site/members.ts';
import { giveSomethingToSee, newPerson, type Person, people } from '#tests/integration/whole-site/people.ts';
import { isWhole, someOf } from '#tests/integration/whole-site/scale.ts';
import { formsOfSellers } from '#tests/integration/whole-site/sellers.ts';
import {
  cookieOfUser,
  expectOnce,
  type FormTable,
  routesWithActions,
  sentForms,
  shownForms,
  sitePort,
  useSite,
} from '#tests/integration/whole-site/twice.ts';
import { formsOfVisitors } from '#tests/integration/whole-site/visitors.ts';
import { expectListed } from '#tests/support/expect-listed.ts';

let site: Start;

beforeAll(async () => {
  await buildSite();
  const port = await freePort();
  useSite(port);
  site = startSite({
    DEMO: 'true',
    PORT: `${port}`,
    // The cookies that the tests make are the site's.
    SESSION_SECRET: config().sessionSecret,
    DATABASE_URL: config().databaseUrl,
    TRUST_PROXY: 'true',
    LOG_LEVEL: 'error',
    MEMBERSHIP_GATE: 'always',
    REPORT_QUERY_COUNT: 'true',
    // What is left to jobs is counted as jobs.
    RUN_WORKER: 'false',
  });
  await site.ready;
  await startWorker(false);
});

afterAll(() => site?.stop());

const tables: FormTable[] = [
  formsOfVisitors,
  formsOfMembers,
  formsOfAccounts,
  formsOfBilling,
  formsOfSellers,
  userForms,
  moneyForms,
  letterForms,
  talkForms,
  operationForms,
  contentForms,
];
/** What only programs and scripts call: no page has a form of it, and its repeats are looked at where it is tested. */
const called = [
  '/webhooks/stripe',
  '/webhooks/paypal',
  '/webhooks/postmark',
  '/webhooks/resend',
  '/webhooks/mailgun',
  '/webhooks/ses',
  '/webhooks/mail',
  '/api/devops/keys',
  '/api/devops/generate-key',
  '/devops/generate-api-key',
  '/api/devops/webhook-endpoints',
  '/api/devops/webhook-endpoints/:endpointId',
  '/api/ai-assistant',
  '/api/ai-assistant/ticket',
  '/api/ai-assistant/rating',
  // Questions that a browser signs, each anew.
  '/login/passkey',
  '/confirm-identity/passkey',
  '/profile/security/passkeys/new',
  // Leads away to a provider, of which that site has none: see identities.test.ts.
  '/continue/:provider',
  // Sent by an owner alone, with the version that was seen: see products-admin.test.ts.
  '/admin/products/new',
  '/admin/products/:productKey',
  '/admin/products/:productKey/prices',
  '/admin/products/:productKey/currencies',
  // Likewise: see price-moves.test.ts.
  '/admin/products/:productKey/move',
  '/admin/products/:productKey/moves/:moveId',
  // Takes money, which webhooks tell of in their own time: see yearly-switch.test.ts.
  '/profile/billing/yearly',
  // Likewise: see monthly-switch.test.ts.
  '/profile/billing/monthly',
  // Likewise: see team-seats.test.ts.
  '/profile/team/seats',
  // Wants a lesson with an assignment, which the library has none of: see assignments.test.ts.
  '/courses/:courseSlug/:moduleSegment/assignment',
  // Shows a page as it would be.
  '/admin/content/preview',
];
/** Forms that a script fills in, after a question of the above, and what is shown in a tab of its own. */
const ofScripts = ['/login passkey', '/affiliate-login passkey', '/admin/content/preview'];

const rows = tables.flatMap((table) =>
  Object.entries(table).flatMap(([route, forms]) =>
    Object.entries(forms).map(([what, make]) => ({ name: `${route} ${what}`.trim(), make })),
  ),
);

describe('sent twice at once, again later, and after the session was ended', () => {
  it.each(someOf(rows))('$name', async ({ name, make }) => {
    await expectOnce(name, await make());
  });
});

describe('the table of forms', () => {
  it('has every route that takes one', () => {
    const known = [...called, ...tables.flatMap((table) => Object.keys(table))];
    const routes = routesWithActions().filter((route) => !route.includes('*'));
    expectListed(routes, known, {
      file: 'tests/integration/whole-site',
      list: 'the table of its area (visitors.ts, members.ts, ...; `called` of whole-site.test.ts for programs)',
      line: (route) => `'${route}': { '': async () => ... }, which opens the page and fills in the form`,
    });
  });

  it.runIf(isWhole)('has every form of the pages on which these stand', () => {
    const missing = [...shownForms].filter(([name]) => !sentForms.has(name) && !ofScripts.includes(name));
    expect(missing).toEqual([]);
  });
});

/** So many routes' pages there are for somebody, at least: a crawl that is cut short finds nothing wrong. */
const fewest: Record<Person, number> = {
  visitor: 10,
  'without membership': 40,
  'with membership': 40,
  affiliate: 50,
  reseller: 50,
  pro_reseller: 50,
  admin: 70,
};

/** Pages that only a user who pays leads to. */
const pagesOfPayers = [
  '/admin/users/:userId/pause',
  '/admin/users/:userId/cancel',
  '/admin/users/:userId/payments/:paymentId/refund',
];

describe('a crawl', () => {
  it.each(people)('finds no dead link and no page over four queries: %s', async (person) => {
    const user = await newPerson(person);
    if (user) await giveSomethingToSee(user.id);
    // What is about a membership and its payment is linked only from somebody who has both.
    const more = person === 'admin' ? [`/admin/users/${(await sellMembership(null)).buyer.id}`] : [];
    const { patterns, problems } = await crawl(user && (await cookieOfUser(user.id)), more);
    expect(problems).toEqual([]);
    if (person === 'admin') expect([...patterns]).toEqual(expect.arrayContaining(pagesOfPayers));
    expect(patterns.size).toBeGreaterThan(fewest[person]);
  });
});

describe('authorisation', () => {
  const patterns = routePaths().filter(
    (path) => path !== '/admin' && !path.startsWith('/admin/') && !path.includes('*') && path !== '/live',
  );
  const cookies = new Map<string, string>();
  beforeAll(async () => {
    for (const person of people) {
      const user = await newPerson(person);
      if (user) cookies.set(person, await cookieOfUser(user.id));
    }
  });
  /** What an empty form does there: somebody new sends it. */
  const changing = ['/affiliate-centre', '/reseller-trial', '/logout', '/clear-auth-cache', '/view-as/end'];

  async function cookieFor(person: Person, method: string, pattern: string) {
    if (method === 'GET' || !changing.includes(pattern)) return cookies.get(person);
    const user = await newPerson(person);
    return user ? cookieOfUser(user.id) : undefined;
  }

  /** What everybody meets at a route. */
  async function metAt(pattern: string, method: 'GET' | 'POST') {
    const outcomes = await Promise.all(
      people.map(async (person) => {
        const cookie = await cookieFor(person, method, pattern);
        const form = { 'content-type': 'application/x-www-form-urlencoded' };
        const answer = await ask(sitePort(), addressOf(pattern), {
          method,
          headers: {
            'x-forwarded-for': newAddress(),
            ...(cookie ? { cookie } : {}),
            ...(method === 'POST' ? form : {}),
          },
          ...(method === 'POST' ? { body: '' } : {}),
        });
        return [person, answer.status >= 500 ? `${answer.status}` : outcomeOf(answer)] as const;
      }),
    );
    return doorOf(Object.fromEntries(outcomes));
  }

  it.each(patterns)('%s', async (pattern) => {
    const [get, post] = authorised[pattern] ?? [];
    expect({ GET: await metAt(pattern, 'GET'), POST: await metAt(pattern, 'POST') }).toEqual({
      GET: get,
      POST: post,
    });
  });
});
