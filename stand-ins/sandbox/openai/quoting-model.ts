import type { Turn } from '#stand-ins/sandbox/openai/model-turn.ts';
import { type ChatMessage, type ChatRequest, textOf } from '#stand-ins/sandbox/openai/requests.ts';

// What the stand-in says of itself: a reader without wit that looks up what it is asked, and repeats what it finds, with its number.

/** A place that a tool has found, as far as it is read here. */
interface Found {
  number: number;
  text: string;
}

const lookups: readonly [tool: string, pattern: RegExp][] = [
  ['open_ticket', /\b(ticket|human|a person|contact support)\b/],
  ['my_next_payout', /\bnext pay ?out\b/],
  ['next_lesson', /\bnext\b(?! (payment|charge|invoice)\b)|\b(leave|left) off\b/],
  [
    'my_progress',
    /\bmy progress\b|\bhow far\b|\bhave i (finished|completed|done)\b|\b(courses|lessons|modules) (did|have) i\b/,
  ],
  [
    'my_affiliate_figures',
    /\bmy (referral )?(link|clicks|referrals|commissions?|earnings|balance|payouts?)\b|\b(have|did) i (earn|refer)/,
  ],
  [
    'my_billing',
    /\bmy (membership|subscription|plan|billing|payment)|\b(am|will|do) i (be |get )?(a |still |an )*(charged|billed|pay|paying|member)\b|\bnext payment\b/,
  ],
  ['my_ebook', /\b(own|have|my)\b.*\be-?book\b/],
  ['read_this_page', /\bthis (lesson|guide|playbook|page|letter|text)\b/],
];

/** The sentence of a text that has most of the words asked for. */
function bestSentence(text: string, question: string): string {
  const questionWords = new Set(question.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu));
  const sentences = text
    .split(/\n|(?<=[.!?]) +(?=[\p{Lu}\p{N}"])/u)
    .filter((line) => line.trim().length > 20);
  const worth = (line: string) =>
    (line.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? []).filter((word) => questionWords.has(word)).length;
  return (sentences.toSorted((a, b) => worth(b) - worth(a))[0] ?? text).trim();
}

function foundIn(content: string): { isCertain: boolean; places: Found[] } {
  const answer = JSON.parse(content) as {
    certain?: boolean;
    sources?: Found[];
    number?: number;
    text?: string;
  };
  if (answer.number !== undefined && answer.text !== undefined)
    return { isCertain: true, places: [{ number: answer.number, text: answer.text }] };
  return { isCertain: answer.certain === true, places: answer.sources ?? [] };
}

/** Sentences with the number of their source. */
function repeat(results: readonly ChatMessage[], question: string): string {
  const findings = results.map((result) => foundIn(textOf(result)));
  const places = findings.filter(({ isCertain }) => isCertain).flatMap((one) => one.places);
  if (places.length === 0) return 'I found nothing in the library that answers this.';
  return places
    .slice(0, 3)
    .map(({ number, text }) => `${bestSentence(text, question).replace(/[.!?:;]?$/, '')} [${number}].`)
    .join('\n\n');
}

/** What the scholar does with a request. */
export function scholarly({ messages, tools, tool_choice }: ChatRequest): Turn {
  const questionIndex = messages.findLastIndex(({ role }) => role === 'user');
  const question = questionIndex < 0 ? '' : textOf(messages[questionIndex] as ChatMessage);
  const results = messages.slice(questionIndex + 1).filter(({ role }) => role === 'tool');
  const offered = tools?.map((one) => one.function.name) ?? [];
  if (results.length > 0) return { text: repeat(results, question) };
  if (offered.length === 0 || tool_choice === 'none')
    return { text: `Asked before: ${question.slice(0, 400)}` };
  const lowered = question.toLowerCase();
  const name =
    lookups.find(([tool, pattern]) => offered.includes(tool) && pattern.test(lowered))?.[0] ??
    'find_in_library';
  const toolArguments: Record<string, unknown> =
    name === 'find_in_library'
      ? { query: question.slice(0, 300) }
      : name === 'open_ticket'
        ? { subject: question.slice(0, 80), message: question.slice(0, 1_000) }
        : {};
  return { calls: [{ name, arguments: toolArguments }] };
}
