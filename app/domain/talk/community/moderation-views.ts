/** Which posts moderators list: those with reports that wait, the oldest first; those that were removed; those of people who may not post. */
export const moderationViews = ['reported', 'removed', 'suspended'] as const;
export type ModerationView = (typeof moderationViews)[number];
