import type { StatementIssuer } from '#app/domain/programme/payouts/statement-drawing.server.ts';
import type { StatementPart } from '#app/domain/programme/payouts/statements.server.ts';

declare module '#app/platform/runtime/workers/tasks.ts' {
  interface IsolatedTasks {
    /** A statement as a PDF. */
    'draw-statement': {
      input: { owner: { name: string; email: string }; statement: StatementPart; issuer: StatementIssuer };
      output: Uint8Array;
    };
  }
}
