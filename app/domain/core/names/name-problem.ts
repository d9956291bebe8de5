import { foldLookalikes } from '#app/domain/core/names/lookalike-letters.ts';

/** What a name is the name of. "Booking.com" and "Support Manager" are a company and a job title, but nobody's name. */
export type NameKind = 'person' | 'company' | 'job';

const link = 'Please leave out links and email addresses';
const phone = 'Please leave out phone numbers';
const letters = 'Please enter it in letters';
const oneAlphabet = 'Please use the letters of one alphabet in a word';
const reserved = 'This name is reserved for our team. Please use your own';

/** Written before a name or after a company's, often without the space: "St.John", "Co.KG". */
const abbreviations =
  /^(?:st|ste|dr|drs|mr|mrs|ms|mx|prof|sr|jr|fr|rev|hon|sir|ing|dipl|md|ma|mst|sk|wm|geo|chas|thos|ph|phil|lic|mag|co|inc|ltd|corp|bros|op|gen|col|capt|sgt|lt)$/i;

const domainEnds = new Set(
  'com net org info biz name pro mobi app dev xyz top site online shop store club live life link click work works world zone vip win cash money loan loans bid pay finance credit promo sale deals gift gifts claim claims prize support help email mail chat news blog tech cloud host website space fun icu buzz cyou sbs rest bond example test invalid localhost local onion edu gov mil int arpa'.split(
    ' ',
  ),
);

const joinedByDot = /([\p{L}\p{N}-]{2,63})\.([\p{L}\p{N}-]{2,63})/gu;

/** Whether the two sides of a dot are of an address, and not a title before a name or a shortened first name ("Wm.Smith"). */
function isDomain(before: string, after: string): boolean {
  if (abbreviations.test(before)) return false;
  if (!/^\p{L}/u.test(after) || domainEnds.has(after.toLowerCase()) || /^xn--/i.test(after)) return true;
  return !(/^\p{Lu}\p{Ll}{1,3}$/u.test(before) && /^\p{Lu}/u.test(after));
}

function hasLink(text: string, kind: NameKind): boolean {
  // As browsers read it: full-width forms, and the other full stops.
  const plain = text.normalize('NFKC').replace(/[\u3002\uFF61\u2024\uFF0E]/g, '.');
  if (/:\/\/|\bwww\d?\s?\.|\b(?:https?|hxxps?|mailto|javascript|tel)\s?:|\S@\S/iu.test(plain)) return true;
  // A path or a port after what looks like a host.
  if (/[\p{L}\p{N}-]\.[\p{L}\p{N}-]{2,63}\.?(?:\/|:\d|\?|#)/u.test(plain)) return true;
  if (/\b\d{1,3}(?:\.\d{1,3}){3}\b/.test(plain)) return true;
  if (kind !== 'person') return false;
  return [...plain.matchAll(joinedByDot)].some(([, before = '', after = '']) => isDomain(before, after));
}

/** Companies can be called by a number; nobody else has a name of seven digits, or of one with a plus before it. */
function hasPhoneNumber(text: string, kind: NameKind): boolean {
  const digits = text.normalize('NFKC').match(/\p{Nd}/gu)?.length ?? 0;
  return /\+\s?\p{Nd}/u.test(text.normalize('NFKC')) || (kind === 'person' && digits >= 7);
}

/** Scripts that people write beside Latin within a word, as in "山田Ada". */
const besideLatin =
  '\\p{Script=Latin}\\p{Script=Common}\\p{Script=Inherited}\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Bopomofo}\\p{Script=Hangul}';

/** A word that mixes Latin with a script other than those, as only imitations do (UTS 39, "highly restrictive"). */
const mixedWord = new RegExp(
  `(?<![\\p{L}\\p{M}])(?=[\\p{L}\\p{M}]*\\p{Script=Latin})(?=[\\p{L}\\p{M}]*(?![${besideLatin}])\\p{L})[\\p{L}\\p{M}]+`,
  'u',
);

/** Words that only a site's own people call themselves by; each makes a name theirs. */
const teamWords = ['support', 'admin', 'admins', 'administrator', 'administration', 'moderator', 'helpdesk'];
const moreTeamWords = ['webmaster', 'postmaster', 'hostmaster', 'sysadmin', 'superuser', 'noreply'];
/** Words that do so where the name consists of nothing else. */
const onlyTeamWords =
  'the a our your of and team staff official customer client member members service services care success help desk security safety billing payments payment payouts account accounts department dept system root owner info contact mail email site website'.split(
    ' ',
  );

const foldedSet = (words: readonly string[]) => new Set(words.map(foldLookalikes));
const teamSet = foldedSet([...teamWords, ...moreTeamWords]);
const onlySet = foldedSet(onlyTeamWords);

const splitWords = (folded: string) => folded.split(/[^\p{L}\p{N}]+/u).filter(Boolean);

/** Whether a folded name has the site's in it. Of a short one, such as a common first name, only where nothing else is there. */
function hasSiteName(words: readonly string[], siteName: string): boolean {
  const site = splitWords(foldLookalikes(siteName)).join('');
  if (site === '') return false;
  const whole = words.join('');
  return site.length >= 8 ? whole.includes(site) : whole === site;
}

/** Whether somebody so called could be taken for the team of a site, also in letters that only look like those. */
function isTeamName(words: readonly string[], isWholeName: boolean): boolean {
  const whole = words.join('');
  if (whole.includes('support') || teamSet.has(whole)) return true;
  if (words.some((word) => teamSet.has(word))) return true;
  return isWholeName && words.length > 0 && words.every((word) => onlySet.has(word));
}

/**
 * Why a cleaned name cannot be taken, in a sentence for beside its field; null where it can. A name has something to read, and no link,
 * address or phone number; nor is it the site's own, or its team's. `siteName` is null for who may be called so: the team. Of a first
 * or last name alone (`isWholeName` false) fewer words are the team's: "Root" is a family name.
 */
export function nameProblem(
  name: string,
  kind: NameKind,
  siteName: string | null,
  isWholeName = true,
): string | null {
  if (!/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(name)) return letters;
  if (/\p{M}{6}/u.test(name)) return 'Please use fewer accents on a letter';
  if (hasLink(name, kind)) return link;
  if (hasPhoneNumber(name, kind)) return phone;
  if (mixedWord.test(name)) return oneAlphabet;
  if (siteName === null) return null;
  const words = splitWords(foldLookalikes(name));
  if (hasSiteName(words, siteName)) return reserved;
  return kind === 'person' && isTeamName(words, isWholeName) ? reserved : null;
}
