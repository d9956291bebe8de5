import { redirect } from 'react-router';

/** Where password managers find the page for changing a password (W3C, "A Well-Known URL for Changing Passwords", P183). */
export const loader = () => redirect('/change-password', 302);
