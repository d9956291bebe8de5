/** For how long an admin looks at the site as a member, before they have to ask again. */
export const viewMinutes = 30;
