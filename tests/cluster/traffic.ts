import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, ask, readStream } from '#tests/cluster/client.ts';
import { newPerson, type Person } from '#tests/cluster/people.ts';
import { type Kind, Tally } from '#tests/cluster/tally.ts';

/** What the sites were told to keep, and said they had. */
export interface Acknowledged {
  /** Addresses of those who were registered. */
  registered: string[];
  /** Addresses of those whose payment the provider took. */
  paid: string[];
}

const memberPaths = [
  '/dashboard',
  '/courses',
  '/search?q=offer',
  '/community',
  '/profile/billing',
  '/playbooks',
];
const visitorPaths = ['/', '/pricing', '/login', '/register', '/playbooks', '/affiliate-program'];
const card = { number: '4242 4242 4242 4242', expiry: '12 / 34', cvc: '123' };
const picture = new Blob([readFileSync('public/apple-touch-icon.png')], { type: 'image/png' });

/** Who uses the sites while something happens to them: people who register, buy, read and look on. */
export class Traffic {
  tally = new Tally();
  acknowledged: Acknowledged = { registered: [], paid: [] };
  /** How many of the streams that are open have been told something since it was last set to 0. */
  readonly heard = new Set<number>();
  /** The pause of a reader between two pages, in milliseconds. */
  readMs = 120;
  readonly #base: string;
  readonly #members: Person[];
  readonly #buyers: Person[];
  readonly #uploaders: Person[];
  readonly #end = new AbortController();
  readonly #loops: Promise<void>[] = [];

  constructor(base: string, members: Person[], buyers: Person[]) {
    this.#base = base;
    this.#members = members;
    this.#buyers = buyers;
    this.#uploaders = [...members, ...buyers];
  }

  /** Begins anew to count. */
  begin(): void {
    this.tally = new Tally();
    this.acknowledged = { registered: [], paid: [] };
  }

  start(): void {
    const many = (count: number, loop: (index: number) => Promise<void>) => {
      for (let index = 0; index < count; index += 1) this.#loops.push(this.#repeat(() => loop(index)));
    };
    many(3, () => this.#register());
    many(1, () => this.#buy());
    many(1, () => this.#upload());
    many(4, (index) =>
      this.#read('member', memberPaths, this.#members[index % this.#members.length]?.cookie),
    );
    many(3, () => this.#read('visitor', visitorPaths));
    many(2, (index) => this.#look(index));
  }

  async stop(): Promise<void> {
    this.#end.abort();
    await Promise.all(this.#loops);
  }

  async #repeat(work: () => Promise<void>): Promise<void> {
    while (!this.#end.signal.aborted) await work();
  }

  #record(kind: Kind, { status }: Answer, what: string, good: number): boolean {
    this.tally.record(kind, status, status === good, what);
    return status === good;
  }

  /** Sends a form until it went through, as somebody does who is given it back. */
  async #send(question: () => Promise<Answer>, what: string): Promise<Answer | undefined> {
    while (!this.#end.signal.aborted) {
      const answer = await question();
      if (this.#record('write', answer, what, 303)) return answer;
      await pause(500);
    }
    return undefined;
  }

  async #register(): Promise<void> {
    const { email, form, address } = newPerson();
    const { acknowledged } = this;
    const answer = await this.#send(() => ask(this.#base, '/register', { form, address }), 'register');
    if (answer) acknowledged.registered.push(email);
    await pause(250);
  }

  async #buy(): Promise<void> {
    await pause(1_000);
    const buyer = this.#buyers.shift();
    if (!buyer) return;
    const { acknowledged } = this;
    const { cookie } = buyer;
    const checkout = await this.#send(
      () => ask(this.#base, '/checkout?product=dmd', { form: {}, cookie }),
      'checkout',
    );
    // The provider's own page: what it answers is not the site's.
    while (checkout && !this.#end.signal.aborted) {
      const { status } = await ask(this.#base, checkout.location, { form: card, cookie });
      if (status === 303) {
        acknowledged.paid.push(buyer.email);
        return;
      }
      await pause(500);
    }
  }

  async #upload(): Promise<void> {
    const form = new FormData();
    form.set('intent', 'save');
    form.set('files', picture, 'me.png');
    // One person may upload so many a day: all take turns, also who has bought meanwhile.
    const uploader = this.#uploaders.shift();
    if (uploader) this.#uploaders.push(uploader);
    const cookie = uploader?.cookie;
    await this.#send(() => ask(this.#base, '/profile/picture', { form, cookie }), 'picture');
    await pause(1_000);
  }

  async #read(kind: Kind, paths: string[], cookie?: string): Promise<void> {
    for (const path of paths) {
      if (this.#end.signal.aborted) return;
      const askedAt = performance.now();
      this.#record(kind, await ask(this.#base, path, { cookie }), path, 200);
      // Answers that take long are waited for as long again: a machine that is busy with other things is not overrun.
      await pause(Math.max(this.readMs, performance.now() - askedAt));
    }
  }

  /** An open page's stream, opened again when it has ended. */
  async #look(index: number): Promise<void> {
    const cookie = this.#members[index]?.cookie ?? '';
    const status = await readStream(this.#base, cookie, this.#end.signal, (text) => {
      if (text.includes('unread')) this.heard.add(index);
    });
    if (!this.#end.signal.aborted) this.tally.record('stream', status, status === 200, '/live');
    await pause(1_000);
  }
}
