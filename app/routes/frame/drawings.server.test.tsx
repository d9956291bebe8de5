import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { topics } from '#app/domain/learning/courses/catalogue.server.ts';
import { drawingsOf } from '#app/routes/frame/drawings.server.ts';
import { TopicCover } from '#app/ui/topic-cover.tsx';
import { topicDrawings } from '#app/ui/topic-drawings.ts';

it('every topic has a drawing of its own, of less than 2 kB in the page', () => {
  expect(Object.keys(topicDrawings).toSorted()).toEqual([...topics].toSorted());
  expect(new Set(Object.values(topicDrawings).map(({ lines }) => lines)).size).toBe(topics.length);
  const drawings = drawingsOf(topics);
  for (const topic of topics) {
    const markup = renderToStaticMarkup(<TopicCover topic={topic} drawings={drawings} />);
    expect(markup).toContain('<path');
    expect(Buffer.byteLength(markup), topic).toBeLessThan(2_000);
  }
});
