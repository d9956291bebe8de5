import { isDatabaseOutage } from '#app/platform/runtime/outage.server.ts';

/** What went wrong, for whoever runs a command: an error of Prisma's names a line of our code and not what to do. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name.startsWith('PrismaClient') && isDatabaseOutage(error))
    return 'The database did not answer in time. Check that it is up and not overloaded, then run the command again.';
  return error.message;
}
