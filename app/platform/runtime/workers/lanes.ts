/** What the tasks of one kind may use together. */
interface Lane {
  /** What the lane's thread may hold on its heap, in megabytes; a task that needs more is ended. */
  memoryMb: number;
  /** How many tasks may wait for the thread; the next is refused. */
  maxWaiting: number;
  /** A thread that has had nothing to do for so long is ended, and its memory freed: in milliseconds, half a minute unless said. */
  idleMs?: number;
}

/**
 * Each lane has one thread at most, so that a flood of one kind leaves the others alone: however many mails come in, the content editor
 * checks its text.
 */
export const lanes = {
  /** Mail from anybody. */
  mail: { memoryMb: 256, maxWaiting: 20 },
  /** Texts that operators write: the content editor. */
  editor: { memoryMb: 256, maxWaiting: 20 },
  /** Texts that members and visitors write, and files they send. */
  members: { memoryMb: 128, maxWaiting: 50 },
  /** Receipts, certificates and statements as PDF, in the fonts that their names need. */
  documents: { memoryMb: 384, maxWaiting: 50 },
  /** What questions to the assistant mean. Loading the sentence encoder takes longer than its answers: it stays while members talk. */
  assistant: { memoryMb: 256, maxWaiting: 20, idleMs: 10 * 60_000 },
  /** Files of people that operators import. */
  imports: { memoryMb: 256, maxWaiting: 20 },
} as const satisfies Record<string, Lane>;

export type LaneName = keyof typeof lanes;

/** What is set for a lane. */
export const laneOf = (name: LaneName): Lane => lanes[name];
