import { createPublicKey } from 'node:crypto';
import { isIP } from 'node:net';

/** How a record stands: weak works with a caution; unknown where DNS gave no answer, or nobody has said where to look. */
export type RecordState = 'good' | 'weak' | 'missing' | 'broken' | 'unknown';

/** What is to be said of a record, and what to publish instead, if anything. */
export interface Verdict {
  state: RecordState;
  says: string;
  publish?: string;
}

const good = (says: string): Verdict => ({ state: 'good', says });
const weak = (says: string, publish?: string): Verdict => ({
  state: 'weak',
  says,
  ...(publish ? { publish } : {}),
});
const broken = (says: string, publish?: string): Verdict => ({
  state: 'broken',
  says,
  ...(publish ? { publish } : {}),
});

/** The records of a name that are of SPF's version. */
export const spfRecords = (texts: readonly string[]): string[] =>
  texts.filter((text) => /^v=spf1(?: |$)/i.test(text));

/** What an SPF record says, as far as it can be told without looking further. */
interface SpfTerms {
  /** Names whose own records are read in its place: by `include` and `redirect`. */
  leadsTo: string[];
  /** How many questions a receiver asks DNS for this record alone; ten are allowed with all it leads to. */
  lookups: number;
  /** What becomes of mail from servers it does not name; null where it does not say. */
  rest: '+' | '-' | '~' | '?' | null;
  isRedirected: boolean;
  /** Whether it names any server that may send. */
  namesServers: boolean;
  /** Terms that are not of the standard: a receiver then ignores the whole record. */
  unknown: string[];
}

/** Whether an address of a record is one, with or without the length of its network. */
function isNetwork(kind: 'ip4' | 'ip6', text: string): boolean {
  const [address = '', length, ...rest] = text.split('/');
  const version = kind === 'ip4' ? 4 : 6;
  const isLength =
    length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= (version === 4 ? 32 : 128));
  return isIP(address) === version && isLength && rest.length === 0;
}

/** Reads an SPF record (RFC 7208). What comes after "all" is never asked, and says nothing. */
export function readSpf(record: string): SpfTerms {
  const terms: SpfTerms = {
    leadsTo: [],
    lookups: 0,
    rest: null,
    isRedirected: false,
    namesServers: false,
    unknown: [],
  };
  const all = record.split(/ +/).slice(1).filter(Boolean);
  const end = all.findIndex((term) => /^[+?~-]?all$/i.test(term));
  for (const term of end < 0 ? all : all.slice(0, end + 1)) {
    const match = /^([+?~-])?(all|include|a|mx|ptr|ip4|ip6|exists)(?:[:/](.*))?$/i.exec(term);
    const modifier = /^([a-z][\w.-]*)=(.*)$/i.exec(term);
    if (modifier?.[1]?.toLowerCase() === 'redirect') {
      if (end >= 0) continue;
      terms.lookups += 1;
      terms.isRedirected = true;
      terms.leadsTo.push(modifier[2] ?? '');
    } else if (modifier) continue;
    else if (!match) terms.unknown.push(term);
    else {
      const kind = match[2]?.toLowerCase();
      if (kind === 'all') terms.rest = (match[1] as SpfTerms['rest']) ?? '+';
      else if ((match[1] ?? '+') === '+') terms.namesServers = true;
      if (kind === 'include') terms.leadsTo.push(match[3] ?? '');
      if (kind !== 'all' && kind !== 'ip4' && kind !== 'ip6') terms.lookups += 1;
      if ((kind === 'include' || kind === 'exists') && !match[3]) terms.unknown.push(term);
      if ((kind === 'ip4' || kind === 'ip6') && !isNetwork(kind, match[3] ?? '')) terms.unknown.push(term);
    }
  }
  return terms;
}

/** The most questions to DNS that receivers ask for one SPF record (RFC 7208, 4.6.4). */
export const mostSpfLookups = 10;

/**
 * Judges the SPF of a domain.
 * @param records its records of SPF
 * @param lookups how many questions they take with all they lead to
 * @param server the mail server that sends for it, as named in the configuration; null where there is none
 */
