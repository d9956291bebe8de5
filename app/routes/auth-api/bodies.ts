import { z } from 'zod';
import { emailSchema } from '#app/domain/people/accounts/schemas.server.ts';

/** A text, empty where it is left out. */
export const text = (most: number) =>
  z
    .string()
    .max(most)
    .nullish()
    .transform((value) => value ?? '');

/** An address, or none: clients leave it out, or send it empty, beside a phone number. */
export const email = z
  .union([z.literal(''), z.null(), emailSchema])
  .optional()
  .transform((value) => value || '');

/** A switch, off where it is left out. */
export const flag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? false);

const data = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((value) => value ?? {});

const challenge = { code_challenge: text(1_000), code_challenge_method: text(20) };

/** A password that somebody signs in with: any that could once have been chosen. */
const password = text(1_000);

export const signUpBody = z.object({ email, phone: text(100), password, data, ...challenge });
export const passwordGrant = z.object({ email, phone: text(100), password });
export const refreshGrant = z.object({ refresh_token: text(1_000) });
export const pkceGrant = z.object({ auth_code: text(200), code_verifier: text(1_000) });
export const idTokenGrant = z.object({
  provider: text(40),
  issuer: text(300),
  id_token: text(20_000),
  nonce: text(300),
  link_identity: flag,
});
export const otpBody = z.object({
  email,
  phone: text(100),
  channel: text(20),
  data,
  create_user: z
    .boolean()
    .nullish()
    .transform((value) => value ?? true),
  ...challenge,
});
export const recoverBody = z.object({ email, ...challenge });
export const resendBody = z.object({ email, phone: text(100), type: text(40), ...challenge });
export const verifyBody = z.object({
  email,
  phone: text(100),
  token: text(300),
  token_hash: text(300),
  type: text(40),
});
/** What a browser has made or signed with a passkey: looked at by the library that verifies it. */
const credential = z.record(z.string(), z.unknown());

export const enrollBody = z.object({
  factor_type: text(40),
  friendly_name: text(60).transform((name) => name.trim()),
  issuer: text(100).transform((name) => name.trim()),
});
export const factorProofBody = z.object({
  challenge_id: text(100),
  code: text(100),
  webauthn: z.object({ type: text(20), credential_response: credential }).nullish(),
});
export const passkeyBody = z.object({
  challenge_id: text(100),
  credential: credential.nullish().transform((value) => value ?? null),
});
export const passkeyNameBody = z.object({ friendly_name: text(60).transform((name) => name.trim()) });
export const userBody = z.object({
  email,
  phone: text(100),
  password: z.string().max(1_000).nullish(),
  current_password: z.string().max(1_000).nullish(),
  nonce: z.string().max(100).nullish(),
  data: z.record(z.string(), z.unknown()).nullish(),
  app_metadata: z.unknown().optional(),
  ...challenge,
});
