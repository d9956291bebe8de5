import { newActor } from '#tests/integration/admins.ts';

/** Why an admin does something that is recorded with a reason. */
export const reason = 'They asked for it';

/** A new owner, as who sends a form and as who acts. */
export const owner = async () => {
  const { user, actor } = await newActor('owner');
  return { as: user, actor };
};

/** A moment to come, as a form's field for date and time has it. */
export const inThirtyDays = () => new Date(Date.now() + 30 * 24 * 3600 * 1000).toISOString().slice(0, 16);
