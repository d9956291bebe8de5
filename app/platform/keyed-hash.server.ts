import { createHmac } from 'node:crypto';
import { config } from '#app/platform/config.server.ts';

/**
 * What is kept instead of an address: the same address gives the same text, and nobody without the site's secret can try which
 * address it was, few as they are.
 */
export function keyedHash(text: string): string {
  return createHmac('sha256', config().sessionSecret)
    .update(text.toLowerCase())
    .digest('base64url')
    .slice(0, 32);
}
