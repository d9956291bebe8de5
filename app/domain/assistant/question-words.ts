/** Words that make a question, not its subject: what is looked for without them. Postgres leaves out its own list besides. */
const asking = new Set(
  `a able about actually advice all already also always am an and any anybody anyone anything are as at ask be because been before begin being
  best better bit but by can could did different do does doing dont done each either else end even ever every everything explain far few find first
  for from get getting give gives giving go goes going good got great had handle has have having hello help her here hey hi him his how i if im in
  into is it its ive just keep know learn let lets like lot look made make makes making many may me mean means might mine more most much must my
  need needs never new next nice no not now of off often on once one only or other our out over own people person please put question quite rather really
  right said same say says see set shall she should show so some somebody someone something start still such suggest sure take tell than
  thank thanks that the their them then there these they thing things think this those though through to too try trying understand up us use used
  useful using very want wants was way ways we well were what whats when where whether which while who why will with without work working would
  you your yours`
    .split(/\s+/)
    .filter(Boolean),
);

/** The words of a question that say what it is about; all of it where none does. */
export function subjectOf(question: string): string {
  const words = question.split(/[^\p{L}\p{N}'&+#.-]+/u).filter(Boolean);
  const telling = words.filter(
    (word) => !asking.has(word.toLowerCase().replace(/['.]/g, '')) && /[\p{L}\p{N}]/u.test(word),
  );
  return (telling.length > 0 ? telling : words).join(' ');
}

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
];

/** A question in the library's words, where it calls things otherwise. */
export const inOurWords = (question: string) =>
  ourWords.reduce((text, [theirs, ours]) => text.replace(theirs, ours), question);
