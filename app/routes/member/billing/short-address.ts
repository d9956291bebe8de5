import { redirect } from 'react-router';

/** The address that people type. */
export const loader = () => redirect('/profile/billing', 303);
