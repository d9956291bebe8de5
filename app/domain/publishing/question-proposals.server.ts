import type { Root } from 'mdast';
import { textOfNode } from '#app/domain/publishing/document.server.ts';

/** So many questions a piece of ours has at least. */
export const questionsPerPiece = 12;
/** A question has so many characters, as `questionsSchema` takes it. */
const length = { least: 4, most: 120 };

/** Headings that every piece of a kind has: nobody asks for them. */
const commonHeading =
  /^(exercise|steps?|template|summary|checklist|before you (start|begin)|what you need|first|second|example|introduction|mistakes to avoid|your turn)$/i;

/** A first word that begins with a question already. */
const question = /^(how|what|which|who|whom|whose|when|where|why|is|are|do|does|can|should|will)\b/i;

/** Verbs that headings of lessons begin with. */
const deed =
  /^(add|ask|avoid|begin|bring|build|buy|calculate|call|change|check|choose|collect|compare|count|create|cut|decide|define|describe|design|draw|earn|fill|find|fix|follow|gather|get|give|grow|handle|hire|keep|know|launch|learn|leave|let|list|look|make|manage|measure|name|offer|open|organize|pay|pick|plan|post|practice|prepare|price|prove|publish|put|read|record|reduce|remove|reply|report|review|run|save|say|schedule|sell|send|set|show|sort|spend|split|start|stop|take|talk|teach|tell|test|track|try|turn|use|watch|win|work|write)\b/i;

/** First words that are no verbs. */
const thing =
  /^(?:the|an?|my|its?|this|that|these|those|one|two|three|some|every|each|no|more|less|about|from|for|with|without|in|on|at|by) /i;

/** A word that is followed by these is a verb in its plain form, unless it names several things or an activity: "Diagnose in an hour". */
const objectOf =
  /^(?!\w+(?:ing|[^s]s) )\w+ (?:the|an?|my|your|its?|them|in|with|before|after|from|until|without|one|two|three|people|what|how|who|when|as|at) /i;

/** As a reader says it: what a text calls "your" is "my" to them. */
const asReader = (text: string) =>
  text
    .replace(/\byourself\b/gi, 'myself')
    .replace(/\byours\b/gi, 'mine')
    .replace(/\byour\b/gi, 'my')
    .replace(/\byou are\b/gi, 'I am')
    // At the end it is whom something is done to.
    .replace(/\byou$/i, 'me')
    .replace(/\byou\b/gi, 'I');

const lowerFirst = (text: string) =>
  /^[A-Z][a-z]/.test(text) || /^[AI] /.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;

/** What a reader would ask to be led to a heading. */
function questionOf(heading: string): string {
  const plain = asReader(
    lowerFirst(
      heading
        .replace(/^(step )?\d+[.:)]?\s*/i, '')
        .replace(/[.:?!]$/, '')
        .trim(),
    ),
  );
  if (question.test(plain)) return plain;
  return deed.test(plain) || (objectOf.test(plain) && !thing.test(plain))
    ? `how do I ${plain}`
    : `what should I know about ${plain}`;
}

/** What a question is compared by. */
const keyOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

/** Of these questions those that a piece may have besides those it has, each once. */
export function newQuestions(proposed: readonly string[], present: readonly string[]): string[] {
  const seen = new Set(present.map(keyOf));
  const room = Math.max(0, questionsPerPiece - present.length);
  return proposed
    .map((text) => text.trim())
    .filter((text) => {
      const key = keyOf(text);
      return (
        text.length >= length.least &&
        text.length <= length.most &&
        key !== '' &&
        !seen.has(key) &&
        Boolean(seen.add(key))
      );
    })
    .slice(0, room);
}

/** Questions by a piece's title and headings: a beginning for its author, who puts them in a beginner's words. */
export function questionsFromHeadings(title: string, tree: Root): string[] {
  const headings = tree.children.flatMap((node) =>
    node.type === 'heading' && node.depth <= 3 ? [textOfNode(node).trim()] : [],
  );
  const [name = ''] = title.split(/[:.?!]/, 1);
  const subject = asReader(lowerFirst(name.trim()));
  return [
    ...(subject ? [`where do I start with ${subject}`] : []),
    ...headings.filter((heading) => heading !== '' && !commonHeading.test(heading)).map(questionOf),
    ...(subject ? [`what goes wrong with ${subject}`] : []),
  ];
}
