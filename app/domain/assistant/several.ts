import { escapeMarkdown } from '#app/domain/assistant/markdown.ts';
import type { Citation, Reply } from '#app/domain/assistant/reply.ts';

/** Numbers of citations, but where their brackets are signs of a text. */
const numbers = /(?<!\\)\[(\d{1,2})\](?!\()/g;

/** The answers to the questions of one message as one, each under its question. */
export function together(parts: readonly string[], replies: readonly Reply[]): Omit<Reply, 'proposal'> {
  const citations: Citation[] = [];
  const texts = replies.map((reply, index) => {
    const from = citations.length;
    citations.push(...reply.citations.map((one) => ({ ...one, number: one.number + from })));
    const text = reply.text.replace(numbers, (_, number: string) => `[${Number(number) + from}]`);
    return `**${escapeMarkdown((parts[index] ?? '').replace(/\s+/g, ' '))}**\n\n${text}`;
  });
  const standings = replies.map(({ standing }) => standing);
  const isOpen = standings.some((one) => one === 'near' || one === 'unknown');
  const standing = isOpen
    ? citations.length > 0
      ? 'near'
      : 'unknown'
    : (standings.find((one) => one === 'taught') ?? standings[0] ?? 'unknown');
  return { text: texts.join('\n\n'), citations, standing };
}