export function judgeSpf(records: readonly string[], lookups: number, server: string | null): Verdict {
  const example = 'v=spf1 include:<your mail provider> ~all';
  const [record, second] = records;
  if (!record)
    return {
      state: 'missing',
      says: `Nothing says which servers may send for this domain. Many mailboxes file such email as spam.`,
      publish: example,
    };
  if (second)
    return broken(
      `There are ${records.length} SPF records. Receivers then ignore all of them: join them into one.`,
    );
  const { rest, isRedirected, namesServers, unknown } = readSpf(record);
  if (unknown.length > 0) return broken(`Receivers cannot read “${unknown[0]}” and ignore the record.`);
  if (lookups > mostSpfLookups)
    return broken(
      `Receivers would have to ask DNS more than ${mostSpfLookups} times for this record, and give up. Remove providers you no longer use.`,
    );
  if (rest === '+')
    return broken(
      'It lets any server in the world send for this domain.',
      record.replace(/ \+?all(?= |$)/i, ' ~all'),
    );
  if (server && !namesServers && !isRedirected && rest !== null)
    return broken(`It lets no server send for this domain, so email from ${server} fails too.`, example);
  const names = server
    ? `See that it names what ${server} sends through.`
    : 'No mail server is set here yet.';
  if (rest === '?' || (rest === null && !isRedirected))
    return weak(
      `It does not say what to do with email from other servers. End it with ~all or -all. ${names}`,
    );
  const others =
    rest === null ? 'other servers as the record says that it leads to' : 'other servers refused';
  return good(`One record, ${lookups} of ${mostSpfLookups} lookups, ${others}. ${names}`);
}

/** The tags of a DMARC or DKIM record by their name. */
const tagsOf = (record: string): Map<string, string> =>
  new Map(
    record
      .split(';')
      .map((tag) => tag.split(/=(.*)/s))
      .map(([name = '', value = '']) => [name.trim().toLowerCase(), value.trim()]),
  );

/** The records of a name that are of DMARC's version. */
export const dmarcRecords = (texts: readonly string[]): string[] =>
  texts.filter((text) => /^v\s*=\s*DMARC1\s*(?:;|$)/.test(text));

/**
 * Judges the DMARC records that a domain goes by (RFC 9989).
 * @param isParents whether they are those of a domain above it, whose policy for subdomains may be another
 */
export function judgeDmarc(records: readonly string[], domain: string, isParents: boolean): Verdict {
  const [record, second] = records;
  const example = `v=DMARC1; p=none; rua=mailto:dmarc@${domain}`;
  if (!record)
    return {
      state: 'missing',
      says: 'Gmail, Yahoo and Outlook ask this of everybody who sends to many, and turn their email away without it.',
      publish: example,
    };
  if (second) return broken('There is more than one record. Receivers then ignore all of them.');
  const tags = tagsOf(record);
  const policy = ((isParents ? tags.get('sp') : null) ?? tags.get('p') ?? '').toLowerCase();
  if (!['none', 'quarantine', 'reject'].includes(policy))
    return broken('It has no policy that receivers know: p is none, quarantine or reject.', example);
  const reports = tags.has('rua')
    ? ''
    : ' It names no address for reports (rua), so you do not see what fails.';
  if (policy === 'none')
    return weak(
      `It meets what Gmail and Yahoo ask, and stops nobody from writing in your name. Once reports show that your own email passes, go on to p=quarantine.${reports}`,
    );
  if (reports)
    return weak(`Email that fails is ${policy === 'reject' ? 'refused' : 'filed as spam'}.${reports}`);
  return good(
    `Email in your name that fails is ${policy === 'reject' ? 'refused' : 'filed as spam'}, and reported.`,
  );
}

/** The size of a DKIM key in bits; null where it is none. */
function keyBits(type: string, key: string): number | null {
  try {
    const der = Buffer.from(key.replaceAll(/\s/g, ''), 'base64');
    if (type === 'ed25519') return der.length === 32 ? 256 : null;
    return (
      createPublicKey({ key: der, format: 'der', type: 'spki' }).asymmetricKeyDetails?.modulusLength ?? null
    );
  } catch {
    return null;
  }
}

/** The records of a name that may be DKIM keys. */
export const dkimRecords = (texts: readonly string[]): string[] =>
  texts.filter((text) => tagsOf(text).has('p') && !/^v\s*=\s*(?!DKIM1)/.test(text));

/** Judges the DKIM records of a selector (RFC 6376). */
export function judgeDkim(records: readonly string[]): Verdict {
  const [record, second] = records;
  if (!record)
    return {
      state: 'missing',
      says: 'There is no key here. Your mail provider shows the record to publish.',
    };
  if (second) return broken('There is more than one key here. Receivers may take the wrong one.');
  const tags = tagsOf(record);
  const type = tags.get('k')?.toLowerCase() || 'rsa';
  if (!tags.get('p'))
    return broken('This key is revoked. Your mail provider shows the one it signs with now.');
  const bits = keyBits(type, tags.get('p') ?? '');
  if (bits === null)
    return broken('Receivers cannot read this key. Copy the record from your provider again.');
  if (type === 'rsa' && bits < 1024)
    return broken(`A key of ${bits} bits is too short: receivers ignore it.`);
  if (tags.get('t')?.split(':').includes('y'))
    return weak('The key is marked as a test (t=y), so receivers treat your email as unsigned.');
  if (type === 'rsa' && bits < 2048)
    return weak(`The key has ${bits} bits. It still works; 2,048 is what providers hand out today.`);
  return good(type === 'ed25519' ? 'An Ed25519 key.' : `A key of ${bits.toLocaleString('en-US')} bits.`);
}
