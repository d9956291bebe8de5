import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { now } from '#app/platform/clock.server.ts';
import { seal, unseal } from '#app/platform/secrets/sealing.server.ts';

/** So long events are also signed with the secret before, in hours. */
export const overlapHours = 24;

/** What an endpoint's events are signed with, as Standard Webhooks spell it. */
export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** To which row an endpoint's secret belongs. */
export const endpointSecretOwner = (endpointId: string) => `webhook endpoint ${endpointId}`;

/** Encrypts a secret for the row of its endpoint. */
export const sealSecret = (secret: string, endpointId: string) =>
  seal(secret, endpointSecretOwner(endpointId));

/** To which row the secret that came with a key belongs. */
export const keySecretOwner = (keyId: string) => `webhooks of the DevOps key ${keyId}`;

/** Encrypts the secret that came with a key, for the key's row. */
export const sealKeySecret = (secret: string, keyId: string) => seal(secret, keySecretOwner(keyId));

/** The secret that came with a key; null where it was sealed under another ENCRYPTION_SECRET. */
export const openKeySecret = (sealed: Uint8Array, keyId: string): string | null =>
  unseal(sealed, keySecretOwner(keyId));

/** An endpoint's secrets as they are kept. */
export interface KeptSecrets {
  id: string;
  secretSealed: Uint8Array;
  previousSecretSealed: Uint8Array | null;
  previousUntil: Date | null;
}

/**
 * The headers by which a receiver knows who sends an event, and that it is no old one: the signature, and for a day after a rotation the
 * one of the secret before as well. @throws where the secret was sealed under another ENCRYPTION_SECRET
 */
export function signedHeaders(endpoint: KeptSecrets, eventId: string, body: string): Record<string, string> {
  const at = now();
  const { previousSecretSealed: previous, previousUntil } = endpoint;
  const kept = [
    endpoint.secretSealed,
    ...(previous && previousUntil && previousUntil > at ? [previous] : []),
  ];
  const signatures = kept.map((sealed) => {
    const secret = unseal(sealed, endpointSecretOwner(endpoint.id));
    if (secret === null)
      throw new Error('Its secret was encrypted under another ENCRYPTION_SECRET: rotate it.');
    return new Webhook(secret).sign(eventId, at, body);
  });
  return {
    'webhook-id': eventId,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  };
}
