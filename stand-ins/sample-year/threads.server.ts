import { randomUUID } from 'node:crypto';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { setAccepted, setHelpful } from '#app/domain/talk/community/posts.server.ts';
import { reply, startThread } from '#app/domain/talk/community/threads.server.ts';
import { withClock } from '#app/platform/clock.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import type { SampleSellers } from '#stand-ins/sample-year/people.server.ts';

type Speaker = 'affiliate' | 'reseller' | 'pro';

interface SampleThread {
  by: Speaker;
  /** Of the year. */
  day: number;
  topic: string;
  title: string;
  body: string;
  replies: { by: Speaker; body: string; isAnswer?: true }[];
}

const threads: readonly SampleThread[] = [
  {
    by: 'affiliate',
    day: 352,
    topic: 'work-in-progress',
    title: 'Would you read my first headline? (sample)',
    body: 'For a page about a **two-page brochure for plumbers**:\n\n> More jobs from the people who already have your number\n\nDoes it say what they get, or am I still too clever?',
    replies: [
      {
        by: 'pro',
        body: 'It says who and what. I would cut "already":\n\n1. Read it aloud.\n2. Ask somebody on the phone what they would get.\n\nThey should answer in one breath.',
        isAnswer: true,
      },
      {
        by: 'reseller',
        body: 'What @demo-pro-reseller says. The brochure itself could come a line earlier.',
      },
    ],
  },
  {
    by: 'reseller',
    day: 358,
    topic: 'affiliates',
    title: 'How much do you say about commission when you recommend something? (sample)',
    body: 'I write one line under the link: that I am paid, and that it costs the reader nothing more. Some ask whether that drives people away.',
    replies: [
      {
        by: 'affiliate',
        body: 'The same line since March. Fewer clicks, and fewer refunds. See the [affiliate agreement](/legal/affiliate-agreement) too: it asks for it.',
      },
    ],
  },
  {
    by: 'pro',
    day: 361,
    topic: 'wins',
    title: 'First letter that sold without a discount (sample)',
    body: 'Forty readers, two sales. The letter told how the first page failed, and what changed. No countdown.',
    replies: [],
  },
];

/** A few threads between the demo's accounts, marked as sample; those that are there stay. */
export async function startThreads(
  people: SampleSellers,
  dayAt: (day: number) => Date,
  viewerOf: (id: string) => Promise<Viewer>,
): Promise<void> {
  for (const { by, day, topic, title, body, replies } of threads) {
    if ((await prisma().communityThread.count({ where: { title } })) > 0) continue;
    const author = await viewerOf(people[by].id);
    const at =
      (hours: number) =>
      <T>(work: () => T) =>
        withClock(() => dayAt(day + hours / 24), work);
    const threadId = await at(0)(() => startThread(author, { topic, title, body, formKey: randomUUID() }));
    for (const [index, answer] of replies.entries()) {
      const speaker = await viewerOf(people[answer.by].id);
      const within = at(3 + index * 5);
      const id = await within(() => reply(speaker, threadId, { body: answer.body, formKey: randomUUID() }));
      if (!answer.isAnswer) continue;
      await within(() => setAccepted(author, id, true));
      await within(() => setHelpful(author, id, true));
    }
  }
}
