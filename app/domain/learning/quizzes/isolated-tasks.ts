import type { CertificateWords } from '#app/domain/learning/quizzes/certificate-drawing.server.ts';

declare module '#app/platform/runtime/workers/tasks.ts' {
  interface IsolatedTasks {
    /** A certificate as a PDF. */
    'draw-certificate': { input: CertificateWords; output: Uint8Array };
  }
}
