// Buyers who press on: what is not answered, because a process fell, they send again, as people do.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { knownPassword } from '#tests/integration/people.ts';
import { type Answer, ask, cookieOf, type Question } from '#tests/integration/running-site.ts';

type Way = 'card' | 'wallet';

/** One thing that is bought, and how. */
export interface Wish {
  product: 'ebook' | 'membership' | 'reseller_programme' | 'reseller_pro' | 'reseller_pro_free3';
  way: Way;
}

/** What one buyer buys, one after the other: what needs something else comes after it. */
const baskets: readonly (readonly Wish[])[] = [
  [
    { product: 'ebook', way: 'card' },
    { product: 'membership', way: 'wallet' },
    { product: 'reseller_programme', way: 'card' },
    { product: 'reseller_pro', way: 'wallet' },
  ],
  [
    { product: 'ebook', way: 'wallet' },
    { product: 'membership', way: 'card' },
    { product: 'reseller_programme', way: 'wallet' },
    { product: 'reseller_pro_free3', way: 'card' },
  ],
  [
    { product: 'reseller_programme', way: 'card' },
    { product: 'reseller_pro', way: 'card' },
    { product: 'ebook', way: 'card' },
    { product: 'membership', way: 'card' },
  ],
];

/** As many purchases as are wanted, four a buyer. */
export function wishesOf(count: number): Wish[][] {
  const buyers = Math.ceil(count / 4);
  return Array.from({ length: buyers }, (_, index) => [...(baskets[index % baskets.length] ?? [])]);
}

/** A buyer with an account of the site's. */
export interface Buyer {
  id: string;
  email: string;
}

/** The slugs and addresses by which each is begun. */
const begins: Record<Wish['product'], { card: [path: string, body: string]; wallet: string; done: string }> =
  {
    membership: { card: ['/create-membership-session', ''], wallet: '/checkout/paypal', done: '/thank-you' },
    ebook: {
      card: ['/checkout?product=dmd', 'way=card_page'],
      wallet: '/checkout/paypal?product=dmd',
      done: '/tripwire-success',
    },
    reseller_programme: {
      card: ['/create-reseller-session', ''],
      wallet: '/checkout/paypal?product=reseller',
      done: '/reseller-success',
    },
    reseller_pro: {
      card: ['/create-pro-reseller-session', ''],
      wallet: '/checkout/paypal?product=pro',
      done: '/reseller-success?product=pro',
    },
    reseller_pro_free3: {
      card: ['/create-pro-reseller-session', 'three_months_free=true'],
      wallet: '/checkout/paypal?product=pro-free',
      done: '/reseller-success?product=pro',
    },
  };

/** Has processes fall: told of each request that is answered, as others are in their hands, and asked before each. */
export interface Fate {
  watch(): void;
  /** Resolves once a request may be sent. */
  hold(): Promise<void>;
}

/** Sends a request until it is answered. A failure of the site that is no refusal is tried again too. */
async function insist(port: number, path: string, question: Question, fate: Fate): Promise<Answer> {
  for (;;) {
    await fate.hold();
    const sent = ask(port, path, question);
    // A connection that was on its way to a process as it fell is never answered: buyers press again.
    const answer = await Promise.race([sent.catch(() => null), pause(30_000, null, { ref: false })]);
    if (answer && answer.status < 500) {
      fate.watch();
      return answer;
    }
    await pause(200);
  }
}

const formHeaders = { 'content-type': 'application/x-www-form-urlencoded' };

/** Where a buyer is: each in a network of their own, as sign-ins are counted by address and network. */
function addressOf({ id }: Buyer): Record<string, string> {
  const [a, b, c] = Buffer.from(id.replaceAll('-', '').slice(-6), 'hex');
  return { 'x-forwarded-for': `10.${a}.${b}.${c}` };
}

function browserOf(port: number, headers: Record<string, string>, fate: Fate) {
  const pathOf = (location: string | undefined) => {
    const { pathname, search } = new URL(location ?? '/', 'http://site');
    return `${pathname}${search}`;
  };
  return {
    post: async (path: string, body: string) => {
      const answer = await insist(
        port,
        path,
        { method: 'POST', headers: { ...formHeaders, ...headers }, body },
        fate,
      );
      return { ...answer, to: pathOf(answer.headers.location) };
    },
    get: async (path: string) => {
      const answer = await insist(port, path, { headers }, fate);
      return { ...answer, to: pathOf(answer.headers.location) };
    },
  };
}

/** Signs a buyer in, and has them buy what they want, one after the other; `granted` tells when something is theirs. */
export async function buyAll(
  port: number,
  buyer: Buyer,
  wishes: readonly Wish[],
  { fate, granted }: { fate: Fate; granted(buyer: Buyer, wish: Wish): Promise<void> },
): Promise<void> {
  const body = String(new URLSearchParams({ email: buyer.email, password: knownPassword }));
  const address = addressOf(buyer);
  const headers = { ...formHeaders, ...address };
  const signedIn = await insist(port, '/login', { method: 'POST', headers, body }, fate);
  const browser = browserOf(port, { ...address, cookie: cookieOf(signedIn, 'session') }, fate);
  for (const wish of wishes) {
    await buy(browser, wish);
    await granted(buyer, wish);
  }
}

async function buy(browser: ReturnType<typeof browserOf>, { product, way }: Wish): Promise<void> {
  const { card, wallet, done } = begins[product];
  const [path, body] = way === 'card' ? card : [wallet, ''];
  for (;;) {
    const begun = await browser.post(path, body);
    // Paid already, by an attempt whose answer was lost.
    if (begun.to.startsWith(done) || begun.status === 409) return;
    if (!begun.to.startsWith('/sandbox/')) {
      // The provider could not be reached: the site says so, and asks to try again.
      await pause(200);
      continue;
    }
    // Of every buyer a card of their own.
    const cvc = String(100 + (Number.parseInt(randomUUID().slice(0, 6), 16) % 900));
    const paid = await browser.post(
      begun.to,
      way === 'card'
        ? String(new URLSearchParams({ number: '4242424242424242', expiry: '12/34', cvc }))
        : 'funding=pays',
    );
    if (paid.status !== 303 && paid.status !== 302) continue;
    await browser.get(paid.to);
    return;
  }
}
