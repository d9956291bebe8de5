/** What Stryker keeps in a process that runs tests. */
interface Instrumented {
  activeMutant?: string;
  mutantCoverage?: { perTest: Record<string, unknown> };
}

const { __stryker__: kept } = globalThis as { __stryker__?: Instrumented };

// The process goes on from one test file to the next: what this file's modules do as they are loaded is unchanged, and what its tests
// come by is told once, at its end.
if (kept) {
  delete kept.activeMutant;
  if (kept.mutantCoverage) kept.mutantCoverage.perTest = {};
}
