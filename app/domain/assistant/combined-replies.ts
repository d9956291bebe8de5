import type { Citation, Reply } from '#app/domain/assistant/reply.ts';

/** Numbers of citations, but where their brackets are signs of a text. */
const numbers = /(?<!\\)\[(\d{1,2})\](?!\()/g;

/** By their number: an answer repeats nothing that somebody has typed. */
const ordinals = ['first', 'second', 'third'];

/** The answers to the questions of one message as one, in their order. */
export function combineReplies(replies: readonly Reply[]): Omit<Reply, 'proposal'> {
  const citations: Citation[] = [];
  const texts = replies.map((reply, index) => {
    const from = citations.length;
    citations.push(...reply.citations.map((one) => ({ ...one, number: one.number + from })));
    const text = reply.text.replace(numbers, (_, number: string) => `[${Number(number) + from}]`);
    return `**To your ${ordinals[index] ?? 'next'} question**\n\n${text}`;
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
