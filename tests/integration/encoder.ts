import { execFileSync } from 'node:child_process';
import {
  encodeQuestion,
  findKnownWords,
  resetEncoder,
} from '#app/domain/assistant/meaning/question-encoding.server.ts';

/**
 * Has what the library means made, as a build does, and the encoder and the dictionary loaded. To be called before the
 * first question.
 */
export async function prepareEncoder(): Promise<void> {
  execFileSync(process.execPath, ['build-plugins/encodings.ts']);
  for (let attempt = 0; attempt < 20; attempt += 1) {
    // A thread that a busy machine kept from loading in time is asked anew at once.
    resetEncoder(30_000);
    if ((await encodeQuestion('Is it there?')) && (await findKnownWords(['there']))) return;
  }
  throw new Error('The encoder could not be loaded.');
}
