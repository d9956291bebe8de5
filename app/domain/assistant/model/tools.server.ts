import { z } from 'zod';
import { isCertain, isNear } from '#app/domain/assistant/answer-confidence.ts';
import { withDatabaseSlot } from '#app/domain/assistant/database-slots.ts';
import type { StateTopic } from '#app/domain/assistant/intents.ts';
import type { Grounds } from '#app/domain/assistant/model/grounds.ts';
import { describeOwnState } from '#app/domain/assistant/own-state.server.ts';
import { readTicketProposal } from '#app/domain/assistant/proposal.ts';
import type { TicketProposal } from '#app/domain/assistant/reply.ts';
import { type FoundPassage, findPagePassages, findPassages } from '#app/domain/assistant/retrieval.server.ts';
import { mayUseAffiliateCentre } from '#app/domain/core/access/policy.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import type { ModelTool } from '#app/platform/ai/text-generation.server.ts';

// What a model may look up. Each tool reads as the member who asks, by the functions of the pages, and takes nobody's id.

/** What the tools of one answer have found, and what the answer is to offer. */
export interface Findings {
  grounds: Grounds;
  proposal: TicketProposal | null;
}

/** Who asks for an answer, and what. */
interface QuestionContext {
  viewer: Viewer;
  /** What the member has asked in this conversation, the question last. */
  questions: readonly string[];
  /** The page it is asked from, where it is a piece of the library. */
  onPath: string | null;
  /** Calls the lookups off. */
  signal: AbortSignal;
}

/** A lookup shows a model so many passages, each so long at most: what one lookup costs is known. */
const shownPassages = 5;
const shownLength = 1_100;

/** Tokens that one lookup may bring, for the budget. */
export const tokensOfLookup = Math.ceil((shownPassages * (shownLength + 250)) / 4);

const tool = <Input extends z.ZodType>(definition: ModelTool<Input>): ModelTool =>
  definition as unknown as ModelTool;

/** The page where a member finds what is told of their own state. */
const pagesOfTopics: Record<StateTopic, { path: string; title: string }> = {
  progress: { path: '/dashboard', title: 'Dashboard' },
  next: { path: '/dashboard', title: 'Dashboard' },
  billing: { path: '/profile/billing', title: 'Billing' },
  link: { path: '/affiliate-centre', title: 'Affiliate Centre' },
  payout: { path: '/affiliate-centre/payouts', title: 'Payouts' },
  earnings: { path: '/affiliate-centre/stats', title: 'Statistics' },
  ebook: { path: '/ebook', title: 'The ebook' },
};

/** Whether a lookup is for what the member asked, and not for something that a model would like to talk about. */
function isAskedFor(stems: Iterable<string>, questions: readonly string[]): boolean {
  const questionWords =
    questions
      .join(' ')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  const stemBeginnings = [...stems].map((stem) => stem.slice(0, Math.max(3, stem.length - 1)));
  const askedBeginnings = stemBeginnings.filter((beginning) =>
    questionWords.some((word) => word.startsWith(beginning)),
  );
  return stemBeginnings.length > 0 && askedBeginnings.length * 2 >= stemBeginnings.length;
}

function showPassages(
  passages: readonly Pick<FoundPassage, 'path' | 'title' | 'heading' | 'place' | 'body'>[],
  { grounds }: Findings,
) {
  return passages.slice(0, shownPassages).map(({ path, title, heading, place, body }) => {
    const text = body.slice(0, shownLength);
    const number = grounds.add({ citation: { path, title, heading, place }, text, isOwn: false });
    return { number, title, heading, place, text };
  });
}

/** The tools for one answer. */
export function toolsFor(
  { viewer, questions, onPath, signal }: QuestionContext,
  findings: Findings,
): Record<string, ModelTool> {
  const own = async (topic: StateTopic, question: string) => {
    const { text } = await describeOwnState(viewer, topic, question);
    const citation = { ...pagesOfTopics[topic], heading: '', place: 'Your account' };
    return { number: findings.grounds.add({ citation, text, isOwn: true }), text };
  };
  const nothing = z.object({});
  const tools: Record<string, ModelTool> = {
    find_in_library: tool({
      description:
        'Finds passages of the courses, guides, playbooks, letters, ebook, legal and help texts that this member may read. Give the words of the question.',
      input: z.object({ query: z.string().trim().min(1).max(300) }),
      async run({ query }) {
        const retrieval = await findPassages(viewer, query, { signal });
        const isAbout = isAskedFor(retrieval.rarity.keys(), questions);
        const certain = isAbout && retrieval.passages.some((one) => isCertain(one, retrieval));
        if (!certain) return { certain: false, sources: [] };
        const fitting = retrieval.passages.filter(
          (one) => isNear(one, retrieval) || isCertain(one, retrieval),
        );
        return { certain: true, sources: showPassages(fitting, findings) };
      },
    }),
    my_progress: tool({
      description: 'Tells how far this member is, in all courses or in the one that is named.',
      input: z.object({ course: z.string().max(100).optional() }),
      run: ({ course }) => own('progress', course ?? ''),
    }),
    next_lesson: tool({
      description: 'Tells which lesson this member should take next.',
      input: nothing,
      run: () => own('next', ''),
    }),
    my_billing: tool({
      description: 'Tells in words how the membership of this member stands, and when the next payment is.',
      input: nothing,
      run: () => own('billing', ''),
    }),
    my_ebook: tool({
      description: "Tells whether the ebook is this member's to download.",
      input: nothing,
      run: () => own('ebook', ''),
    }),
    open_ticket: tool({
      description:
        'Prepares a message to the support team. It is sent only if the member presses the button that is shown. Use it when they ask for a person.',
      input: z.object({ subject: z.string().max(1_000), message: z.string().max(20_000) }),
      async run({ subject, message }) {
        findings.proposal = readTicketProposal({ subject, message });
        return { prepared: findings.proposal !== null, sent: false };
      },
    }),
  };
  if (mayUseAffiliateCentre(viewer)) {
    tools.my_affiliate_figures = tool({
      description: 'Tells clicks, registrations and earnings of the referral link of this member.',
      input: nothing,
      run: () => own('earnings', ''),
    });
    tools.my_next_payout = tool({
      description: 'Tells when this member is paid out next, and what is missing for that.',
      input: nothing,
      run: () => own('payout', ''),
    });
  }
  if (onPath !== null)
    tools.read_this_page = tool({
      description: 'Shows the page of the library that the member is reading.',
      input: nothing,
      async run() {
        const isMeant = /\bthis (lesson|module|guide|playbook|page|letter|text|chapter|training)\b/i.test(
          questions.at(-1) ?? '',
        );
        const passages = isMeant ? await findPagePassages(viewer, onPath) : [];
        return { certain: passages.length > 0, sources: showPassages(passages, findings) };
      },
    });
  return Object.fromEntries(
    Object.entries(tools).map(([name, definition]) => [
      name,
      // Finding takes its turns by itself.
      name === 'find_in_library'
        ? definition
        : ({
            ...definition,
            run: (input) => withDatabaseSlot(() => definition.run(input)),
          } satisfies ModelTool),
    ]),
  );
}
