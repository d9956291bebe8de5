import type { Viewer } from '#app/domain/core/access/viewer.ts';

/** The next step of whoever needs no second membership; null for whoever may join. */
export function ownMembership(viewer: Pick<Viewer, 'hasMembership' | 'pausedUntil'> | null) {
  if (viewer?.hasMembership)
    return { text: 'You’re a member.', to: '/dashboard', label: 'Go to your dashboard' };
  if (viewer?.pausedUntil)
    return { text: 'Your membership is paused.', to: '/profile/billing', label: 'Resume your membership' };
  return null;
}
