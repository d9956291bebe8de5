import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Logger } from '@stryker-mutator/api/logging';
import {
  commonTokens,
  declareFactoryPlugin,
  type Injector,
  type PluginContext,
  PluginKind,
  tokens,
} from '@stryker-mutator/api/plugin';
import {
  type DryRunOptions,
  type DryRunResult,
  DryRunStatus,
  type MutantRunOptions,
  type MutantRunResult,
  MutantRunStatus,
  type TestRunner,
  TestStatus,
} from '@stryker-mutator/api/test-runner';
import { strykerPlugins as vitestPlugins } from '@stryker-mutator/vitest-runner';
import type { Vitest } from 'vitest/node';
import { notAsked } from '#tests/mutation/survivors.ts';
import { TestOrder } from '#tests/mutation/test-order.ts';
import { stopWarmWorkers } from '#tests/mutation/warm-workers.ts';

/** Where the runner keeps what one that takes its place, when it hangs, has to know. In the copy of the project that the tests run in. */
const knownFile = '.mutation-known.json';

interface Known {
  /** What each test took by itself, in milliseconds. */
  durations: [string, number][];
  /** When no more is asked, in milliseconds since 1970; null: when all has been. */
  until: number | null;
}

/** A test that takes this much longer than by itself, and some time more, hangs. */
const hangFactor = 8;
const hangMs = 30_000;

/**
 * Stryker's runner for Vitest, which asks the tests of a change file by file, the likeliest first, until one fails. The processes stay
 * warm, so what one change has left behind could fail the next one's tests: a test that fails is asked at once again without the change.
 */
class WarmRunner implements TestRunner {
  readonly #vitest: TestRunner & { ctx?: Vitest };
  readonly #log: Logger;
  #order = new TestOrder(new Map());
  /** Tests that fail without a change when they are asked alone: they tell nothing. */
  readonly #unfit = new Set<string>();
  #until = Number.POSITIVE_INFINITY;
  readonly #budgetMs = Number(process.env.MUTATION_BUDGET_MS ?? Number.POSITIVE_INFINITY);

  constructor(vitest: TestRunner, log: Logger) {
    this.#vitest = vitest as TestRunner & { ctx?: Vitest };
    this.#log = log;
  }

  capabilities() {
    return this.#vitest.capabilities();
  }

  async init(): Promise<void> {
    await this.#vitest.init?.();
    if (existsSync(knownFile)) this.#know(JSON.parse(readFileSync(knownFile, 'utf8')));
  }

  #know({ durations, until }: Known): void {
    this.#order = new TestOrder(new Map(durations));
    this.#until = until ?? Number.POSITIVE_INFINITY;
  }

  async dispose(): Promise<void> {
    await this.#vitest.dispose?.();
  }

  /** All tests without a change. One that fails has nothing to say; the others have. */
  async dryRun(options: DryRunOptions): Promise<DryRunResult> {
    const result = await this.#vitest.dryRun(options);
    if (result.status !== DryRunStatus.Complete) return result;
    const failed = result.tests.filter(({ status }) => status === TestStatus.Failed);
    for (const { id } of failed) {
      this.#log.warn(`Fails without a change, and is not asked: ${id}`);
      delete result.mutantCoverage?.perTest[id];
    }
    const tests = result.tests.filter((test) => !failed.includes(test));
    const minutes = process.env.MUTATION_MINUTES;
    const found: Known = {
      durations: tests.map(({ id, timeSpentMs }) => [id, timeSpentMs]),
      until: minutes ? Date.now() + Number(minutes) * 60_000 : null,
    };
    writeFileSync(knownFile, JSON.stringify(found));
    this.#know(found);
    return { ...result, tests };
  }

  async mutantRun(options: MutantRunOptions): Promise<MutantRunResult> {
    if (Date.now() > this.#until) return { status: MutantRunStatus.Error, errorMessage: notAsked };
    const { fileName } = options.activeMutant;
    const startedAt = performance.now();
    let asked = 0;
    for (const group of this.#order.groups(options.testFilter ?? [], fileName)) {
      if (performance.now() - startedAt > this.#budgetMs) break;
      const result = await this.#ask(group, options);
      if (result.status === MutantRunStatus.Survived) {
        asked += result.nrOfTests;
        continue;
      }
      if (result.status !== MutantRunStatus.Killed) await stopWarmWorkers();
      if (result.status === MutantRunStatus.Killed && result.killedBy[0])
        this.#order.noticed(result.killedBy[0], fileName);
      return result;
    }
    return { status: MutantRunStatus.Survived, nrOfTests: asked };
  }

  /** Asks tests of one file. Where one fails that also fails without the change, a new process decides. */
  async #ask(group: string[], options: MutantRunOptions): Promise<MutantRunResult> {
    const tests = group.filter((id) => !this.#unfit.has(id));
    if (tests.length === 0) return { status: MutantRunStatus.Survived, nrOfTests: 0 };
    const result = await this.#run(tests, options);
    if (result.status !== MutantRunStatus.Killed) return result;
    const [killer = ''] = result.killedBy;
    const unchanged: MutantRunOptions = {
      ...options,
      activeMutant: { ...options.activeMutant, id: 'none' },
    };
    if ((await this.#run([killer], unchanged)).status === MutantRunStatus.Survived) return result;
    await stopWarmWorkers();
    if ((await this.#run([killer], unchanged)).status !== MutantRunStatus.Survived) {
      this.#log.warn(`Fails without a change when it is asked alone, and is not asked: ${killer}`);
      this.#unfit.add(killer);
      await stopWarmWorkers();
      return this.#ask(tests, options);
    }
    const again = await this.#run(tests, options);
    await stopWarmWorkers();
    return again;
  }

  #run(testFilter: string[], options: MutantRunOptions): Promise<MutantRunResult> {
    const { ctx } = this.#vitest;
    if (!ctx) throw new Error('Stryker’s runner for Vitest has no Vitest any more');
    const slowest = Math.max(...testFilter.map((id) => this.#order.durationOf(id)));
    for (const { config } of ctx.projects) {
      config.bail = 1;
      config.testTimeout = hangMs + hangFactor * slowest;
      config.hookTimeout = config.testTimeout;
    }
    return this.#vitest.mutantRun({ ...options, testFilter });
  }
}

function makeRunner(injector: Injector<PluginContext>, log: Logger): TestRunner {
  const [vitest] = vitestPlugins;
  if (!vitest) throw new Error('Stryker’s runner for Vitest is not there');
  return new WarmRunner(injector.injectFunction(vitest.factory), log);
}
makeRunner.inject = tokens(commonTokens.injector, commonTokens.logger);

export const strykerPlugins = [declareFactoryPlugin(PluginKind.TestRunner, 'warm-vitest', makeRunner)];
