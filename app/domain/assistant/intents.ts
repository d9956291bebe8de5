/** What of a member's own a question is about. */
export type StateTopic = 'progress' | 'next' | 'billing' | 'earnings' | 'ebook';

/** What a question is about, beside what the library teaches. */
export type Intent =
  | { kind: 'own'; topic: StateTopic }
  /** About the page one is on. */
  | { kind: 'page'; wants: 'summary' | 'exercise' }
  | { kind: 'person' }
  | { kind: 'greeting' }
  | { kind: 'thanks' }
  | { kind: 'self' };

const own = /\b(i|i'm|i've|im|ive|me|my|mine)\b/;
/** Asks how something is done, not how it stands. */
const howTo = /^(how (do|can|could|should|would|to)|where (do|can)|can i|may i|could i)\b/;

const topics: readonly [StateTopic, RegExp][] = [
  [
    'next',
    /\b(learn|do|study|take|watch|read|start|begin|continue)\b.{0,20}\bnext\b|\bwhat('s| is) next\b|\b(leave|left) off\b|\bpick up where\b|\bnext (lesson|module|course)\b|\bcontinue where\b/,
  ],
  [
    'progress',
    /\bmy progress\b|\bhow far (am|have) i\b|\bhow far along\b|\bhave i (finished|completed|done)\b|\b(courses|lessons|modules) (did|have) i\b|\bi('ve| have) (finished|completed|done)\b/,
  ],
  [
    'earnings',
    /\bmy .{0,25}(clicks?|referrals?|commissions?|earnings|balance|payouts?)\b|\bclicks .{0,20}my (referral )?link\b|\b(clicks?|signups?|commissions?|referrals?) (did|have) i\b|\b(have|did) i (earn|refer)|\bi (have )?(referred|earned)\b/,
  ],
  [
    'billing',
    /\bmy (membership|subscription|plan|billing|next (payment|invoice|charge)|last (payment|invoice)|payments?)\b|\b(am|are) i (a |an |still )?(paying|member|subscribed|billed|charged)\b|\bwhen (am|will|do) i (be )?(get )?(charged|billed|pay)\b/,
  ],
  [
    'ebook',
    /\b(do|did|have) i (already )?(own|have|buy|bought|got|get)\b.{0,20}\b(e-?book|book)\b|\bmy e-?book\b/,
  ],
];

/** Sorts a question by what it is about; null where the library is to be asked. */
export function intentOf(typed: string): Intent | null {
  const question = typed
    .toLowerCase()
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/\s+/g, ' ')
    .trim();
  if (/^(hi|hello|hey|good (morning|afternoon|evening))\b[\s!.,]*(there)?[\s!.]*$/.test(question))
    return { kind: 'greeting' };
  if (
    /^(many )?(thanks|thank you|thx|great|ok|okay|perfect)( (a lot|so much|very much))?[\s!.]*$/.test(
      question,
    )
  )
    return { kind: 'thanks' };
  if (
    /^(who|what) are you\b|\bwhat can you (do|help)|\bhow do you work\b|\bare you (a )?(human|bot|real|an ai|ai)\b/.test(
      question,
    )
  )
    return { kind: 'self' };
  if (
    /\b(talk|speak|write|chat) (to|with) (a |an )?(human|person|somebody|someone|support|agent)\b|\b(open|submit|create) a ticket\b|\bcontact (you|support)\b/.test(
      question,
    )
  )
    return { kind: 'person' };
  const page = /\bthis (lesson|module|guide|playbook|page|letter|text|chapter|training)\b/.test(question);
  if (page && /\b(about|summary|summarize|summarise|cover|short|teach|gist)\b/.test(question))
    return { kind: 'page', wants: 'summary' };
  if (page && /\b(exercise|homework|task|practice)\b/.test(question))
    return { kind: 'page', wants: 'exercise' };
  if (!own.test(question) && !/\bwhat('s| is) next\b/.test(question)) return null;
  if (howTo.test(question) && !/\bhow far\b|\bnext\b/.test(question)) return null;
  const found = topics.find(([, pattern]) => pattern.test(question));
  return found ? { kind: 'own', topic: found[0] } : null;
}
