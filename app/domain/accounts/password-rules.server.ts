import { dictionary } from '@zxcvbn-ts/language-common';

/** Specification, section 5, and decision 25. */
export const minPasswordLength = 6;
export const maxPasswordLength = 128;

const common = new Set<string>(dictionary['passwords-common'].map(String));

/** Why a new password is refused, in words for the user; null when it is fine. */
export function passwordProblem(password: string): string | null {
  if (password.length < minPasswordLength) return 'Password must be at least 6 characters long';
  if (password.length > maxPasswordLength) return 'Password must be at most 128 characters long';
  if (common.has(password.toLowerCase()))
    return 'This password is one of the most common ones. Please choose another.';
  return null;
}
