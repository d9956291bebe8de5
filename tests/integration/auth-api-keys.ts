import { GoTrueAdminApi } from '@supabase/auth-js';
import {
  devopsKeySchema,
  makeDevopsKey,
  revokeDevopsKey,
  rotateDevopsKey,
} from '#app/domain/operating/devops/keys.server.ts';
import type { DevopsPermission } from '#app/domain/operating/devops/permissions.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { newActor } from '#tests/integration/admins.ts';
import { apiUrl } from '#tests/integration/auth-api-site.ts';

/** A key that an owner has made for a program, and what the owner does with it. */
export async function newKey(permissions: DevopsPermission[] = ['accounts:manage']) {
  const { actor } = await newActor('owner');
  const secret = (await makeDevopsKey(actor, devopsKeySchema.parse({ name: 'CRM', permissions }))) ?? '';
  const { id } = await prisma().devopsKey.findFirstOrThrow({ where: { createdById: actor.id } });
  return {
    id,
    secret,
    actor,
    revoke: () => revokeDevopsKey(actor, id),
    rotate: () => rotateDevopsKey(actor, id),
  };
}

/** The admin part of the official client, as a program of the operator's uses it. */
export const newProgram = (secret: string) =>
  new GoTrueAdminApi({
    url: apiUrl(),
    headers: { apikey: secret, Authorization: `Bearer ${secret}` },
    experimental: { passkey: true },
  });
