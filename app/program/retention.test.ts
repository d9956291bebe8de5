import { describe, expect, it } from 'vitest';
import { runEachStep } from '#app/program/retention.server.ts';

describe('the retention steps', () => {
  it('run one and all, and fail by name where one of them does', async () => {
    const completedSteps: string[] = [];
    const steps = {
      sessions: async () => completedSteps.push('sessions'),
      mails: () => Promise.reject(new Error('no connection')),
      tickets: async () => completedSteps.push('tickets'),
      runs: () => Promise.reject(new Error('no table')),
    };
    await expect(runEachStep(steps)).rejects.toThrow('Retention steps failed: mails, runs');
    expect(completedSteps).toEqual(['sessions', 'tickets']);
  });

  it('say nothing where all of them are done', async () => {
    await expect(runEachStep({ sessions: async () => 3 })).resolves.toBeUndefined();
  });
});
