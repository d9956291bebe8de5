/** The forms of joining, which lead to one another. */
export const forms = { sign_in: '/login', register: '/register', reset: '/login?mode=reset' } as const;

export type FormName = keyof typeof forms;
