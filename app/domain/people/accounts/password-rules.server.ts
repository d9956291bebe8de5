import { Refusal } from '#app/domain/core/values/errors.ts';
import { foldPassword, isBreachedPassword } from '#app/domain/people/accounts/breached-passwords.server.ts';
import { isMadeOfRows, repeatedPiece } from '#app/domain/people/accounts/password-patterns.ts';
import { config } from '#app/platform/config.server.ts';
import { onDemand } from '#app/platform/runtime/on-demand.server.ts';

/** P25. */
export const minPasswordLength = 6;
export const maxPasswordLength = 128;

const lists = onDemand<typeof import('@zxcvbn-ts/language-common')>('@zxcvbn-ts/language-common');

let known: ReadonlySet<string> | undefined;

/** The most common passwords. */
function common(): ReadonlySet<string> {
  known ??= new Set<string>(lists().dictionary['passwords-common'].map(String));
  return known;
}

const lettersAndDigits = (text: string) => foldPassword(text).replace(/[^\p{L}\p{N}]+/gu, '');
const letters = (text: string) => foldPassword(text).replace(/[^\p{L}]+/gu, '');

/**
 * Whether a password is one of these words, whatever signs are put in, or its letters are and all the rest is digits: Academy1,
 * ada.example-99.
 */
function isOneOf(words: readonly string[], password: string): boolean {
  const exact = lettersAndDigits(password);
  const core = letters(password);
  return words.some(
    (word) =>
      (word.length >= 3 && exact === lettersAndDigits(word)) ||
      (letters(word).length >= 3 && core === letters(word)),
  );
}

/** Whether a password is a common one with a year and signs behind it: what attackers try after their lists, such as Summer2025! */
function isCommonWithYear(folded: string): boolean {
  const [, word] = /^(\D{3,})(?:19|20)\d\d[^\p{L}\p{N}]{0,3}$/u.exec(folded) ?? [];
  return word !== undefined && isBreachedPassword(word.replace(/(?<!\P{L})\P{L}+$/u, ''));
}

/** The words of a name, alone and all together. */
const partsOf = (name: string) => [name, ...name.split(/\s+/)];

/** Why a new password is refused whoever chooses it, in words for the user; null when it is fine. */
export function passwordProblem(password: string): string | null {
  if (password.length < minPasswordLength) return 'Password must be at least 6 characters long';
  if (password.length > maxPasswordLength) return 'Password must be at most 128 characters long';
  const folded = foldPassword(password);
  if (folded.trim() === '') return 'A password cannot be made of spaces alone. Please choose another.';
  if (common().has(folded) || common().has(lettersAndDigits(password)))
    return 'This password is one of the most common ones. Please choose another.';
  const piece = repeatedPiece(folded);
  if (piece.length <= 4 || common().has(piece))
    return 'This password repeats the same characters over and over. Please choose another.';
  if (isMadeOfRows(folded))
    return 'This password is a row of neighboring keys, letters or digits. Please choose another.';
  if (isOneOf(partsOf(config().brandName), password))
    return 'This password is the name of this site. Please choose another.';
  if (isBreachedPassword(password) || isCommonWithYear(folded))
    return 'This password has appeared in a data breach, so attackers will try it. Please choose another.';
  return null;
}

/**
 * Refuses a password that is its owner's own address or name, also with digits and signs about it.
 * @throws {Refusal} invalid (field password)
 */
export function refusePersonalPassword(password: string, owner: { email: string; name: string }): void {
  const [localPart = '', domain = ''] = owner.email.split('@');
  const words = [owner.email, localPart, domain, ...localPart.split(/[._+-]/), ...partsOf(owner.name)];
  const [first = '', ...others] = owner.name.split(/\s+/);
  if (isOneOf([...words, [...others, first].join('')], password))
    throw new Refusal(
      'invalid',
      'This password is your own name or email address. Please choose another.',
      'password',
    );
}
