import { prisma } from '#app/platform/database/client.server.ts';

/** An entry of the audit log, in the shape of the protocol. */
interface AuditReply {
  id: string;
  created_at: string;
  /** Addresses of the network are not kept. */
  ip_address: '';
  payload: {
    action: string;
    log_type: 'user';
    /** An admin's user id; empty for a program or the command line. */
    actor_id: string;
    /** The key that a program did it with. */
    actor_key_id?: string;
    timestamp: string;
    traits: { user_id: string; before: unknown; after: unknown };
  };
}

/** A page of what admins and programs did with accounts, the newest first, and how much there is. Two queries. */
export async function listAccountAudit(
  page: number,
  perPage: number,
): Promise<{ entries: AuditReply[]; total: number }> {
  const where = { subjectType: 'user' };
  const [rows, total] = await Promise.all([
    prisma().auditEntry.findMany({
      where,
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      take: perPage,
      skip: (page - 1) * perPage,
    }),
    prisma().auditEntry.count({ where }),
  ]);
  const entries = rows.map(
    ({ id, action, actorId, keyId, subjectId, before, after, createdAt }): AuditReply => {
      const at = createdAt.toISOString();
      return {
        id,
        created_at: at,
        ip_address: '',
        payload: {
          action,
          log_type: 'user',
          actor_id: actorId ?? '',
          ...(keyId ? { actor_key_id: keyId } : {}),
          timestamp: at,
          traits: { user_id: subjectId ?? '', before, after },
        },
      };
    },
  );
  return { entries, total };
}
