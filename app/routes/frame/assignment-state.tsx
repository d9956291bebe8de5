import type { AssignmentState } from '#app/domain/learning/courses/assignment.ts';
import { Badge } from '#app/ui/badge.tsx';

const states = {
  waiting: { label: 'Waiting for an answer', tone: 'accent' },
  revise: { label: 'Please revise', tone: 'warn' },
  accepted: { label: 'Accepted', tone: 'good' },
} as const satisfies Record<AssignmentState, { label: string; tone: 'accent' | 'warn' | 'good' }>;

/** What a state of an assignment is called. */
export const assignmentStateLabel = (state: AssignmentState): string => states[state].label;

/** How what somebody handed in stands. */
export const AssignmentStateBadge = ({ state }: { state: AssignmentState }) => (
  <Badge tone={states[state].tone}>{states[state].label}</Badge>
);
