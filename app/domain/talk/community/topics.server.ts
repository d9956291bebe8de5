import { communityCopy } from '#app/domain/site/site-copy/pages.server.ts';

/** What threads can be about, as content/site/community.yaml lists it. */
export const topics = () => communityCopy().topics;

/** Whether a word names a topic. */
export const isTopic = (slug: string | null): slug is string =>
  slug !== null && topics().some((topic) => topic.slug === slug);

/** How pages name a topic; of one that was taken off the list, its slug. */
export const topicTitle = (slug: string): string =>
  topics().find((topic) => topic.slug === slug)?.title ?? slug;
