/** What of a member's own a question is about. */
export type StateTopic = 'progress' | 'next' | 'billing' | 'earnings' | 'link' | 'payout' | 'ebook';

/** What is wanted of the page one is on: what it is about, its exercise, or what stands under one of its headings. */
export type PageWish = 'summary' | 'exercise' | { heading: string };

/** What a question is about, beside what the library teaches. */
export type Intent =
  | { kind: 'own'; topic: StateTopic }
  /** About the page one is on. */
  | { kind: 'page'; wants: PageWish }
  | { kind: 'person' }
  /** For what belongs to other people. */
  | { kind: 'others' }
  /** Tells the assistant to be another. */
  | { kind: 'instructions' }
  /** Displeased, and asks nothing. */
  | { kind: 'complaint' }
  | { kind: 'greeting' }
  | { kind: 'thanks' }
  | { kind: 'self' };

const own = /\b(i|i'm|i've|im|ive|me|my|mine)\b/;
/** Names the page it is asked from. */
const pageNamed =
  /\bthis (course|calculator|lesson|module|guide|playbook|page|letter|text|chapter|training)\b/;
/** Asks how something is done, not how it stands. */
const howTo = /^(how (do|can|could|should|would|to)|where (do|can)|can i|may i|could i)\b/;

/** Asked for their own sake, however the question begins. */
const plainTopics: readonly [StateTopic, RegExp][] = [
  [
    'link',
    /\b(where|what|which|find|show|copy|see|get)( (is|are|do|can|i|me|find|get|see|copy|you|please))* my (own )?(referral|affiliate) link\b/,
  ],
  [
    'payout',
    /\b(next|my) pay ?outs?\b.{0,20}\bwhen\b|\bwhen\b.{0,30}\bmy (next |first )?pay ?out\b|^when (do|will|am|can) i (get |be )?paid( out)?[?.! ]*$/,
  ],
];

