/** Whether somebody's account was deleted: of them a pseudonym is left (personal-data/erasure). */
export const isDeleted = ({ email }: { email: string }): boolean => email.endsWith('@invalid');

/** How somebody is called on screens of the admin area. */
export const shownName = (user: { name: string; email: string }): string =>
  isDeleted(user) ? 'Deleted user' : user.name || 'No name';
