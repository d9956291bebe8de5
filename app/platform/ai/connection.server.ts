import { config } from '#app/platform/config.server.ts';
import type { ModelSettings } from '#app/platform/settings/assistant.server.ts';

/** A model that can be reached: its settings with an address. */
export type ConnectedModel = ModelSettings & { baseUrl: string };

/** How the model is reached, where that was said. */
let modelOverride: ConnectedModel | null | undefined;

/** Connects the model otherwise than configured: to a sandbox by the port it listens on, or in tests; null disconnects it. */
export function connectModel(settings: ConnectedModel | null): void {
  modelOverride = settings;
}

/** The model that writes; null where none is configured, or where its sandbox does not listen. */
export function findModel(): ConnectedModel | null {
  if (modelOverride !== undefined) return modelOverride;
  const { model } = config().assistant;
  return model?.baseUrl ? { ...model, baseUrl: model.baseUrl } : null;
}

/** What a provider answered that is no answer, or that it did not answer. The message is for the log. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
  readonly reason: 'timeout' | 'unreachable' | 'rate_limited' | 'refused' | 'broken';

  constructor(reason: ModelError['reason'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
