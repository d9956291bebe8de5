import { Resolver } from 'node:dns/promises';
import { z } from 'zod';
import {
  dkimRecords,
  dmarcRecords,
  judgeDkim,
  judgeDmarc,
  judgeSpf,
  mostSpfLookups,
  readSpf,
  spfRecords,
  type Verdict,
} from '#app/domain/operating/sender-domain/records.ts';
import { config } from '#app/platform/config.server.ts';
import { smtpUrlOf } from '#app/platform/mail/transports.server.ts';
import { consumeRateLimit, type RateLimit } from '#app/platform/rate-limit.server.ts';
import { isLocalHost } from '#app/platform/settings/local-host.ts';

/** A record that mailboxes look at, what stands there, and what is to be said of it. */
export interface CheckedRecord extends Verdict {
  kind: 'SPF' | 'DKIM' | 'DMARC';
  /** The name in DNS. */
  name: string;
  /** The records of this kind that stand there. */
  texts: string[];
}

/** Whose domain mail is sent from, and by which server: null where it is not set to one on the internet. */
export interface Sender {
  /** The part of MAIL_FROM after the @, in small letters and as DNS has it. */
  domain: string;
  server: string | null;
  /** Why its records cannot be looked up, if they cannot. */
  obstacle: 'reserved' | 'mailbox_provider' | null;
}

/** Names that lead nowhere, on purpose (RFC 2606, 6761, 6762). */
const reserved = /(?:^|\.)(?:example(?:\.(?:com|net|org))?|test|invalid|localhost|local)$/;

/** Whose records nobody but they can change. */
const mailboxProviders = new Set(
  'gmail.com googlemail.com yahoo.com outlook.com hotmail.com live.com icloud.com me.com aol.com gmx.com gmx.net gmx.de web.de proton.me protonmail.com'.split(
    ' ',
  ),
);

/** What this site sends as, bulk mail above all. */
export function findSender(): Sender {
  const host = /@([^@>\s]+)>?\s*$/.exec(config().mailFrom)?.[1] ?? '';
  const domain = (URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : host).toLowerCase();
  const url = smtpUrlOf('bulk');
  const isReserved = !domain.includes('.') || reserved.test(domain) || isLocalHost(domain);
  return {
    domain,
    server: url ? new URL(url).hostname : null,
    obstacle: isReserved ? 'reserved' : mailboxProviders.has(domain) ? 'mailbox_provider' : null,
  };
}

/** A selector as one types it: also the whole name that a provider shows, or nothing. */
export const selectorSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(253, 'Please use at most 253 characters')
  .transform((text) => text.replace(/\._domainkey.*$/, ''))
  .refine(
    (text) =>
      text === '' ||
      /^[a-z0-9](?:[a-z0-9_-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9_-]{0,61}[a-z0-9])?){0,4}$/.test(text),
    'A selector has letters, digits and hyphens, such as s1 or google',
  );

/** What providers name their keys, looked at where nobody has typed a selector. */
const usualSelectors =
  'default dkim mail google selector1 selector2 s1 s2 k1 k2 k3 resend pm mx smtp mg brevo1 zmail fm1 protonmail'.split(
    ' ',
  );

const checkLimit: RateLimit = { name: 'sender-domain-check', points: 30, seconds: 3600 };

/** How long one question waits for DNS, in milliseconds, and how often it is asked. */
const patience = { timeout: 2000, tries: 2 };
/** How long all of them may take together, in milliseconds: each include of an SPF record is asked after the one before. */
const longestCheck = 8000;

/** What DNS has at a name; null where it does not answer. */
type ReadTexts = (name: string) => Promise<string[] | null>;

const nothingThere = new Set(['ENODATA', 'ENOTFOUND', 'EBADNAME']);

/** Reads a name's text records, each question once for all that ask it, until the signal says that it took too long. */
function textReader(resolver: Resolver, signal: AbortSignal): ReadTexts {
  signal.addEventListener('abort', () => resolver.cancel());
  const read = async (name: string) => {
    try {
      signal.throwIfAborted();
      return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
    } catch (error) {
      return nothingThere.has((error as NodeJS.ErrnoException).code ?? '') ? [] : null;
    }
  };
  const answers = new Map<string, Promise<string[] | null>>();
  return (name) => {
    const answer = answers.get(name) ?? read(name);
    answers.set(name, answer);
    return answer;
  };
}

