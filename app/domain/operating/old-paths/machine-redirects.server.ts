import { oldPathOf } from '#app/domain/operating/old-paths/parse-redirects.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { isMachinePath } from '#app/platform/http/machine-path.ts';

// Nobody can add a redirect of an address that programs ask for. A release may take more addresses for such ones than the one before it:
// redirects of them that were saved already lead on. They are few and only become fewer, so no request for such an address costs a query.

let oldPaths: ReadonlySet<string> = new Set();

/** Reads which redirects are of addresses that programs ask for. One query, at start. */
export async function loadMachineRedirects(): Promise<void> {
  const rows = await prisma().pathRedirect.findMany({ select: { oldPath: true } });
  oldPaths = new Set(rows.flatMap(({ oldPath }) => (isMachinePath(oldPath) ? oldPath : [])));
}

/** Whether an admin had an address redirected before it was taken for one that programs ask for. */
export function isMachineRedirect(pathname: string): boolean {
  const oldPath = oldPaths.size === 0 ? null : oldPathOf(pathname);
  return oldPath !== null && oldPaths.has(oldPath);
}
