import { z } from 'zod';

/** What may be handed in: a text, a file, or either of them or both. */
export const handInKinds = ['text', 'file', 'both'] as const;
export type HandInKind = (typeof handInKinds)[number];

/** Of an assignment's task, Markdown. */
export const taskLength = 8_000;

/** An assignment, as the facts of its lesson's file hold it (P328). */
export const assignmentSchema = z.strictObject({
  title: z.string().trim().min(2).max(100),
  /** What to do, Markdown. */
  task: z.string().trim().min(1).max(taskLength),
  accepts: z.enum(handInKinds).default('both'),
  /** Whether its module is completed by it: once it is accepted. */
  required: z.boolean().default(false),
});

export type Assignment = z.output<typeof assignmentSchema>;

/** How the latest version of what somebody handed in stands. */
export const assignmentStates = ['waiting', 'revise', 'accepted'] as const;
export type AssignmentState = (typeof assignmentStates)[number];

/** Whether a module is completed by its assignment alone: one is needed, and not accepted yet. */
export const isHeldByAssignment = (
  assignment: Pick<Assignment, 'required'> | null,
  state: AssignmentState | undefined,
): boolean => assignment?.required === true && state !== 'accepted';