const noAnswer: Verdict = { state: 'unknown', says: 'DNS did not answer. Try again in a minute.' };

/** How many questions a record of SPF takes with all it leads to; no more are counted than one beyond what is allowed. */
async function countSpfLookups(texts: ReadTexts, first: string): Promise<number> {
  let lookups = 0;
  const seen = new Set<string>();
  for (const waiting = [first]; waiting.length > 0 && lookups <= mostSpfLookups; ) {
    const record = waiting.shift() ?? '';
    const terms = readSpf(record);
    lookups += terms.lookups;
    // Macros depend on each mail; what stands for them cannot be looked up here.
    for (const name of terms.leadsTo.filter((one) => !one.includes('%') && !seen.has(one))) {
      if (seen.size > mostSpfLookups) break;
      seen.add(name);
      waiting.push(...spfRecords((await texts(name)) ?? []));
    }
  }
  return lookups;
}

async function checkSpf(texts: ReadTexts, { domain, server }: Sender): Promise<CheckedRecord> {
  const all = await texts(domain);
  const records = spfRecords(all ?? []);
  const verdict = all
    ? judgeSpf(records, records[0] ? await countSpfLookups(texts, records[0]) : 0, server)
    : noAnswer;
  return { kind: 'SPF', name: domain, texts: records, ...verdict };
}

/** A domain without a record of its own goes by the next one above it that has one (RFC 9989). */
async function checkDmarc(texts: ReadTexts, { domain }: Sender): Promise<CheckedRecord> {
  const labels = domain.split('.');
  for (let at = 0; at <= Math.max(0, labels.length - 2); at += 1) {
    const name = `_dmarc.${labels.slice(at).join('.')}`;
    const all = await texts(name);
    if (!all) return { kind: 'DMARC', name, texts: [], ...noAnswer };
    const records = dmarcRecords(all);
    if (records.length > 0)
      return { kind: 'DMARC', name, texts: records, ...judgeDmarc(records, domain, at > 0) };
  }
  return { kind: 'DMARC', name: `_dmarc.${domain}`, texts: [], ...judgeDmarc([], domain, false) };
}

async function checkDkim(texts: ReadTexts, domain: string, selector: string): Promise<CheckedRecord[]> {
  const check = async (one: string): Promise<CheckedRecord> => {
    const name = `${one}._domainkey.${domain}`;
    const all = await texts(name);
    const records = dkimRecords(all ?? []);
    return { kind: 'DKIM', name, texts: records, ...(all ? judgeDkim(records) : noAnswer) };
  };
  if (selector) return [await check(selector)];
  const checked = await Promise.all(usualSelectors.map(check));
  const keys = checked.filter((one) => one.texts.length > 0);
  if (keys.length > 0) return keys;
  const says = checked.some(({ state }) => state === 'unknown')
    ? noAnswer.says
    : 'No key stands under the usual names. Type the selector that your mail provider shows.';
  return [{ kind: 'DKIM', name: `…._domainkey.${domain}`, texts: [], state: 'unknown', says }];
}

/**
 * Looks at the records that mailboxes ask of whoever sends from this site's domain: SPF, DKIM and DMARC. No SQL but the limit.
 * @param selector which DKIM key; empty for those under the names that providers use (promise P273)
 * @throws {RateLimitExceeded} after thirty an hour
 */
export async function checkSender(
  adminId: string,
  sender: Sender,
  selector: string,
  resolver: Resolver = new Resolver(patience),
): Promise<CheckedRecord[]> {
  await consumeRateLimit(checkLimit, adminId);
  const texts = textReader(resolver, AbortSignal.timeout(longestCheck));
  const [spf, dkim, dmarc] = await Promise.all([
    checkSpf(texts, sender),
    checkDkim(texts, sender.domain, selector),
    checkDmarc(texts, sender),
  ]);
  return [spf, ...dkim, dmarc];
}
