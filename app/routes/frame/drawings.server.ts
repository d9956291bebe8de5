import { type Drawing, topicDrawings } from '#app/ui/topic-drawings.ts';

/** The drawings of some topics, for a page's data: its scripts need not bring those of all. */
export function drawingsOf(topics: Iterable<string>): Record<string, Drawing> {
  return Object.fromEntries(
    [...new Set(topics)].flatMap((topic) => {
      const drawing = topicDrawings[topic];
      return drawing ? [[topic, drawing]] : [];
    }),
  );
}
