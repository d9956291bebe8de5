import { AsyncLocalStorage } from 'node:async_hooks';
import { log } from '#app/platform/log.server.ts';
import { type ClaimedMail, claimNext, deliverClaimed } from '#app/platform/mail/delivery.server.ts';
import type { MailLane } from '#app/platform/mail/templates.ts';
import { connectionsOf } from '#app/platform/mail/transports.server.ts';
import { announce, onAnnounced } from '#app/platform/runtime/broadcast.server.ts';
import { inSpan } from '#app/platform/tracing/spans.server.ts';

declare module '#app/platform/runtime/broadcast.server.ts' {
  interface Topics {
    /** A mail was queued, in this lane: whoever delivers looks for it now, and not when it next would have. */
    mail: MailLane;
  }
}

/** How often a lane is looked at of which nobody tells, in milliseconds: further attempts, and letters to many. */
const pollMs = 15_000;

/** The longest pause after a server could not be reached, in milliseconds. It doubles from a second, and ends with the first success. */
const longestPauseMs: Record<MailLane, number> = { security: 5_000, transactional: 5_000, bulk: 60_000 };

/** Errors of a connection, as nodemailer calls them: the next mail would fail by them as well. */
const connectionErrors = new Set([
  'ECONNECTION',
  'ETIMEDOUT',
  'ESOCKET',
  'EDNS',
  'ETLS',
  'EAUTH',
  'EPROTOCOL',
]);

const isConnectionError = (error: unknown) =>
  connectionErrors.has(String((error as { code?: unknown } | null)?.code));

/** Runs outside of the request that queued a mail: it does not wait for the delivery, whose limits and connections are those of a job. */
const outside = AsyncLocalStorage.snapshot();

/** Delivers the mails of one lane, as many at once as it has connections, each followed by the next as soon as it is done. */
class Lane {
  readonly #name: MailLane;
  readonly #underWay = new Set<Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  #isLooking = false;
  #isWoken = false;
  #isPaused = false;
  #isStopped = false;
  /** Of the latest pause; zero since the server took a mail. */
  #pauseMs = 0;

  constructor(name: MailLane) {
    this.#name = name;
  }

  /** Looks for mails that are due, unless the server could not be reached just now. */
  wake(): void {
    this.#isWoken = true;
    if (!this.#isLooking && this.#hasRoom()) outside(() => void this.#look());
  }

  async #look(): Promise<void> {
    this.#isLooking = true;
    while (this.#hasRoom()) {
      this.#isWoken = false;
      const mail = await this.#claim();
      if (mail) this.#begin(mail);
      // What was queued while it looked may have been missed.
      else if (!this.#isWoken) break;
    }
    this.#isLooking = false;
    if (!this.#isPaused) this.#lookIn(pollMs);
  }

  #hasRoom(): boolean {
    return !this.#isStopped && !this.#isPaused && this.#underWay.size < connectionsOf[this.#name];
  }

  #lookIn(ms: number): void {
    clearTimeout(this.#timer);
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.#isPaused = false;
      this.wake();
    }, ms);
    this.#timer.unref();
  }

  #claim(): Promise<ClaimedMail | null> {
    return claimNext(this.#name).catch((error: unknown) => {
      log().warn({ lane: this.#name, error: String(error) }, 'mails could not be looked for');
      return null;
    });
  }

  #begin(mail: ClaimedMail): void {
    const delivery = this.#deliver(mail).finally(() => {
      this.#underWay.delete(delivery);
      this.wake();
    });
    this.#underWay.add(delivery);
  }

  /** Never rejects: the mail's row says when it is tried again. */
  async #deliver(mail: ClaimedMail): Promise<void> {
    try {
      await inSpan(
        () => ({ name: `mail ${mail.lane}`, kind: 'consumer', attributes: { 'mail.id': mail.id } }),
        () => deliverClaimed(mail),
      );
      this.#pauseMs = 0;
    } catch (error) {
      if (isConnectionError(error)) this.#pause();
    }
  }

  #pause(): void {
    if (this.#isPaused) return;
    this.#isPaused = true;
    this.#pauseMs = Math.min(Math.max(1_000, 2 * this.#pauseMs), longestPauseMs[this.#name]);
    this.#lookIn(this.#pauseMs);
  }

  /** Takes no more mails, and waits for those under way. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await Promise.all(this.#underWay);
  }
}

/** The lanes that this process delivers; none where another does. */
let lanes = new Map<MailLane, Lane>();
let stopHearing = () => {};

/** Begins to deliver the mails of the outbox in this process. */
export function startMailLanes(): void {
  if (lanes.size > 0) return;
  const names = Object.keys(connectionsOf) as MailLane[];
  lanes = new Map(names.map((name) => [name, new Lane(name)]));
  stopHearing = onAnnounced('mail', wakeHere);
  wakeHere(null);
}

/** Has a lane of this process looked at, or all of them. */
function wakeHere(name: string | null): void {
  for (const [lane, each] of lanes) if (name === null || name === lane) each.wake();
}

/** Tells whoever delivers that a mail was queued. Letters to many can wait for a few seconds, and so can what is not heard of. */
export async function wakeLane(lane: MailLane): Promise<void> {
  if (lanes.size > 0) wakeHere(lane);
  else if (lane !== 'bulk') await announce('mail', lane).catch(() => undefined);
}

/** So long deliveries under way are waited for when the process stops, in milliseconds; what is cut off is tried again elsewhere. */
const stopMs = 8_000;

/** Takes no more mails, and waits for those under way. */
export async function stopMailLanes(): Promise<void> {
  stopHearing();
  const stopped = Promise.all([...lanes.values()].map((lane) => lane.stop()));
  lanes = new Map();
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise((resolve) => {
    timer = setTimeout(resolve, stopMs);
  });
  await Promise.race([stopped, limit]);
  clearTimeout(timer);
}
