import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';
import { listOf, survivorOf } from '#tests/mutation/survivors.ts';

/** Tells of what nobody noticed while the rest goes on: a run takes long. */
export const strykerPlugins = [
  declareValuePlugin(PluginKind.Reporter, 'told-at-once', {
    onMutantTested(mutant) {
      const survivor = survivorOf(mutant);
      if (survivor && !survivor.reason) console.log(listOf([survivor]));
    },
  }),
];
