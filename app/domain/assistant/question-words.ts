/** Words that make a question, not its subject: what is looked for without them. Postgres leaves out its own list besides. */
const fillerWords = new Set(
  `a able about actually advice all already also always am an and any anybody anyone anything are as at ask be because been before begin being
  best better bit but by can could did different do does doing dont done each either else end even ever every everything explain far few example examples find first
  for from get getting give gives giving go goes going good got great had handle has have having hello help her here hey hi him his how hw i if im in
  into is it its ive just keep know learn let lets like lot look made make makes making many may me mean means might mine more most much must my
  need needs never new next nice no nope not now of off often oh ok okay on once one only or other our out over own people person please pls plz put question quite rather really
  right said same say says see set shall she should show shud so some somebody someone something start still such suggest sure take tell than
  thank thanks that the their them then there these they thing things tho think this those though through to too try trying understand u up ur us use used
  useful using very wanna want wants was wat way ways we well were what whats when where whether which while who why will with without work working would
  yeah yep yes you your yours`
    .split(/\s+/)
    .filter(Boolean),
);

/** Whether a word, in lower case and without apostrophes, makes a question and not its subject. */
export const isFiller = (word: string): boolean => fillerWords.has(word);

const wordsIn = (question: string) => question.split(/[^\p{L}\p{N}'&+#.-]+/u).filter(Boolean);

/** The words of a question that say what it is about; none where it names nothing. */
export const subjectWords = (question: string): string[] =>
  wordsIn(question).filter(
    (word) => !fillerWords.has(word.toLowerCase().replace(/['.\u2019]/g, '')) && /[\p{L}\p{N}]/u.test(word),
  );

/** The words of a question that say what it is about; all of it where none does. */
export function subjectOf(question: string): string {
  const words = subjectWords(question);
  return (words.length > 0 ? words : wordsIn(question)).join(' ');
}

/** Whether a question asks what something is, or is nothing but its name: then a single word says enough. */
export const asksWhatItIs = (question: string): boolean =>
  /^\W*(wh?at( i|')?s|what (are|does)|explain|define|tell me about|how (do|does|can|should) (i|you|we|it) (do|use|work|start|learn))\b(?! my\b)/i.test(
    question,
  ) || subjectWords(question).length === wordsIn(question).length;

/** Whether a question can only be understood by what was asked before: it names nothing, or goes on with it. */
export function isFollowUp(question: string): boolean {
  const count = subjectWords(question).length;
  if (count === 0) return true;
  if (/^\W*(and|but|also|what about|how about)\b/i.test(question)) return count <= 4;
  return count <= 2 && /\b(it|its|that|those|them|they)\b/i.test(question);
}

/** What stands before another question in one message. */
const questionBoundary =
  /(?<=\?)\s+|(?:,|(?<![,\s]))\s+(?:and|also|plus)(?: also)?\s+(?=(?:how|what|when|where|why|who|which|can|could|do|does|did|is|are|am|should|will)\b)/i;

/** At most so many questions of one message are answered one by one. */
const mostParts = 3;

/** The questions of a message that can each be understood by itself; the whole of it where it is one, or they cannot. */
export function questionsIn(message: string): string[] {
  const parts = message.trim().split(questionBoundary).filter(Boolean);
  const isApart =
    parts.length > 1 &&
    parts.length <= mostParts &&
    parts.every(
      (part) => subjectWords(part).length > 0 && !/\b(it|its|that|this|those|these|them|they)\b/i.test(part),
    );
  return isApart ? parts.map((part) => part.trim()) : [message];
}

/** Whether a question is about one's dealings with this site, and not about the trade that it teaches. */
export const isAboutHere = (question: string): boolean =>
  /\b(my|the|an?) (\w+ )?(account|membership|subscription|password|card|invoices?|receipts?|payments?|data|profile|picture|commissions?|pay ?outs?|certificates?|notifications?|e-?book|e-?mail address)\b|\b(pay ?outs?|refund(ed)?|money back|certificate|password|log ?in|sign ?in|unsubscribe|two-?factor|2fa|this (site|website)|dark mode|charged|mobile app|(do|can|will) i earn)\b/i.test(
    question,
  );

/** What others call what the library has another word for. */
const ourWords: readonly [theirs: RegExp, ours: string][] = [
  [/\ba\s*\/\s*b[ -]?(?=test)/giu, 'split '],
  [/\b(chat ?gpt|gpt|copilot|gemini|claude|llms?)\b/giu, 'AI'],
  [/\be-mails?\b/giu, 'email'],
  [/\bback ?links?\b/giu, 'links'],
  [/\butm (parameters?|tags?|codes?)\b/giu, 'UTM tracking'],
  [/\b(facebook|instagram|meta) ads?\b/giu, 'newsfeed ads'],
  [/\b(adwords|google ads)\b/giu, 'search ads'],
  [/\bremarketing\b/giu, 'retargeting'],
  [
    /\b(2fa|mfa|(two|2)[ -](factor|step)( (authentication|sign-?in|login|verification))?)\b/giu,
    'two-step sign-in',
  ],
  [/\bmy (\w+ )?subscription\b/giu, 'my membership'],
  [
    /\b(stop|turn off|unsubscribe from|get rid of|disable)( \w+)? (e-?mails|mails|newsletters?)\b/giu,
    'unsubscribe emails notifications',
  ],
];

/** What others say in letters and the library in words. What such letters mean is asked by the letters. */
const abbreviations: readonly [letters: RegExp, words: string][] = [
  [/\bctr\b/giu, 'click rate'],
  [/\bcpc\b/giu, 'cost per click'],
  [/\bcpm\b/giu, 'cost per thousand views'],
  [/\broas\b/giu, 'return on ad spend'],
  [/\b(cac|cpa)\b/giu, 'cost of a new customer'],
  [/\b(cltv|clv|ltv)\b/giu, 'lifetime value of a customer'],
  [/\bcro\b/giu, 'conversion rate'],
  [/\bserps?\b/giu, 'search results'],
  [/\busp\b/giu, 'positioning'],
];

const asksMeaning = (question: string) =>
  asksWhatItIs(question) ||
  /\b(meanings?|means?|stands? for|definition|difference between)\b/i.test(question);

/** A question in the library's words, where it calls things otherwise. */
export const inLibraryTerms = (question: string) =>
  [...ourWords, ...(asksMeaning(question) ? [] : abbreviations)].reduce(
    (text, [theirs, ours]) => text.replace(theirs, ours),
    question,
  );
