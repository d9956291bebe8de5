import { hash } from 'node:crypto';

// Vectors as they are kept in files: by the hash of their text, a byte for each number.

/** How many numbers the encoder makes of a text. */
export const dimensions = 384;

/** In bytes. */
export const hashLength = 8;

/** What a text's vector is kept by, in hexadecimal digits. */
export const hashOf = (text: string): string => hash('sha256', text).slice(0, 2 * hashLength);

/** A vector in whole steps of its largest number. */
export interface Steps {
  step: number;
  steps: Int8Array;
}

/** A vector as it is kept: a number is off by less than half a hundredth of the largest. */
export function toSteps(vector: Float32Array): Steps {
  const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const step = largest / 127;
  return { step, steps: Int8Array.from(vector, (value) => (step === 0 ? 0 : Math.round(value / step))) };
}

export const fromSteps = ({ step, steps }: Steps): Float32Array =>
  Float32Array.from(steps, (value) => value * step);
