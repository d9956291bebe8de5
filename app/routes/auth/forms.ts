/** The forms of joining, which lead to one another. */
export const forms = {
  sign_in: '/login',
  register: '/register',
  reset: '/login?mode=reset',
  link: '/login?mode=link',
  affiliate_sign_in: '/affiliate-login',
  affiliate_sign_up: '/affiliate/sign-up',
  affiliate_reset: '/affiliate-login?mode=reset',
} as const;

export type FormName = keyof typeof forms;
