import { accountReply, accountTopicOf } from '#app/domain/assistant/account-questions.ts';
import { combineReplies } from '#app/domain/assistant/combined-replies.ts';
import { withDatabaseSlot } from '#app/domain/assistant/database-slots.ts';
import { type Intent, intentOf, withoutSwearing } from '#app/domain/assistant/intents.ts';
import { inEnglish, type LanguageCode, languageOf } from '#app/domain/assistant/languages.ts';
import { help, replyFromLibrary, ticketOf } from '#app/domain/assistant/library-reply.ts';
import { describeOwnState } from '#app/domain/assistant/own-state.server.ts';
import { aboutPage } from '#app/domain/assistant/page-reply.server.ts';
import { isFollowUp, questionsIn, subjectOf, subjectWords } from '#app/domain/assistant/question-words.ts';
import type { Reply } from '#app/domain/assistant/reply.ts';
import { findPassages, nothingFound } from '#app/domain/assistant/retrieval.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { config } from '#app/platform/config.server.ts';

// The assistant without a model: it finds and quotes, tells data, and says where it knows nothing.

/** Questions that are no questions: what answers them needs no model. */
export function needsNoModel(question: string): boolean {
  const intent = intentOf(question);
  return (
    intent !== null &&
    ['greeting', 'thanks', 'self', 'others', 'instructions', 'complaint'].includes(intent.kind)
  );
}

const aboutReply = (text: string): Reply => ({ text, citations: [], standing: 'about' });

/** Words by which a question names the page it is asked from, and what is wanted of it. */
const pageWords =
  /^(lesson|module|guide|playbook|page|letter|text|chapter|training|summary|summari[sz]e|cover|short|teach|gist|exercise|homework|task|practice)s?$/i;

const isOfPageAlone = (question: string) =>
  subjectOf(question)
    .split(' ')
    .every((word) => pageWords.test(word));

const unseenPage = (question: string): Reply => ({
  text: `I do not see which page you mean: open it and ask me there, or name it. ${help(question)}`,
  citations: [],
  standing: 'unknown',
  proposal: ticketOf(question),
});

function introduction(): string {
  return `I am the assistant of ${config().brandName}. I look your question up in the courses, guides, playbooks, letters, the ebook and the help texts, quote what they say and link to the place. I can also tell how far you are, what comes next, how your membership stands and what your referral link has brought. What I do not find, I say so.`;
}

/** Says of one's own figures that they are not as they should be. */
const reportsProblem =
  /\b(missing|wrong|incorrect|lost|gone|disappeared|error|mistake|not (there|counted|shown|right|correct|credited))\b/i;

const nothingNamed = aboutReply(
  'Name what it is about in a few words, such as "subject lines", "refund" or "my next payment", and I look it up. I answer from the library, and about your own progress, membership and referrals.',
);

/** Answers what needs no looking up; undefined for what does. */
async function directReply(
  viewer: Viewer,
  intent: Intent,
  question: string,
  onPath: string | null,
): Promise<Reply | undefined> {
  switch (intent.kind) {
    case 'own': {
      const reply = await describeOwnState(viewer, intent.topic, question);
      if (!reportsProblem.test(question)) return reply;
      const text = `${reply.text} If something is wrong with that, send your question to our support team from here.`;
      return { ...reply, text, proposal: ticketOf(question) };
    }
    case 'page': {
      const reply = onPath === null ? undefined : await aboutPage(viewer, onPath, intent.wants);
      // A question of nothing but the page asks nothing of the library.
      return reply ?? (isOfPageAlone(question) ? unseenPage(question) : undefined);
    }
    case 'person':
      return {
        ...aboutReply(
          'You can [write to a person](/support#contact) at any hour, or send this question to our support team from here. We answer within 24 hours. Say which page you were on and what you expected to happen.',
        ),
        proposal: ticketOf(question),
      };
    case 'others':
      return aboutReply(
        'I see what is yours and nothing that belongs to other people, so I cannot tell you that. Your own progress, membership and figures I can tell.',
      );
    case 'instructions':
      return aboutReply(
        'I look things up in the library and tell you what is yours, and take no other instructions. Ask me about marketing, or about your own progress, membership and figures.',
      );
    case 'complaint':
      return {
        ...aboutReply(
          'I am sorry that this was of no use. Tell me in a few words what you want to do or know, and I look again. You can also [write to a person](/support#contact), or send a message from here.',
        ),
        proposal: ticketOf(question),
      };
    case 'greeting':
      return aboutReply(`Hello. ${introduction()}`);
    case 'thanks':
      return aboutReply('You are welcome.');
    case 'self':
      return aboutReply(introduction());
  }
}

/** Where a question is asked, and what was asked before it in the same conversation. */
interface Circumstances {
  onPath?: string | null;
  signal?: AbortSignal | undefined;
  /** The last question that names something; asked for only where one goes on with it. */
  findEarlier?: () => Promise<string | null>;
}

/** What the library has near a question in another language: of what it names in words of the trade, and never for certain. */
async function answerForeign(
  viewer: Viewer,
  question: string,
  language: LanguageCode,
  signal: AbortSignal | undefined,
): Promise<Reply> {
  const named = inEnglish(question, language);
  if (named === '') return replyFromLibrary(question, nothingFound(question));
  const retrieval = await findPassages(viewer, named, { signal });
  return replyFromLibrary(question, { ...retrieval, isTranslated: true });
}

async function answerOne(
  viewer: Viewer,
  question: string,
  { onPath = null, signal, findEarlier }: Circumstances,
): Promise<Reply> {
  const intent = intentOf(question);
  const direct = intent && (await withDatabaseSlot(() => directReply(viewer, intent, question, onPath)));
  if (direct) return direct;
  const politeQuestion = withoutSwearing(question) || question;
  const language = languageOf(politeQuestion);
  const topic = language && accountTopicOf(politeQuestion, language);
  if (language && topic) return accountReply(topic, language);
  const earlier = isFollowUp(politeQuestion) && findEarlier ? await withDatabaseSlot(findEarlier) : null;
  if (earlier === null && subjectWords(politeQuestion).length === 0) return nothingNamed;
  if (earlier === null && language) return answerForeign(viewer, politeQuestion, language, signal);
  const query = earlier === null ? politeQuestion : `${earlier} ${subjectOf(politeQuestion)}`;
  return replyFromLibrary(politeQuestion, await findPassages(viewer, query, { signal }), earlier);
}

/**
 * The librarian's answer to a message: quotations with where they stand, the member's own data, or that there is nothing; to each of
 * its questions where it has several. At most five queries for each of them.
 */
export async function askLibrarian(
  viewer: Viewer,
  message: string,
  circumstances: Circumstances = {},
): Promise<Reply> {
  const parts = questionsIn(message);
  const replies: Reply[] = [];
  for (const part of parts) replies.push(await answerOne(viewer, part, circumstances));
  const [only] = replies;
  if (only && replies.length === 1) return only;
  const proposal = replies.some((reply) => reply.proposal) ? ticketOf(message) : null;
  return { ...combineReplies(replies), proposal };
}
