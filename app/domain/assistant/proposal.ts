import type { TicketProposal } from '#app/domain/assistant/reply.ts';

const cut = (text: string, most: number) => Array.from(text.trim()).slice(0, most).join('').trim();

/** A ticket as it may be offered, as long as the form takes it; null where nothing is to be said. */
export function readTicketProposal(value: unknown): TicketProposal | null {
  if (typeof value !== 'object' || value === null) return null;
  const { subject, message } = value as Record<string, unknown>;
  if (typeof subject !== 'string' || typeof message !== 'string') return null;
  const proposal = { subject: cut(subject.replace(/\s+/g, ' '), 150), message: cut(message, 5_000) };
  return proposal.subject === '' || proposal.message === '' ? null : proposal;
}