const topics: readonly [StateTopic, RegExp][] = [
  [
    'next',
    /\b(learn|do|study|take|watch|read|start|begin|continue)\b.{0,20}\bnext\b|\bwhat('s| is) next\b|\b(leave|left) off\b|\bpick up where\b|\bnext (lesson|module|course)\b|\bcontinue where\b|\bwhat (should|do|can) i (do|learn|read|take|start with|begin with) first\b|\bwhere (should|do) i (start|begin)\b/,
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

/** Asks for members in general, or for what belongs to somebody who is named. */
const ofOthers =
  /\b(list|show|name|give me|tell me|who are|export)\b.{0,15}\b(all|other|every|the) (of )?(the |your |our )?(other )?(members|users|customers of this site|affiliates|accounts)\b|\b(an?other|other) (members?|users?)('s)? (progress|earnings?|data|e-?mail|account|address|phone|payments?)|\b(progress|password|earns?|earnings|payments?|account|membership|phone|clicks)\b.*@[\w-]+\.\w{2,}|@[\w-]+\.\w{2,}'s\b/;

/** What belongs to somebody by name, as it is typed. */
const ofSomebody =
  /\b(?!(?:What|Where|Who|How|When|That|There|Here|It|Let|Today|One)'s)[A-Z][a-z]+'s (e-?mail address|phone number|home address|password|account|earnings|progress)\b/;

const personalData = `(?:e-?mails?|e-?mail addresses|addresses|phone numbers?|passwords?|payments?|card numbers?|earnings|commissions|progress|accounts?|invoices?|private messages|questions|data|details)`;
const otherPeople = `(?:(?:the|your|our|all|any|every|each|of) )*(?:(?:an?other|other) )?(?:members?|users?|affiliates|resellers|people here|customers of (?:this|the|your) site|(?:every|some|any)(?:one|body)(?: else)?)`;

/** An order to hand something over, whatever comes before it. */
const handOver =
  /\b(show|give|send|list|export|print|reveal|dump|display|tell me|read me|let me see|i (want|need) (to see )?)\b/;
const dataOfOthers = new RegExp(
  String.raw`\b(?:${personalData} (?:of|from|belonging to) ${otherPeople}|${otherPeople}(?:'s|'|s')? ${personalData})\b`,
);

/** Whether a request is for what belongs to other people here: an order to hand it over, of what is personal, of those who use this site. */
const isForOthersData = (question: string) =>
  handOver.test(question) &&
  dataOfOthers.test(question) &&
  !/^(how|why|when|should|where|which|what) \b/.test(question) &&
  !/\b(my|our) (own )?(members|users|customers|affiliates|subscribers)\b/.test(question);

/** Whether a message sets aside what the assistant is told to do, or asks for it. */
const isNewInstruction = (question: string) =>
  /\b(ignore|disregard|forget|override|bypass)\b (?:\w+ ){0,3}?(your|previous|prior|earlier|above|all)\b.{0,25}\b(instructions?|rules|prompts?|guidelines|restrictions)\b|\b(your|the) (system|hidden|initial) (prompt|instructions?)\b|\byou are now (a|an|in|no)\b|\b(pretend|act as if) (that )?you (are|were|have|had) (an? )?(admin|administrator|developer|no (rules|restrictions|limits))\b/.test(
    question,
  );

const swearing = /\b(fuck(ing|ed)?|shit(ty)?|bullshit|crap|damn|asshole|bastard|wtf|stfu)\b/g;

/** Displeasure with the assistant. */
const displeased =
  /^(you('re| are)?|this (bot|assistant|chat|thing)( is)?|it('s| is)) (so |really |just |totally |absolutely |completely )*(a |an )?(useless|stupid|dumb|idiot(ic)?|terrible|awful|bad|worthless|annoying|no help|not helpful|unhelpful|wrong|rubbish|garbage|joke|suck(s)?)\b[\s\w]{0,12}[!.]*$/;

/** A question without what is said in anger. */
export const withoutSwearing = (question: string) =>
  question.replace(new RegExp(swearing.source, 'gi'), ' ').replace(/\s+/g, ' ').trim();

/** Sorts a question by what it is about; null where the library is to be asked. */
export function intentOf(typed: string): Intent | null {
  const question = typed
    .toLowerCase()
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/\s+/g, ' ')
    .trim();
  if (/^(hi|hello|hey|good (morning|afternoon|evening))\b[\s!.,]*(there[\s!.]*)?$/.test(question))
    return { kind: 'greeting' };
  if (
    /^(many )?(thanks|thank you|thx|great|ok|okay|perfect|cool|nice)( (a lot|so much|very much))?[\s!.]*$/.test(
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
  const calm = withoutSwearing(question);
  const hasSworn = calm !== question;
  if (
    displeased.test(calm) ||
    (hasSworn && calm.replace(/\b(off|you|this|is|it|the|that|are|go|oh|what|a)\b|[^a-z]/g, '') === '')
  )
    return { kind: 'complaint' };
  const heading = /\bwhat does (?:it|this \w+) say about "(.+)"/.exec(typed.replace(/^W/, 'w'))?.[1];
  if (heading !== undefined) return { kind: 'page', wants: { heading } };
  const page = pageNamed.test(question);
  if (page && /\b(about|summary|summarize|summarise|cover|short|teach|gist)\b/.test(question))
    return { kind: 'page', wants: 'summary' };
  if (page && /\b(exercise|homework|task|practice)\b/.test(question))
    return { kind: 'page', wants: 'exercise' };
  if (ofOthers.test(question) || ofSomebody.test(typed) || isForOthersData(question))
    return { kind: 'others' };
  if (isNewInstruction(question)) return { kind: 'instructions' };
  const plain = plainTopics.find(([, pattern]) => pattern.test(question));
  if (plain) return { kind: 'own', topic: plain[0] };
  if (!own.test(question) && !/\bwhat('s| is) next\b/.test(question)) return null;
  if (howTo.test(question) && !/\bhow far\b|\bnext\b/.test(question)) return null;
  const topic = topics.find(([, pattern]) => pattern.test(question));
  return topic ? { kind: 'own', topic: topic[0] } : null;
}
