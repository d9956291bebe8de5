import { Refusal } from '#app/domain/core/values/errors.ts';
import { scanFile } from '#app/platform/files/virus-scanner.server.ts';

/**
 * Refuses a file in which the operator's scanner finds a virus, or that it cannot look into, or not now. Pictures need not be asked for: they are
 * drawn anew.
 * @throws {Refusal} invalid or unavailable (field files)
 */
export async function refuseInfectedFile({
  name,
  bytes,
}: {
  name: string;
  bytes: Uint8Array;
}): Promise<void> {
  const verdict = await scanFile(bytes);
  if (verdict === 'infected')
    throw new Refusal(
      'invalid',
      `Our virus scanner found something in “${name.slice(0, 80)}”. Please send a clean copy, or a screenshot.`,
      'files',
    );
  if (verdict === 'refused')
    throw new Refusal(
      'invalid',
      `Our virus scanner can’t read “${name.slice(0, 80)}”. Please save it anew or make it smaller, or send a screenshot.`,
      'files',
    );
  if (verdict === 'away')
    throw new Refusal(
      'unavailable',
      'We can’t check files for viruses right now. Please try again in a few minutes, or send it without the file.',
      'files',
    );
}
