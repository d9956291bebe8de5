import { createHash } from 'node:crypto';

/** A PayPal-Request-Id of the length that PayPal takes everywhere; other words make it another call. */
export const hashedKey = (...words: string[]) =>
  createHash('sha256').update(words.join('\n')).digest('hex').slice(0, 32);
